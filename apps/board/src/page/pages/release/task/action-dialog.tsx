import type { TaskResponse } from '@slipway/api-schema/plans';
import { Dialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/fields/field.tsx';
import type { TaskAction } from '../actions.ts';
import type { TaskRequests } from './task-requests.ts';

interface Props {
  readonly task: Pick<TaskResponse, 'title'>;
  readonly action: TaskAction;
  readonly requests: TaskRequests;
  readonly close: () => void;
}

const effects: Readonly<Partial<Record<TaskAction['path'], string>>> = {
  skip: 'The release continues without this task.',
  fail: 'The task fails. Without a failure handler, the release waits for a retry.',
  abort: 'The running task is stopped.',
};

/** The confirmation of an action that ends a task, with a comment. The panel shows an error of the action. */
export const ActionDialog = ({ task, action, requests, close }: Props) => (
  <Dialog title={`${action.label} ${task.title}?`} close={close}>
    <form
      class="actions"
      onSubmit={(event) => {
        event.preventDefault();
        close();
        void requests.runAction(action);
      }}
    >
      <p>{effects[action.path]}</p>
      <TextField
        label="Comment (optional)"
        isLong
        value={requests.comment.value}
        change={(text) => (requests.comment.value = text)}
      />
      <button type="button" onClick={close}>
        Cancel
      </button>
      <button type="submit" class={action.path === 'skip' ? 'main' : 'danger main'}>
        {action.label} task
      </button>
    </form>
  </Dialog>
);
