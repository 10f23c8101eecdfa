import type { Signal } from '@preact/signals';
import { perUserSignal } from '../../../api/session.ts';
import { lastSegment } from '../../../navigation/ids.ts';

const drafts = perUserSignal('');

/** The unsent comment on a task: kept until it is sent, also when the drawer is closed. */
export const commentDraft = (id: string): Signal<string> => drafts(`comment ${lastSegment(id)}`);

/** The unsent reason of an approval or rejection, kept likewise. */
export const reasonDraft = (id: string): Signal<string> => drafts(`reason ${lastSegment(id)}`);
