import { useSignal } from '@preact/signals';
import type { WaitingTaskResponse } from '@slipway/api-schema/search';
import { permissionReason } from '../../api/permission-reason.ts';
import { missingPermissionFor } from '../../api/permissions.ts';
import { BulkBar } from '../../components/controls/bulk-bar.tsx';
import { type BulkAction, bulkActions } from './bulk-actions.ts';
import { InputDialog } from './input-dialog.tsx';
import type { TaskActions } from './use-task-actions.ts';

/** Returns whether the action can run on any of the tasks, and the missing permission if it can run on none. */
function getAvailability(
  action: BulkAction,
  tasks: readonly WaitingTaskResponse[],
): { readonly canRun: boolean; readonly missingPermission: string | null } {
  const applicableTasks = tasks.filter(action.isAvailableFor);
  const missingPermissions = applicableTasks.map((task) => missingPermissionFor(task, action.path));
  const canRun = missingPermissions.includes(null);
  return { canRun, missingPermission: canRun ? null : (missingPermissions[0] ?? null) };
}

/** The actions on the selected tasks, and the missing permissions. Absent without a selection. */
export function SelectionBar({ selectedTasks: tasks, isBusy, failedInput, run, clear }: TaskActions) {
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
