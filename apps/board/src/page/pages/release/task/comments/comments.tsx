import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { useRef } from 'preact/hooks';
import { Lazy } from '../../../../components/lazy.tsx';
import type { Topic } from '../../../../live/subscriptions.ts';
import { t } from '../../../../navigation/text.ts';
import { type Act, hasEnded } from '../../actions.ts';
import type { TaskRequests } from '../task-requests.ts';
import { CommentField } from './comment-field.tsx';
import { knownPeople } from './known-people.ts';
import { Thread } from './thread.tsx';
import { userComments } from './user-comments.ts';

const loadNotifications = async () => (await import('../../../notifications/follow/task-dialog.tsx')).TaskNotifications;

interface ComposerProps {
  readonly task: TaskResponse;
  readonly requests: TaskRequests;
  /** The names to offer for mentions. */
  readonly people: readonly string[];
}

/** Returns the help text of the comment, with the actions that also send it. */
function hintFor(task: TaskResponse): string {
  if (hasEnded(task)) return t('Supports Markdown and @mentions.');
  // A decision on a gate has a comment of its own.
  if ((task.approvalRequirements ?? []).length > 0)
    return t('Supports Markdown and @mentions. An approval or a rejection does not send this comment.');
  return t('Supports Markdown and @mentions. The next action on the task also sends the comment.');
}

/** The field for a new comment. Ctrl-Enter sends it. */
function Composer({ task, requests, people }: ComposerProps) {
  const { comment, addComment } = requests;
  const isBusy = useSignal(false);
  const send = async (): Promise<void> => {
    if (isBusy.peek()) return;
    isBusy.value = true;
    await addComment();
    isBusy.value = false;
  };
  return (
    <CommentField
      label="Comment"
      hint={hintFor(task)}
      value={comment.value}
      people={people}
      change={(text) => (comment.value = text)}
      submit={() => void send()}
    >
      <button
        type="button"
        disabled={comment.value.trim() === ''}
        aria-disabled={isBusy.value}
        onClick={() => void send()}
      >
        Add comment
      </button>
    </CommentField>
  );
}

interface Props {
  /** Null if the user can view the task but not its release. */
  readonly release: Pick<ReleaseResponse, 'owner' | 'teams'> | null;
  readonly task: TaskResponse;
  /** Undefined until the comments are loaded. */
  readonly comments: ReadonlySignal<TaskResponse['comments'] | undefined>;
  /** Null if the user cannot comment. */
  readonly requests: TaskRequests | null;
  readonly act: Act;
  readonly topics: readonly Topic[];
}

/** The comments of users, the latest first, with a field for a new one. */
export function Comments({ release, task, comments, requests, act, topics }: Props) {
  const entries = userComments(comments.value ?? []);
  const people = knownPeople(release, task, entries);
  // An unsaved edit of the last comment stays visible after another user has deleted this comment.
  const hasThread = useRef(false);
  if (entries.length > 0) hasThread.current = true;
  if (!hasThread.current && requests === null) return null;
  return (
    <section class="panel-section">
      <div class="row wrapped">
        <h3>Comments {entries.length > 0 && <span class="badge">{entries.length}</span>}</h3>
        {requests && <Lazy load={loadNotifications} props={{ task, act }} isOptional />}
      </div>
      {requests && <Composer task={task} requests={requests} people={people} />}
      {hasThread.current && (
        <Thread task={task} entries={entries} people={people} act={act} topics={topics} canChange={requests !== null} />
      )}
    </section>
  );
}
