import { type ReadonlySignal, signal } from '@preact/signals';
import type { MyTasksAnswer } from '@slipway/wire';
import { Away, sentenceOf } from '../../data/refused.ts';
import { read } from '../../data/rest.ts';
import { together } from '../../data/together.ts';
import { rowsOfPage } from '../../parts/table.tsx';
import { callFor, type TaskQuery } from './query.ts';

/** A page of one's tasks. */
export interface Found {
  readonly answer: ReadonlySignal<MyTasksAnswer | undefined>;
  readonly refusal: ReadonlySignal<string | null>;
  refresh(): Promise<void>;
}

/** The page that is asked for; `isEmpty` is told where a later one has no tasks any more: all of them were done. */
export function found(query: () => TaskQuery, isEmpty: (asked: TaskQuery) => void): Found {
  const answer = signal<MyTasksAnswer | undefined>(undefined);
  const refusal = signal<string | null>(null);
  const refresh = together(async () => {
    const asked = query();
    try {
      const page = await read<MyTasksAnswer>(callFor(asked, rowsOfPage));
      refusal.value = null;
      if (page.tasks.length === 0 && asked.after !== null) isEmpty(asked);
      else answer.value = page;
    } catch (error) {
      if (!(error instanceof Away)) refusal.value = sentenceOf(error);
    }
  });
  return { answer, refusal, refresh };
}
