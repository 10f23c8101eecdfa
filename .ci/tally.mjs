// Reads the reports of test runs. `again FIRST`: the files to try once more, a line each. `count FAILED REPORT…`: the
// closing line, where a file of a later report stands in the place of the same file of an earlier one.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Of more than these something is wrong that a second try would only cover up. */
const mostAgain = 5;

const [does, ...rest] = process.argv.slice(2);

function filesOf(report) {
  const text = existsSync(report) ? readFileSync(report, 'utf8') : '';
  return text === '' ? [] : JSON.parse(text).testResults;
}

// A file that could not be loaded has no tests to count and is a failure all the same.
const failuresOf = ({ status, assertionResults }) =>
  assertionResults.filter((one) => one.status === 'failed').length || Number(status === 'failed');

if (does === 'again') {
  const failed = filesOf(rest[0]).filter((file) => failuresOf(file) > 0);
  const names = [...new Set(failed.map(({ name }) => relative(process.cwd(), name)))];
  if (names.length <= mostAgain) process.stdout.write(names.map((name) => `${name}\n`).join(''));
} else {
  const [failed, ...reports] = rest;
  const runs = reports.map(filesOf).reduce((kept, later) => {
    const again = new Set(later.map(({ name }) => name));
    return [...kept.filter(({ name }) => !again.has(name)), ...later];
  });
  const passed = runs.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === 'passed');
  const failures = runs.reduce((sum, run) => sum + failuresOf(run), 0);
  process.stdout.write(`${passed.length} passed, ${failures || Number(failed)} failed\n`);
}
