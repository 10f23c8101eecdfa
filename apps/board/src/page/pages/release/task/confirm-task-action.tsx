import { useSignal } from '@preact/signals';
import type { TaskResponse } from '@slipway/api-schema/plans';
import { TextField } from '../../../components/fields/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { t } from '../../../navigation/text.ts';
import { isDangerous, type TaskAction } from '../actions.ts';
import type { TaskRequests } from './task-requests.ts';

/** The effects of the confirmed actions (`isConfirmed`). */
const effects: Readonly<Partial<Record<TaskAction['path'], string>>> = {
  skip: t('The release continues without this task.'),
  fail: t('The task fails. Without a failure handler, the release waits for a retry.'),
  abort: t('The running task is stopped.'),
};

interface Props {
  readonly task: Pick<TaskResponse, 'title'>;
  readonly action: TaskAction;
  readonly requests: TaskRequests;
  readonly close: () => void;
}

/** The confirmation of an action that ends a task, with a comment. It begins with the unsent comment on the task. */
export function ConfirmTaskAction({ task, action, requests, close }: Props) {
  const comment = useSignal(requests.comment.peek());
  return (
    <FormDialog
      title={`${action.label} ${task.title}?`}
      submitLabel={t`${action.label} task`}
      isDanger={isDangerous(action)}
      close={close}
      run={() => requests.confirmAction(action, comment.peek())}
    >
      <p>{effects[action.path]}</p>
      <TextField label="Comment (optional)" isLong value={comment.value} change={(text) => (comment.value = text)} />
    </FormDialog>
  );
}
