import type { Signal } from '@preact/signals';
import type { TaskResponse } from '@slipway/api-schema/plans';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { mutate } from '../../api/rest.ts';
import { me } from '../../api/session.ts';
import { ActionButton, MissingPermissions } from '../../components/controls/action-button.tsx';
import { TextField } from '../../components/fields/field.tsx';
import { statusLabel } from '../../components/marks/status.tsx';
import { findTaskType } from '../../live/task-types.ts';
import { announce } from '../../navigation/announce.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { type Act, availableActions, type TaskAction } from './actions.ts';
import { missingPermissionOnTask, type TaskExplanation } from './permissions.ts';
import { commentDraft } from './task/comment-drafts.ts';

interface Props {
  readonly task: TaskResponse;
  /** Undefined until the explanation is loaded. */
  readonly explanation: TaskExplanation | undefined;
  readonly act: Act;
  readonly refusal: Signal<DisplayMessage | null>;
  /** The unsaved values of the variables of the task. Completing the task sends them. */
  readonly getAnswers: () => readonly { readonly key: string; readonly value: unknown }[];
  /** Called after the values were sent. */
  readonly onCompleted: () => void;
}

/** Returns the task with a new comment of the user. */
function withComment(task: TaskResponse, text: string): TaskResponse {
  const date = new Date().toISOString();
  const commentFields = { id: 'pending', type: 'rel.Comment', text, author: me.peek()?.username ?? '' };
  return { ...task, comments: [...task.comments, { ...commentFields, date, creationDate: date }] };
}

/** Returns functions that send an action with its comment. */
function useRequests({ task, act, refusal, getAnswers, onCompleted }: Props) {
  const comment = commentDraft(task.id);
  const path = `/tasks/${lastSegment(task.id)}`;
  const run = async (action: string, expected: TaskResponse, body?: object): Promise<void> => {
    refusal.value = null;
    const sentComment = comment.value;
    try {
      await act(expected, async () => {
        const updatedTask = await mutate<TaskResponse>('POST', `${path}/${action}`, body);
        announce(`${updatedTask.title}: ${statusLabel(updatedTask.status)}`);
        return updatedTask;
      });
      // A comment that was changed during the request, or that was not sent, stays.
      if (body !== undefined && comment.value === sentComment) comment.value = '';
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  const commentFields = () => (comment.value.trim() === '' ? {} : { comment: comment.value });
  const runAction = async ({ path: action, nextStatus: next }: TaskAction): Promise<void> => {
    const variables = action === 'complete' ? getAnswers() : [];
    const body = variables.length === 0 ? commentFields() : { ...commentFields(), variables };
    await run(action, { ...task, status: next ?? task.status }, body);
    if (variables.length > 0 && refusal.value === null) onCompleted();
  };
  return { comment, run, commentFields, runAction };
}

/** The buttons of a task, with a field for the comment of the action. */
export function TaskActions(props: Props) {
  const { task, explanation } = props;
  const { comment, run, commentFields, runAction } = useRequests(props);
  const username = me.value?.username;
  const canAssign = username !== undefined && username !== task.owner;
  const missingAssignPermission = canAssign ? missingPermissionOnTask(explanation, 'assignTask') : null;
  const actions = availableActions(task, findTaskType(task.type)).map((action) => ({
    ...action,
    missingPermission: missingPermissionOnTask(explanation, action.action),
  }));
  usePaletteActions(
    actions.map((action) => ({
      name: `${action.label} ${task.title}`,
      missingPermission: action.missingPermission,
      run: () => void runAction(action),
    })),
  );
  return (
    <div class="actions">
      <TextField label="Comment" value={comment.value} isLong change={(text) => (comment.value = text)} />
      {actions.map((action) => (
        <ActionButton key={action.path} missingPermission={action.missingPermission} run={() => void runAction(action)}>
          {action.label}
        </ActionButton>
      ))}
      <button
        type="button"
        disabled={comment.value.trim() === ''}
        onClick={() => void run('comment', withComment(task, comment.value), commentFields())}
      >
        Add comment
      </button>
      {canAssign && (
        <ActionButton
          missingPermission={missingAssignPermission}
          run={() => void run(`assign/${encodeURIComponent(username)}`, { ...task, owner: username })}
        >
          Assign to me
        </ActionButton>
      )}
      <MissingPermissions
        names={[...actions.map(({ missingPermission }) => missingPermission), missingAssignPermission]}
      />
    </div>
  );
}
