import type { ActivityResponse, ReleaseResponse } from '@slipway/wire';
import { useEntity } from '../../live/use-entity.ts';
import type { Topic } from '../../live/wants.ts';
import { Moment } from '../../parts/moment.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Message } from '../../parts/sentences/sentence.tsx';
import type { Column } from '../../parts/table.tsx';
import { lastSegment } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';
import { navigate } from '../../place/router.ts';
import { findTask } from './plan.ts';
import { releaseUrl, type UrlState } from './spot.ts';

interface Props {
  readonly release: Pick<ReleaseResponse, 'id' | 'phases'>;
  readonly urlState: UrlState;
  readonly topics: readonly Topic[];
}

const columnsOf = ({ release, urlState }: Props): readonly Column<ActivityResponse>[] => [
  { name: 'What', cell: ({ message }) => <Message text={message} /> },
  {
    name: 'Task',
    cell: ({ targetId }) => {
      const task = findTask(release, lastSegment(targetId));
      return task === undefined ? '–' : <Link to={releaseUrl(release.id, urlState, task.id)}>{task.title}</Link>;
    },
  },
  { name: 'Who', cell: ({ username }) => username },
  { name: 'When', cell: ({ eventTime }) => <Moment at={eventTime} /> },
];

/** What has happened to a release, the newest first: REST answers all of it, of which a page is shown. */
export function Activity({ release, urlState, topics }: Props) {
  const { value, refusal } = useEntity<readonly ActivityResponse[]>(`/activities/${lastSegment(release.id)}`, topics);
  const rows = value.value;
  return (
    <>
      <Refusal sentence={refusal.value} />
      {rows && (
        <PagedTable
          caption="Activity"
          columns={columnsOf({ release, urlState, topics })}
          rows={rows.toReversed()}
          keyOf={({ id }) => id}
          from={urlState.from ?? 0}
          goToPage={(from) => navigate(releaseUrl(release.id, { ...urlState, from }))}
        />
      )}
    </>
  );
}
