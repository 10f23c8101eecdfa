import { existsSync, readFileSync } from 'node:fs';
import { matchesGlob, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JsonTestResults } from 'vitest/node';

/** The content of `test/budget.json`. */
export interface Budget {
  readonly limits: readonly { readonly files: string; readonly seconds: number }[];
}

/** A test file of a finished run. */
export interface TestFile {
  /** relative to the root of the repository */
  readonly path: string;
  readonly seconds: number;
  readonly hasFailed: boolean;
  readonly tests: readonly { readonly name: string; readonly status: string; readonly seconds: number }[];
}

/** Reads the report of a run. Returns an empty list if the run ended before it wrote one. */
export function readReport(file: string): readonly TestFile[] {
  if (!existsSync(file)) return [];
  const { testResults }: JsonTestResults = JSON.parse(readFileSync(file, 'utf8'));
  return testResults.map((testFile) => ({
    path: relative(process.cwd(), testFile.name),
    seconds: (testFile.endTime - testFile.startTime) / 1000,
    hasFailed: testFile.status === 'failed',
    tests: testFile.assertionResults.map(({ fullName, status, duration }) => ({
      ...{ name: fullName, status, seconds: (duration ?? 0) / 1000 },
    })),
  }));
}

/** The factor of its limit up to which a test is not reported. */
const tolerance = 3;
const slowestCount = 10;
const maxErrorLines = 15;

/**
 * Returns one report if a run with an exit code above 0 has no failed test, which coverage or an error outside of all
 * tests can cause: otherwise the totals would look like a success. It has the last lines of `errors`, the text of stderr.
 */
export function otherFailureOf(run: string, files: readonly TestFile[], errors: string): readonly string[] {
  if (files.some(({ hasFailed }) => hasFailed)) return [];
  const lines = stripVTControlCharacters(errors)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [
    [`The run '${run}' failed without a failed test. Its last errors:`, ...lines.slice(-maxErrorLines)].join('\n'),
  ];
}

/**
 * Returns the slowest files, the tests that exceed three times their limit (test/budget.json), the failures without a
 * failed test (otherFailureOf), and the totals.
 */
export function summaryOf(files: readonly TestFile[], budget: Budget, otherFailures: readonly string[] = []): string {
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestCount);
  const lines = slowest.map(
    ({ path, seconds, tests }) => `${seconds.toFixed(1).padStart(7)} s  ${path} (${tests.length})`,
  );
  const exceeded = exceeding(files, budget);
  const tests = files.flatMap((file) => file.tests);
  const count = (status: string) => tests.filter((test) => test.status === status).length;
  // A file that could not be loaded has no tests, but is a failure.
  const unloaded = files.filter(
    ({ hasFailed, tests }) => hasFailed && !tests.some(({ status }) => status === 'failed'),
  );
  const skipped = count('skipped') + count('pending');
  return [
    '\nThe slowest files:',
    ...lines,
    ...(exceeded.length > 0
      ? [`Tests that took more than ${tolerance} times their limit of test/budget.json:`, ...exceeded]
      : []),
    ...otherFailures,
    `${count('passed')} passed, ${count('failed') + unloaded.length + otherFailures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    '',
  ].join('\n');
}

/** Returns the tests that took more than three times the limit of their files. */
function exceeding(files: readonly TestFile[], { limits }: Budget): readonly string[] {
  return files.flatMap(({ path, tests }) => {
    const { seconds: limit = Number.POSITIVE_INFINITY } = limits.find((kind) => matchesGlob(path, kind.files)) ?? {};
    return tests
      .filter(({ seconds }) => seconds > tolerance * limit)
      .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s of ${limit} s  ${path}: ${name}`);
  });
}
