// Reads the reports of test runs, a folder each. `again FOLDER`: the failed files that may run once more, a line each.
// `count FAILED FOLDER…`: the closing line; a file counts as it ended in the last folder that has it.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** More failed files than this are no rare fault. */
const maxAgain = 2;

const [command, ...rest] = process.argv.slice(2);

const filesOf = (folder) =>
  readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).testResults);

// A file that could not be loaded has no tests to count, and is a failure all the same.
const failuresOf = ({ status, assertionResults }) =>
  assertionResults.filter((one) => one.status === 'failed').length || Number(status === 'failed');

if (command === 'again') {
  const failed = filesOf(rest[0]).filter((file) => failuresOf(file) > 0);
  const names = [...new Set(failed.map(({ name }) => relative(process.cwd(), name)))];
  if (names.length <= maxAgain) process.stdout.write(names.map((name) => `${name}\n`).join(''));
} else {
  const [failed, ...folders] = rest;
  const runs = folders.map(filesOf).reduce((earlier, later) => {
    const again = new Set(later.map(({ name }) => name));
    return [...earlier.filter(({ name }) => !again.has(name)), ...later];
  });
  const passed = runs.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === 'passed');
  const failures = runs.reduce((sum, run) => sum + failuresOf(run), 0);
  process.stdout.write(`${passed.length} passed, ${failures || Number(failed)} failed\n`);
}
