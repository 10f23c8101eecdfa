import type { Signal } from '@preact/signals';
import { perUserSignal } from '../../api/session.ts';
import { lastSegment } from '../../navigation/ids.ts';
import type { Draft } from './draft.ts';

const drafts = perUserSignal<Draft>(new Map());

/** The unsaved inputs for a task: kept until the user logs out, also when its drawer is closed. */
export const draftOf = (id: string): Signal<Draft> => drafts(lastSegment(id));
