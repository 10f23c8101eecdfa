import type { MyTasksAnswer } from '@slipway/wire';
import { type Answers, answersTo } from '../../data/answers.ts';
import { read } from '../../data/rest.ts';
import { rowsOfPage } from '../../parts/table.tsx';
import { callFor, type TaskQuery } from './query.ts';

/** The requested page; `isEmpty` is called if a later page has become empty. */
export const found = (query: () => TaskQuery, isEmpty: (asked: TaskQuery) => void): Answers<MyTasksAnswer> =>
  answersTo(query, async (asked) => {
    const page = await read<MyTasksAnswer>(callFor(asked, rowsOfPage));
    if (page.tasks.length > 0 || asked.after === null) return page;
    isEmpty(asked);
    return undefined;
  });
