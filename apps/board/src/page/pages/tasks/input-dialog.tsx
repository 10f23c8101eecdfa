import type { WaitingTaskResponse } from '@slipway/api-schema/search';
import { Lazy } from '../../components/lazy.tsx';
import type { BulkAction } from './bulk-actions.ts';
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
