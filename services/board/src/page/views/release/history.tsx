import { useSignal } from '@preact/signals';
import type { ActivityAnswer, TaskAnswer } from '@slipway/wire';
import { useEntity } from '../../live/use-entity.ts';
import type { Want } from '../../live/wants.ts';
import { Moment } from '../../parts/moment.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Sentence } from '../../parts/sentences/sentence.tsx';
import { lastOf } from '../../place/ids.ts';

interface Props {
  readonly task: Pick<TaskAnswer, 'id'>;
  readonly wanted: readonly Want[];
}

/** How many lines of its log a drawer shows; the whole of it is in the activity of the release. */
const mostLines = 100;

function Lines({ task, wanted }: Props) {
  const { value, refusal } = useEntity<readonly ActivityAnswer[]>(`/activities/${lastOf(task.id)}`, wanted);
  const lines = value.value?.toReversed().slice(0, mostLines) ?? [];
  return (
    <>
      <Refusal sentence={refusal.value} />
      <ul>
        {lines.map(({ id, message, username, eventTime }) => (
          <li key={id}>
            <Sentence text={message} /> <bdi class="said">{username}</bdi> <Moment at={eventTime} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The activity log of a task, the newest first, loaded on request. */
export function History(props: Props) {
  const isOpen = useSignal(false);
  return (
    <details
      class="more"
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>History</summary>
      {isOpen.value && <Lines {...props} />}
    </details>
  );
}
