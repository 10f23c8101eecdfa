import type { Signal } from '@preact/signals';
import { keeping } from '../../data/session.ts';
import { lastOf } from '../../place/ids.ts';
import type { Draft } from './draft.ts';

const drafts = keeping<Draft>(new Map());

/** The unsaved inputs for a task: kept until the user logs out, also when its drawer is closed. */
export const draftOf = (id: string): Signal<Draft> => drafts(lastOf(id));
