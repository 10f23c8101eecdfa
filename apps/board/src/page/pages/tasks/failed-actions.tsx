import type { WaitingTaskResponse } from '@slipway/api-schema/search';
import { Refusal } from '../../components/refusal.tsx';
import type { Selection } from '../../components/selection.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';

interface Props {
  /** with which the last step was refused */
  readonly tasks: readonly WaitingTaskResponse[];
  readonly listedTasks: readonly WaitingTaskResponse[];
  readonly selection: Selection;
}

/** Refused actions on tasks that have left the list, because another user has changed them meanwhile. */
export function FailedActions({ tasks, listedTasks, selection }: Props) {
  const missingTasks = tasks.filter((task) => !listedTasks.some(({ id }) => id === task.id));
  if (missingTasks.length === 0) return null;
  return (
    <ul class="files">
      {missingTasks.map(({ id, title, release }) => (
        <li key={id}>
          <Link to={`/releases/${lastSegment(release.id)}?task=${lastSegment(id)}`}>{title}</Link>
          <Refusal sentence={selection.refusals.value.get(id) ?? null} />
        </li>
      ))}
    </ul>
  );
}
