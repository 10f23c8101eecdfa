import { type Signal, signal } from '@preact/signals';
import { lastOf } from '../../../place/ids.ts';
import type { Draft } from './draft.ts';

const drafts = new Map<string, Signal<Draft>>();

/** What was typed of a task and not saved: it is kept while the page is open, also when its drawer is closed. */
export function draftOf(id: string): Signal<Draft> {
  const known = drafts.get(lastOf(id)) ?? signal<Draft>(new Map());
  drafts.set(lastOf(id), known);
  return known;
}
