import type { ActivityAnswer, ReleaseAnswer } from '@slipway/wire';
import { useEntity } from '../../live/use-entity.ts';
import type { Want } from '../../live/wants.ts';
import { Moment } from '../../parts/moment.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Sentence } from '../../parts/sentences/sentence.tsx';
import type { Column } from '../../parts/table.tsx';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';
import { go } from '../../place/router.ts';
import { taskIn } from './plan.ts';
import { addressOf, type Spot } from './spot.ts';

interface Props {
  readonly release: Pick<ReleaseAnswer, 'id' | 'phases'>;
  readonly spot: Spot;
  readonly wanted: readonly Want[];
}

const columnsOf = ({ release, spot }: Props): readonly Column<ActivityAnswer>[] => [
  { name: 'What', cell: ({ message }) => <Sentence text={message} /> },
  {
    name: 'Task',
    cell: ({ targetId }) => {
      const task = taskIn(release, lastOf(targetId));
      return task === undefined ? '–' : <Link to={addressOf(release.id, spot, task.id)}>{task.title}</Link>;
    },
  },
  { name: 'Who', cell: ({ username }) => username },
  { name: 'When', cell: ({ eventTime }) => <Moment at={eventTime} /> },
];

/** What has happened to a release, the newest first: REST answers all of it, of which a page is shown. */
export function Activity({ release, spot, wanted }: Props) {
  const { value, refusal } = useEntity<readonly ActivityAnswer[]>(`/activities/${lastOf(release.id)}`, wanted);
  const rows = value.value;
  return (
    <>
      <Refusal sentence={refusal.value} />
      {rows && (
        <PagedTable
          caption="Activity"
          columns={columnsOf({ release, spot, wanted })}
          rows={rows.toReversed()}
          keyOf={({ id }) => id}
          from={spot.from ?? 0}
          turn={(from) => go(addressOf(release.id, { ...spot, from }))}
        />
      )}
    </>
  );
}
