import { useSignal } from '@preact/signals';
import type { ChangeableCommentResponse, TaskResponse } from '@slipway/api-schema/plans';
import { useEffect, useRef } from 'preact/hooks';
import Pencil from '~icons/lucide/pencil';
import Trash2 from '~icons/lucide/trash-2';
import { fullNameOf } from '../../../../api/full-names.ts';
import { mutate, read } from '../../../../api/rest.ts';
import { CopyButton } from '../../../../components/controls/copy-button.tsx';
import type { MenuAction } from '../../../../components/controls/menu.tsx';
import { RowMenu } from '../../../../components/controls/row-menu.tsx';
import { FormDialog } from '../../../../components/form-dialog.tsx';
import { Markdown } from '../../../../components/markdown.tsx';
import { Avatar } from '../../../../components/marks/avatar.tsx';
import { UserName } from '../../../../components/marks/user-name.tsx';
import { Moment } from '../../../../components/moment.tsx';
import { useEntity } from '../../../../live/queries.ts';
import type { Topic } from '../../../../live/subscriptions.ts';
import { lastSegment } from '../../../../navigation/ids.ts';
import { t } from '../../../../navigation/text.ts';
import type { Act } from '../../actions.ts';
import { CommentEditor } from './comment-editor.tsx';
import { type CommentEdit, editDraft } from './edit-draft.ts';
import { markMentions } from './mention-mark.tsx';

type Comment = TaskResponse['comments'][number];

/** What the user may do with the comments that can change; undefined until it is loaded. */
type Rights = readonly ChangeableCommentResponse[] | undefined;

/** Returns why the user cannot change a comment; null if the user can. */
function refusedChange(rights: Rights, { id, author }: Comment, change: 'mayEdit' | 'mayDelete'): string | null {
  if (rights === undefined) return t('Loading…');
  const right = rights.find((candidate) => candidate.id === id);
  if (right === undefined) return t('A comment of an action or a script can’t change');
  if (right[change]) return null;
  const name = fullNameOf(author);
  return change === 'mayEdit'
    ? t`Only ${name} can edit this comment`
    : t`Only ${name} and administrators can delete this comment`;
}

interface EntryProps {
  readonly comment: Comment;
  readonly rights: Rights;
  /** The names to offer for mentions. */
  readonly people: readonly string[];
  /** Null if the release is archived. */
  readonly changes: {
    readonly save: (id: string, edit: CommentEdit) => Promise<void>;
    readonly confirmDeletion: (comment: Comment) => void;
    /** Called with the id of a comment that the user edits. */
    readonly watchEdit: (id: string) => void;
  } | null;
}

/** A comment with its author and its times, and a menu to change it. */
function ThreadEntry({ comment, rights, people, changes }: EntryProps) {
  const { id, author, date, editedDate, text, mentions } = comment;
  const draft = editDraft(id);
  const version = rights?.find((right) => right.id === id)?.version;
  const item = useRef<HTMLLIElement>(null);
  const isEditing = changes !== null && draft.value !== null;
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing) item.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
    wasEditing.current = isEditing;
    if (isEditing) changes.watchEdit(id);
  }, [isEditing]);
  const actions: readonly MenuAction[] = [
    {
      ...{ label: t('Edit comment'), icon: Pencil, disabledReason: refusedChange(rights, comment, 'mayEdit') },
      run: () => {
        if (version !== undefined) draft.value = { text, version };
      },
    },
    {
      ...{ label: t('Delete comment'), icon: Trash2, isDanger: true },
      disabledReason: refusedChange(rights, comment, 'mayDelete'),
      run: () => changes?.confirmDeletion(comment),
    },
  ];
  return (
    <li ref={item}>
      <Avatar name={author} isNamed />
      <div>
        <div class="row">
          <p class="author">
            <UserName name={author} /> <Moment at={date} />
            {editedDate !== undefined && (
              <span>
                {' '}
                · edited <Moment at={editedDate} since={date} />
              </span>
            )}
          </p>
          {changes && <RowMenu label={t`Actions for the comment of ${fullNameOf(author)}`} sections={[{ actions }]} />}
        </div>
        {isEditing && draft.value !== null && changes !== null ? (
          <CommentEditor
            edit={draft.value}
            update={(edit) => (draft.value = edit)}
            version={version}
            people={people}
            save={(edit) => changes.save(id, edit)}
          />
        ) : (
          <Markdown text={text} renderText={markMentions(mentions)} />
        )}
      </div>
    </li>
  );
}

