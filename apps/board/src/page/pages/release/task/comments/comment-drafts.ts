import type { Signal } from '@preact/signals';
import { draftSignal, textFormat } from '../../../../api/session.ts';
import { lastSegment } from '../../../../navigation/ids.ts';

const comments = draftSignal('comment', '');
const reasons = draftSignal('reason', '');

/** Returns the unsent comment on a task. It remains after the drawer is closed, and after a reload. */
export const commentDraft = (id: string): Signal<string> => comments(lastSegment(id), textFormat);

/** Returns the unsent reason for the approval or rejection of a gate. It remains after the drawer is closed, and after a reload. */
export const reasonDraft = (id: string): Signal<string> => reasons(lastSegment(id), textFormat);
