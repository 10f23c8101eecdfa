import type { Signal } from '@preact/signals';
import { perUserSignal } from '../../../api/session.ts';
import { lastSegment } from '../../../navigation/ids.ts';

const drafts = perUserSignal('');

/** Returns the unsent comment on a task. It remains after the drawer is closed. */
export const commentDraft = (id: string): Signal<string> => drafts(`comment ${lastSegment(id)}`);

/** Returns the unsent reason for the approval or rejection of a gate. It remains after the drawer is closed. */
export const reasonDraft = (id: string): Signal<string> => drafts(`reason ${lastSegment(id)}`);
