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
  /** how many pages come before */
  readonly before: ReadonlySignal<number>;
  refresh(): Promise<void>;
  /** Goes on to the page after this one, or back to the one before. */
  turn(way: 'next' | 'previous'): Promise<void>;
  /** Begins anew: something else is asked for. */
  restart(): Promise<void>;
}

export function found(query: () => TaskQuery): Found {
  const answer = signal<MyTasksAnswer | undefined>(undefined);
  const refusal = signal<string | null>(null);
  /** where each page after the first one begins, up to the one that is shown */
  const begins = signal<readonly string[]>([]);
  const before = signal(0);
  const ask = async (): Promise<MyTasksAnswer> => {
    const after = begins.peek().at(-1) ?? null;
    const page = await read<MyTasksAnswer>(callFor(query(), after, rowsOfPage));
    if (page.tasks.length > 0 || after === null) return page;
    // all of its tasks were done
    begins.value = begins.peek().slice(0, -1);
    return await ask();
  };
  const refresh = together(async () => {
    try {
      answer.value = await ask();
      before.value = begins.peek().length;
      refusal.value = null;
    } catch (error) {
      if (!(error instanceof Away)) refusal.value = sentenceOf(error);
    }
  });
  const goTo = (pages: readonly string[]): Promise<void> => {
    begins.value = pages;
    return refresh();
  };
  return {
    answer,
    refusal,
    before,
    refresh,
    turn: (way) => {
      const pages = begins.peek();
      const next = answer.peek()?.next;
      if (way === 'previous') return goTo(pages.slice(0, -1));
      return next === undefined ? refresh() : goTo([...pages, next]);
    },
    restart: () => goTo([]),
  };
}
