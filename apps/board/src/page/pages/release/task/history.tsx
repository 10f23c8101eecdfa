import type { ActivityResponse } from '@slipway/api-schema/history';
import type { TaskResponse } from '@slipway/api-schema/plans';
import { Refusal } from '../../../components/refusal.tsx';
import { useEntity } from '../../../live/queries.ts';
import type { Topic } from '../../../live/subscriptions.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { ActivityEntry } from '../activity/entry.tsx';

interface Props {
  readonly task: Pick<TaskResponse, 'id'>;
  readonly topics: readonly Topic[];
}

/** The maximum number of entries. The activity log of the release has all entries. */
const maxEntries = 100;

/** The activity log of a task, newest first. */
export function HistoryEntries({ task, topics }: Props) {
  const { value, refusal, retry } = useEntity<readonly ActivityResponse[]>(
    `/activities/${lastSegment(task.id)}`,
    topics,
  );
  const entries = value.value?.toReversed().slice(0, maxEntries) ?? [];
  return (
    <>
      <Refusal message={refusal.value} retry={retry} />
      <ol class="log quiet-log">
        {entries.map((entry) => (
          <ActivityEntry key={entry.id} entry={entry} />
        ))}
      </ol>
    </>
  );
}
