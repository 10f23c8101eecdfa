import { effect, type Signal, signal } from '@preact/signals';
import { me } from '../../data/session.ts';
import { lastOf } from '../../place/ids.ts';
import type { Draft } from './draft.ts';

const drafts = new Map<string, Signal<Draft>>();

// the next person in this tab is another one
effect(() => {
  if (me.value === null) drafts.clear();
});

/**
 * What was typed of a task and not saved: it is kept for whoever typed it until they log out, also when its drawer is
 * closed.
 */
export function draftOf(id: string): Signal<Draft> {
  const key = `${lastOf(id)} ${me.value?.username}`;
  const known = drafts.get(key) ?? signal<Draft>(new Map());
  drafts.set(key, known);
  return known;
}
