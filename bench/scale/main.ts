// `node bench/scale/main.ts`: computes the resources for 10, 100 and 1,000 releases of 50 tasks per minute from the
// figures of RESULTS.md. Writes them into docs/how-to/operations/size-an-installation.md, between the two marker lines.
import { readFileSync, writeFileSync } from 'node:fs';
import { formatTable } from '../../test/harness/markdown-table.ts';
import { type Cost, needOf, secondsOf } from './model.ts';

const section = 'Processor time of each operation';
const [, after = ''] = readFileSync('bench/RESULTS.md', 'utf8').split(`\n## ${section}\n`);
const rows = (after.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

/**
 * Returns the costs of an operation from its table row: name, rate, and microseconds of API, scheduler, runner and
 * PostgreSQL.
 */
function costOf(operation: string): Cost {
  const figures = rows
    .find((cells) => cells[1] === operation)
    ?.slice(3, 7)
    .map(Number);
  const [api, scheduler, runner, postgres] = figures ?? [];
  if (api === undefined || scheduler === undefined || runner === undefined || postgres === undefined)
    throw new Error(`RESULTS.md has no "${operation}" in "${section}": npm run bench -- costs`);
  return { api, scheduler, runner, postgres };
}

const costs = {
  completion: costOf('complete a task'),
  creation: costOf('create and start a release of 50 tasks'),
  read: costOf('read a release of 50 tasks'),
  script: costOf('run an empty script'),
  idle: costOf('idle for one second'),
};
const defaultLoad = { readsEach: 4, scripted: 0.2, scriptSeconds: 0.1 };
const needs = [10, 100, 1_000].map((releasesPerMinute) => {
  const need = needOf({ releasesPerMinute, ...defaultLoad }, costs);
  const { tasksPerSecond, apis, schedulers, runnerCores, postgresCores } = need;
  return [releasesPerMinute, Math.round(tasksPerSecond), apis, schedulers, runnerCores, postgresCores].map(String);
});
const singleRelease = { releasesPerMinute: 1, ...defaultLoad };
const { fullAt } = needOf(singleRelease, costs);
const seconds = secondsOf(singleRelease, costs);

const computed = `${formatTable(['releases /min', 'tasks /s', 'api', 'scheduler', 'runner cores', 'PostgreSQL cores'], needs)}

A release takes this processor time: ${seconds.api.toFixed(2)} s of the API, ${seconds.scheduler.toFixed(2)} s of a scheduler, ${seconds.runner.toFixed(2)} s of runners and ${seconds.postgres.toFixed(2)} s of PostgreSQL. The maximum load in releases a minute is ${fullAt.api} for one API process, ${fullAt.scheduler} for one scheduler, and ${fullAt.postgres} for a PostgreSQL with 16 cores.`;
const page = 'docs/how-to/operations/size-an-installation.md';
const [leading = '', remainder = ''] = readFileSync(page, 'utf8').split('<!-- computed -->\n');
const [, trailing] = remainder.split('<!-- end -->\n');
if (trailing === undefined) throw new Error(`${page} has no marker lines for the computed part`);
writeFileSync(page, `${leading}<!-- computed -->\n\n${computed}\n\n<!-- end -->\n${trailing}`);
process.stdout.write(`${computed}\n`);
