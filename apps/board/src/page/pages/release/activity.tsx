import type { ActivityResponse } from '@slipway/api-schema/history';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { activityMessage } from '../../api/language.ts';
import { Message } from '../../components/message.tsx';
import { Moment } from '../../components/moment.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { Refusal } from '../../components/refusal.tsx';
import type { Column } from '../../components/table.tsx';
import { useEntity } from '../../live/queries.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { navigate } from '../../navigation/router.ts';
import { findTask } from './plan.ts';
import { releaseUrl, type UrlState } from './url-state.ts';

interface Props {
  readonly release: Pick<ReleaseResponse, 'id' | 'phases'>;
  readonly urlState: UrlState;
  readonly topics: readonly Topic[];
}

const columnsOf = ({ release, urlState }: Props): readonly Column<ActivityResponse>[] => [
  { name: 'Activity', cell: (entry) => <Message message={activityMessage(entry)} /> },
  {
    name: 'Task',
    cell: ({ targetId }) => {
      const task = findTask(release, lastSegment(targetId));
      return task === undefined ? '–' : <Link to={releaseUrl(release.id, urlState, task.id)}>{task.title}</Link>;
    },
  },
  { name: 'By', cell: ({ username }) => username },
  { name: 'Time', cell: ({ eventTime }) => <Moment at={eventTime} /> },
];

/** The activity log of a release, newest first. REST returns all entries; the table shows one page. */
export function Activity({ release, urlState, topics }: Props) {
  const { value, refusal } = useEntity<readonly ActivityResponse[]>(`/activities/${lastSegment(release.id)}`, topics);
  const rows = value.value;
  return (
    <>
      <Refusal message={refusal.value} />
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
