import { type Signal, useSignal } from '@preact/signals';
import type { WaitingTaskResponse } from '@slipway/api-schema/search';
import { Lazy } from '../../components/lazy.tsx';
import { Refusal } from '../../components/refusal.tsx';
import type { Selection } from '../../components/selection.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { type ActionInput, type BulkAction, bulkActions, getAvailability } from './bulk-actions.ts';

const loadDialog = async () => (await import('./action-dialog.tsx')).ActionDialog;

interface Props {
  readonly tasks: readonly WaitingTaskResponse[];
  /** Whether an action is running. */
  readonly isBusy: Signal<boolean>;
  /** The input of the latest action if it failed for some tasks; null otherwise. */
  readonly failedInput: Signal<ActionInput | null>;
  readonly run: (action: BulkAction, inputText: string) => void;
}

/** The buttons for the selected tasks, and the missing permissions. */
export function ActionBar({ tasks, isBusy, failedInput, run }: Props) {
  const pendingAction = useSignal<BulkAction | null>(null);
  const availability = bulkActions.map((action) => ({ action, ...getAvailability(action, tasks) }));
  const blocked = availability.filter(({ missingPermission }) => missingPermission !== null);
  const close = (): void => {
    pendingAction.value = null;
  };
  const startAction = (action: BulkAction): void => {
    if (action.inputKind === undefined) run(action, '');
    else pendingAction.value = action;
  };
  return (
    <fieldset class="steps">
      <legend>{tasks.length} selected</legend>
      {availability.map(({ action, canRun }) => (
        <button key={action.path} type="button" disabled={!canRun || isBusy.value} onClick={() => startAction(action)}>
          {action.label}
          {action.inputKind !== undefined && '…'}
        </button>
      ))}
      {blocked.map(({ action, missingPermission }) => (
        <p key={action.path} class="lacked">
          {action.label} requires the {missingPermission} permission.
        </p>
      ))}
      {pendingAction.value && (
        <Lazy
          load={loadDialog}
          props={{
            action: pendingAction.value,
            tasks: tasks.filter(pendingAction.value.isAvailableFor),
            initialText: failedInput.value?.action === pendingAction.value ? failedInput.value.text : '',
            close,
            onSubmit: (inputText) => {
              const action = pendingAction.peek();
              close();
              if (action) run(action, inputText);
            },
          }}
        />
      )}
    </fieldset>
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
