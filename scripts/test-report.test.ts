import { expect, test } from 'vitest';
import { otherFailureOf, summaryOf, type TestFile } from './test-report.ts';

const budget = {
  limits: [
    { files: 'test/board/**', seconds: 5 },
    { files: '**', seconds: 1 },
  ],
};
const file = (path: string, seconds: number, ...tests: TestFile['tests']): TestFile => ({
  ...{ path, seconds, tests },
  hasFailed: tests.some(({ status }) => status === 'failed'),
});
const passed = (name: string, seconds: number) => ({ name, status: 'passed', seconds });

test('the summary has the slowest files first, and counts each test', () => {
  const files = [
    file('libs/domain/src/a.test.ts', 0.5, passed('a', 0.4), { name: 'b', status: 'failed', seconds: 0 }),
    file('test/board/c.test.ts', 12, passed('c', 11), { name: 'd', status: 'skipped', seconds: 0 }),
  ];
  expect(summaryOf(files, budget)).toBe(`
The slowest files:
   12.0 s  test/board/c.test.ts (2)
    0.5 s  libs/domain/src/a.test.ts (2)
2 passed, 1 failed, 1 skipped
`);
});

test('a test that takes more than three times the limit of its files is listed', () => {
  const files = [
    file('test/board/a.test.ts', 15, passed('within', 15), passed('beyond', 15.1)),
    file('libs/b.test.ts', 4, passed('slow', 3.5)),
  ];
  expect(summaryOf(files, budget)).toContain(`
Tests that took more than 3 times their limit of test/budget.json:
   15.1 s of 5 s  test/board/a.test.ts: beyond
    3.5 s of 1 s  libs/b.test.ts: slow
`);
});

test('a file that could not be loaded is a failure', () => {
  const files = [{ ...file('libs/a.test.ts', 0), hasFailed: true }];
  expect(summaryOf(files, budget)).toContain('\n0 passed, 1 failed\n');
});

test('a run that failed without a failed test is a failure, with its last errors', () => {
  const files = [file('libs/a.test.ts', 0.5, passed('a', 0.4))];
  const failures = otherFailureOf('domain', files, '\n\u001b[31mERROR: Coverage\u001b[39m does not meet 100%\n');
  expect(summaryOf(files, budget, failures)).toContain(`
The run 'domain' failed without a failed test. Its last errors:
ERROR: Coverage does not meet 100%
1 passed, 1 failed
`);
  expect(otherFailureOf('domain', [{ ...file('libs/a.test.ts', 0), hasFailed: true }], '')).toEqual([]);
});
