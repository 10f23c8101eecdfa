import type { ReleasePageAnswer } from '@slipway/wire';
import { type Answers, answersTo } from '../../data/answers.ts';
import { read } from '../../data/rest.ts';
import { rowsOfPage } from '../../parts/table.tsx';
import { callFor, filterOf, type ReleaseQuery } from './query.ts';

/** The requested page of a list, kept current. */
export const found = (query: () => ReleaseQuery): Answers<ReleasePageAnswer> =>
  answersTo(query, (asked) => read(callFor(asked, rowsOfPage), filterOf(asked)));
