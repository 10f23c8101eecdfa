import type { Signal } from '@preact/signals';
import { type DraftFormat, draftSignal } from '../../../../api/session.ts';
import { lastSegment } from '../../../../navigation/ids.ts';

/** An unsaved edit of a comment, with the version that it is based on. */
export interface CommentEdit {
  readonly text: string;
  readonly version: number;
}

const edits = draftSignal<CommentEdit | null>('comment edit', null);

const editFormat: DraftFormat<CommentEdit | null> = {
  write: (edit) => edit && JSON.stringify([edit.version, edit.text]),
  read: (stored) => {
    const [version, text]: readonly unknown[] = JSON.parse(stored);
    return typeof version === 'number' && typeof text === 'string' ? { version, text } : undefined;
  },
};

/** Returns the unsaved edit of a comment; null if the user does not edit it. It remains after a reload. */
export const editDraft = (id: string): Signal<CommentEdit | null> => edits(lastSegment(id), editFormat);
