import { type Signal, useSignal } from '@preact/signals';
import type { WaitingTaskResponse } from '@slipway/api-schema/search';
import { useMemo } from 'preact/hooks';
import { ApiError, messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { missingPermissionFor } from '../../api/permissions.ts';
import type { Selection } from '../../components/selection.tsx';
import { showToast } from '../../components/toast.tsx';
import { plural, t } from '../../navigation/text.ts';
import { type ActionInput, type BulkAction, runBulkAction } from './bulk-actions.ts';

/** The actions on the tasks of a list. */
export interface TaskActions {
  readonly selection: Selection;
  readonly selectedTasks: readonly WaitingTaskResponse[];
  /** The tasks of the latest action that the server rejected. */
  readonly attemptedTasks: Signal<readonly WaitingTaskResponse[]>;
  /** Whether an action is running. */
  readonly isBusy: Signal<boolean>;
  /** The input of the latest action if it failed for some tasks; null otherwise. */
  readonly failedInput: Signal<ActionInput | null>;
  /** Runs an action on those of the tasks for which it is available. */
  readonly run: (action: BulkAction, inputText: string, tasks: readonly WaitingTaskResponse[]) => Promise<void>;
  readonly clear: () => void;
}

const describeCount = (count: number): string => plural(count, '# task', '# tasks');

/** Returns the selected tasks of a list, and a function that runs an action on tasks. */
export function useTaskActions(tasks: readonly WaitingTaskResponse[], refresh: () => Promise<void>): TaskActions {
  const selectedIds = useSignal<ReadonlySet<string>>(new Set());
  const refusals = useSignal<ReadonlyMap<string, DisplayMessage>>(new Map());
  const failedInput = useSignal<ActionInput | null>(null);
  const attemptedTasks = useSignal<readonly WaitingTaskResponse[]>([]);
  const isBusy = useSignal(false);
  const selection = useMemo((): Selection => ({ selectedIds, refusals }), []);
  const selectedTasks = tasks.filter(({ id }) => selectedIds.value.has(id));
  const run: TaskActions['run'] = async (action, inputText, targets) => {
    const applicableTasks = targets.filter(
      (task) => action.isAvailableFor(task) && missingPermissionFor(task, action.path) === null,
    );
    isBusy.value = true;
    const errors = await runBulkAction(action, applicableTasks, inputText);
    await refresh();
    isBusy.value = false;
    refusals.value = new Map([...errors].map(([id, error]) => [id, messageOf(error)]));
    // After OfflineError, the reconnection reloads the list and shows the state of the task.
    attemptedTasks.value = applicableTasks.filter(({ id }) => errors.get(id) instanceof ApiError);
    failedInput.value = errors.size === 0 ? null : { action, text: inputText };
    // The user may have changed the selection during the requests, so only the completed tasks are removed from it.
    const completedIds = new Set(applicableTasks.map(({ id }) => id).filter((id) => !errors.has(id)));
    selectedIds.value = new Set([...selectedIds.value].filter((id) => !completedIds.has(id)));
    const failureText = errors.size === 0 ? '' : t`, ${errors.size} failed`;
    showToast(`${describeCount(completedIds.size)} ${action.result}${failureText}`);
  };
  const clear = (): void => {
    selectedIds.value = new Set();
  };
  return { selection, selectedTasks, attemptedTasks, isBusy, failedInput, run, clear };
}
