import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ApiError } from '../../../../api/errors.ts';
import { useAction } from '../../../../components/form-dialog.tsx';
import { Refusal } from '../../../../components/refusal.tsx';
import { t } from '../../../../navigation/text.ts';
import { CommentField } from './comment-field.tsx';
import type { CommentEdit } from './edit-draft.ts';

interface Props {
  readonly edit: CommentEdit;
  /** Changes or ends the edit. */
  readonly update: (edit: CommentEdit | null) => void;
  /** The present version; undefined if it is not loaded. */
  readonly version: number | undefined;
  /** The names to offer for mentions. */
  readonly people: readonly string[];
  /** Saves the text. Throws ApiError, OfflineError. */
  readonly save: (edit: CommentEdit) => Promise<void>;
}

/**
 * The field for the text of a comment of the user. If the comment has changed since, the server refuses the text, and
 * the user can replace the present text.
 */
export function CommentEditor({ edit, update, version, people, save }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const isOutdated = useSignal(false);
  const runner = useAction(() => update(null));
  useEffect(() => {
    const field = box.current?.querySelector('textarea');
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);
  const submit = (next: CommentEdit): void => {
    if (next.text.trim() === '') return;
    void runner.run(async () => {
      isOutdated.value = false;
      try {
        await save(next);
      } catch (error) {
        isOutdated.value = error instanceof ApiError && error.status === 409;
        throw error;
      }
      return t('Comment saved');
    });
  };
  return (
    <div ref={box}>
      <CommentField
        label="Edit comment"
        value={edit.text}
        people={people}
        change={(text) => update({ ...edit, text })}
        submit={() => submit(edit)}
        cancel={() => update(null)}
      >
        <button
          type="button"
          disabled={edit.text.trim() === ''}
          aria-disabled={runner.isBusy.value}
          onClick={() => submit(edit)}
        >
          Save comment
        </button>
        {isOutdated.value && version !== undefined && version !== edit.version && (
          <button type="button" aria-disabled={runner.isBusy.value} onClick={() => submit({ ...edit, version })}>
            Replace with my text
          </button>
        )}
        <button type="button" class="quiet" onClick={() => update(null)}>
          Cancel
        </button>
      </CommentField>
      <Refusal message={runner.refusal.value} />
    </div>
  );
}