interface LostEditProps {
  readonly edit: CommentEdit;
  readonly discard: () => void;
}

/** The unsaved text of a comment that was deleted in another window or by an administrator. */
const LostEdit = ({ edit, discard }: LostEditProps) => (
  <div class="composer">
    <p class="refusal" role="alert">
      The comment that you edit was deleted. Copy your text, or discard it.
    </p>
    <pre class="terminal">{edit.text}</pre>
    <div class="tools">
      <CopyButton label="Copy text" getText={() => edit.text} />
      <button type="button" onClick={discard}>
        Discard
      </button>
    </div>
  </div>
);

interface DeletionProps {
  readonly comment: Comment;
  readonly remove: () => Promise<void>;
  readonly close: () => void;
}

/** The confirmation of a deletion. */
const DeletionDialog = ({ comment, remove, close }: DeletionProps) => (
  <FormDialog
    title="Delete comment?"
    submitLabel="Delete comment"
    isDanger
    close={close}
    run={async () => {
      await remove();
      return t('Comment deleted');
    }}
  >
    <p>The activity log records who deleted the comment, but not its text.</p>
    <blockquote class="markdown">{comment.text.slice(0, 200)}</blockquote>
  </FormDialog>
);

interface Props {
  readonly task: TaskResponse;
  /** The comments of users, the latest first. */
  readonly entries: readonly Comment[];
  /** The names to offer for mentions. */
  readonly people: readonly string[];
  readonly act: Act;
  readonly topics: readonly Topic[];
  /** Whether comments can change: the release is not archived. */
  readonly canChange: boolean;
}

/** The comments of users with their menus. Their text is Markdown. */
export function Thread({ task, entries, people, act, topics, canChange }: Props) {
  const taskPath = `/tasks/${lastSegment(task.id)}`;
  const rights = useEntity<readonly ChangeableCommentResponse[]>(canChange ? `${taskPath}/comments` : null, topics);
  const deleted = useSignal<Comment | null>(null);
  const watchedEdit = useSignal<string | null>(null);
  const lostDraft =
    watchedEdit.value === null || entries.some(({ id }) => id === watchedEdit.value)
      ? null
      : editDraft(watchedEdit.value);
  const pathOf = (id: string): string => `${taskPath}/comments/${lastSegment(id)}`;
  const run = async (send: () => Promise<TaskResponse>): Promise<void> => {
    try {
      await act(task, send);
    } finally {
      await rights.refresh();
    }
  };
  const remove = (id: string, version = rights.value.peek()?.find((right) => right.id === id)?.version) =>
    run(async () => {
      await mutate('DELETE', version === undefined ? pathOf(id) : `${pathOf(id)}?version=${version}`);
      return await read<TaskResponse>(taskPath);
    });
  const changes = {
    save: (id: string, edit: CommentEdit) => run(() => mutate<TaskResponse>('PUT', pathOf(id), edit)),
    confirmDeletion: (comment: Comment) => (deleted.value = comment),
    watchEdit: (id: string) => (watchedEdit.value = id),
  };
  return (
    <>
      {lostDraft?.value && <LostEdit edit={lostDraft.value} discard={() => (lostDraft.value = null)} />}
      <ol class="thread">
        {entries.map((comment) => (
          <ThreadEntry
            key={comment.id}
            comment={comment}
            rights={rights.value.value}
            people={people}
            changes={canChange ? changes : null}
          />
        ))}
      </ol>
      {deleted.value !== null && (
        <DeletionDialog
          comment={deleted.value}
          remove={() => remove(deleted.value?.id ?? '')}
          close={() => (deleted.value = null)}
        />
      )}
    </>
  );
}
