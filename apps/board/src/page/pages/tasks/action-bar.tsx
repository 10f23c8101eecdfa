import type { WaitingTaskResponse } from '@slipway/api-schema/search';
import { useRef } from 'preact/hooks';
import { Lazy } from '../../components/lazy.tsx';
import { Refusal } from '../../components/refusal.tsx';
import type { Selection } from '../../components/selection.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import type { TaskActions } from './use-task-actions.ts';

const loadBar = async () => (await import('./selection-bar.tsx')).SelectionBar;

/** The actions on the selected tasks. They are loaded when the user selects a task for the first time. */
export function ActionBar(actions: TaskActions) {
  const isNeeded = useRef(false);
  isNeeded.current ||= actions.selectedTasks.length > 0;
  return isNeeded.current && <Lazy load={loadBar} props={actions} />;
}

interface FailedActionsProps {
  /** The tasks of the latest action. */
  readonly tasks: readonly WaitingTaskResponse[];
  readonly listedTasks: readonly WaitingTaskResponse[];
  readonly selection: Selection;
}

/** The errors of actions on tasks that are no longer in the list, for example after a change by another user. */
export function FailedActions({ tasks, listedTasks, selection }: FailedActionsProps) {
  const missingTasks = tasks.filter((task) => !listedTasks.some(({ id }) => id === task.id));
  if (missingTasks.length === 0) return null;
  return (
    <ul class="files">
      {missingTasks.map(({ id, title, release }) => (
        <li key={id}>
          <Link to={`/releases/${lastSegment(release.id)}?task=${lastSegment(id)}`}>{title}</Link>
          <Refusal message={selection.refusals.value.get(id) ?? null} />
        </li>
      ))}
    </ul>
  );
}
