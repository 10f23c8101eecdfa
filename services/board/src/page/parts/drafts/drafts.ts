import type { Signal } from '@preact/signals';
import { keeping } from '../../data/session.ts';
import { lastOf } from '../../place/ids.ts';
import type { Draft } from './draft.ts';

const drafts = keeping<Draft>(new Map());

/**
 * What was typed of a task and not saved: it is kept for whoever typed it until they log out, also when its drawer is
 * closed.
 */
export const draftOf = (id: string): Signal<Draft> => drafts(lastOf(id));
