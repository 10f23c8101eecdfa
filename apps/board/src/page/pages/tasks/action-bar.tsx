import { useSignal } from '@preact/signals';
import type { WaitingTaskResponse } from '@slipway/api-schema/search';
import { permissionReason } from '../../api/permission-reason.ts';
import { BulkBar } from '../../components/controls/bulk-bar.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { Refusal } from '../../components/refusal.tsx';
import type { Selection } from '../../components/selection.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { type BulkAction, bulkActions, getAvailability } from './bulk-actions.ts';
import type { TaskActions } from './use-task-actions.ts';

const loadDialog = async () => (await import('./action-dialog.tsx')).ActionDialog;

/** An action that waits for its input, and its tasks. */
export interface PendingAction {
  readonly action: BulkAction;
  readonly tasks: readonly WaitingTaskResponse[];
}

interface InputDialogProps extends Pick<TaskActions, 'failedInput' | 'run'> {
  readonly pending: PendingAction;
  readonly close: () => void;
}

/** The dialog for the input of an action. */
export const InputDialog = ({ pending: { action, tasks }, failedInput, run, close }: InputDialogProps) => (
  <Lazy
    load={loadDialog}
    props={{
      action,
      tasks: tasks.filter(action.isAvailableFor),
      initialText: failedInput.value?.action === action ? failedInput.value.text : '',
      close,
      onSubmit: (inputText) => {
        close();
        void run(action, inputText, tasks);
      },
    }}
  />
);

/** The actions on the selected tasks, and the missing permissions. Absent without a selection. */
export function ActionBar({ selectedTasks: tasks, isBusy, failedInput, run, clear }: TaskActions) {
  const pendingAction = useSignal<BulkAction | null>(null);
  const availability = bulkActions
    .filter((action) => tasks.some(action.isAvailableFor))
    .map((action) => ({ action, ...getAvailability(action, tasks) }));
  const startAction = (action: BulkAction): void => {
    if (action.inputKind === undefined) void run(action, '', tasks);
    else pendingAction.value = action;
  };
  return (
    <>
      <BulkBar count={tasks.length} clear={clear}>
        {availability.map(({ action, canRun }) => (
          <button
            key={action.path}
            type="button"
            class="small"
            disabled={!canRun || isBusy.value}
            onClick={() => startAction(action)}
          >
            {action.label}
            {action.inputKind !== undefined && '…'}
          </button>
        ))}
        {availability.map(
          ({ action, missingPermission }) =>
            missingPermission !== null && (
              <p key={action.path} class="lacked">
                {action.label}: {permissionReason(missingPermission)}
              </p>
            ),
        )}
      </BulkBar>
      {pendingAction.value && (
        <InputDialog
          {...{ failedInput, run }}
          pending={{ action: pendingAction.value, tasks }}
          close={() => (pendingAction.value = null)}
        />
      )}
    </>
  );
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
