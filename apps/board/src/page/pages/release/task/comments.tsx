import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { TaskResponse } from '@slipway/api-schema/plans';
import { TextField } from '../../../components/fields/field.tsx';
import { Markdown } from '../../../components/markdown.tsx';
import { Avatar } from '../../../components/marks/avatar.tsx';
import { Moment } from '../../../components/moment.tsx';
import { userComments } from './content/output-runs.ts';
import type { TaskRequests } from './task-requests.ts';

/** The field for a new comment. Ctrl-Enter sends it. */
function Composer({ requests }: { readonly requests: TaskRequests }) {
  const { comment, addComment } = requests;
  const isBusy = useSignal(false);
  const send = async (): Promise<void> => {
    if (isBusy.peek()) return;
    isBusy.value = true;
    await addComment();
    isBusy.value = false;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key belongs to the field inside
    <div
      class="composer"
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
      }}
    >
      <TextField
        label="Comment"
        hint="Supports Markdown. The next action on the task also sends the comment."
        value={comment.value}
        isLong
        change={(text) => (comment.value = text)}
      />
      <div class="tools">
        <button
          type="button"
          disabled={comment.value.trim() === ''}
          aria-disabled={isBusy.value}
          onClick={() => void send()}
        >
          Add comment
        </button>
        <kbd>Ctrl Enter</kbd>
      </div>
    </div>
  );
}

interface Props {
  /** Undefined until the comments are loaded. */
  readonly comments: ReadonlySignal<TaskResponse['comments'] | undefined>;
  /** Null if the user cannot comment. */
  readonly requests: TaskRequests | null;
}

/** The comments of users, the latest first, with a field for a new one. */
export function Comments({ comments, requests }: Props) {
  const entries = userComments(comments.value ?? []);
  if (entries.length === 0 && requests === null) return null;
  return (
    <section class="panel-section">
      <h3>Comments {entries.length > 0 && <span class="badge">{entries.length}</span>}</h3>
      {requests && <Composer requests={requests} />}
      <ol class="thread">
        {entries.map(({ id, author, date, text }) => (
          <li key={id}>
            <Avatar name={author} isNamed />
            <div>
              <p class="author">
                <bdi>{author}</bdi> <Moment at={date} />
              </p>
              <Markdown text={text} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
