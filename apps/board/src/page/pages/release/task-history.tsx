import { useSignal } from '@preact/signals';
import type { ActivityResponse } from '@slipway/api-schema/history';
import type { TaskResponse } from '@slipway/api-schema/plans';
import { activityMessage } from '../../api/language.ts';
import { Message } from '../../components/message.tsx';
import { Moment } from '../../components/moment.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useEntity } from '../../live/queries.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { lastSegment } from '../../navigation/ids.ts';

interface Props {
  readonly task: Pick<TaskResponse, 'id'>;
  readonly topics: readonly Topic[];
}

/** The maximum number of entries. The activity log of the release has all entries. */
const maxEntries = 100;

function HistoryEntries({ task, topics }: Props) {
  const { value, refusal } = useEntity<readonly ActivityResponse[]>(`/activities/${lastSegment(task.id)}`, topics);
  const entries = value.value?.toReversed().slice(0, maxEntries) ?? [];
  return (
    <>
      <Refusal message={refusal.value} />
      <ul>
        {entries.map((entry) => (
          <li key={entry.id}>
            <Message message={activityMessage(entry)} /> <bdi class="said">{entry.username}</bdi>{' '}
            <Moment at={entry.eventTime} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The activity log of a task, newest first. It is loaded when the user expands it. */
export function TaskHistory(props: Props) {
  const isOpen = useSignal(false);
  return (
    <details
      class="more"
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>History</summary>
      {isOpen.value && <HistoryEntries {...props} />}
    </details>
  );
}
