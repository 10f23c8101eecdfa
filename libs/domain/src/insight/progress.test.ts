import { expect, test } from 'vitest';
import { plan } from '../testing/notation.ts';
import { progressOf } from './progress.ts';

test('what was completed, skipped and aborted is over, in groups too; what was decided in advance is not', () => {
  expect(progressOf(plan('Build: a+ p/[b- c>] d# | Ship: e= f.'))).toEqual({ done: 3, all: 7 });
});
