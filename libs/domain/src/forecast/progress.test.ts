import { expect, test } from 'vitest';
import { plan } from '../testing/notation.ts';
import { currentWorkOf, progressOf } from './progress.ts';

test.each([
  ['Build: a+ p/[b- c>] d# | Ship: e= f. g_ h!', { done: 1, skipped: 1, aborted: 1, all: 8 }],
  ['COMPLETED Build: p+[a+ b-]', { done: 1, skipped: 1, aborted: 0, all: 2 }],
  ['ABORTED Build: a+ b- c# d#', { done: 1, skipped: 1, aborted: 2, all: 4 }],
  ['PLANNED Build: a.', { done: 0, skipped: 0, aborted: 0, all: 1 }],
])('in %s only completed tasks count as done, and groups do not count', (sketch, progress) => {
  expect(progressOf(plan(sketch))).toEqual(progress);
});

test.each([
  ['Build: a+ b. | Ship: c.', 'Build 0 none'],
  ['Build: a+ b> | Ship: c.', 'Build 0 b'],
  ['Build: a+ p>[b> c!] d. | Ship: e.', 'Build 0 c'],
  ['Build: a+ | Ship: s>(b+ c?) | Report: d.', 'Ship 1 c'],
  ['Build: a+ p~[b. c.] | Ship: d.', 'Build 0 p'],
  ['Build: a+ p![b. c.] d. | Ship: e.', 'Build 0 p'],
  ['PLANNED Build: a= b.', 'Build 0 none'],
  ['Build: a+ b-', 'none'],
  ['ABORTED Build: a+ b#', 'none'],
])('%s is now in phase and task %s', (sketch, expected) => {
  const work = currentWorkOf(plan(sketch));
  expect(work === null ? 'none' : `${work.phase.title} ${work.index} ${work.task?.title ?? 'none'}`).toBe(expected);
});
