// Complete a task as a member of the team that may, beside admin: the same releases, sixteen clients each, in turns.

import { ms, table } from '../../test/harness/table.ts';
import { type Completing, completing, completionsEach, type Prepared, prepare } from '../flow/complete-task.ts';
import { type Counting, openCounting } from '../measure/counters.ts';
import { connect, type Http } from '../measure/http.ts';
import { measure, median, quantile, type Round } from '../measure/load.ts';
import { processorTime, type Used, usedBetween } from '../measure/processor.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';

const clients = 16;
/** An odd number, so that neither is always the second. */
const rounds = 9;
/** Enough for two or three seconds. */
const releasesEach = 48;
const longestMs = 60_000;
const name = 'benchmember';

interface Made {
  readonly id: string;
}

interface Asker {
  readonly as: 'admin' | 'member';
  readonly connections: readonly Http[];
}

interface Measured {
  readonly work: Round;
  readonly used: Used;
}

/** A folder whose team is the member, in one that belongs to others: their rights come from the folder above. */
async function folderOfMember(http: Http): Promise<string> {
  await http.ask('POST', `/users/${name}`, { fullName: 'Bench', email: '', loginAllowed: true, password: name });
  const { id } = await http.ask<Made>('POST', '/folders/Applications', { title: 'Bench of a member' });
  const permissions = ['folder#view', 'release#view', 'release#task_transition'];
  await http.ask('POST', `/folders/${id}/teams`, [{ teamName: 'Members', members: [{ name }], permissions }]);
  return (await http.ask<Made>('POST', `/folders/${id}`, { title: 'Inner' })).id;
}

async function round({ product }: Bench, work: Completing): Promise<Measured> {
  const before = processorTime(product.pid);
  const done = await measure(work.clients, longestMs);
  return { work: done, used: usedBetween(before, processorTime(product.pid)) };
}

/** Transactions of one completion, in a round that nothing else is counted with. */
async function commitsOf(bench: Bench, counting: Counting, work: Completing): Promise<number> {
  const before = await counting.commits();
  await round(bench, work);
  return ((await counting.commits()) - before) / (releasesEach * completionsEach);
}

const over = (all: readonly Measured[], value: (one: Measured) => number): number => median(all.map(value));
const whole = (value: number): string => String(Math.round(value));

const rowOf = (as: string, all: readonly Measured[], commits: number): readonly string[] => [
  as,
  whole(over(all, ({ work }) => work.perSecond)),
  ms(over(all, ({ work }) => quantile(work.durationsMs, 0.5))),
  ms(over(all, ({ work }) => quantile(work.durationsMs, 0.99))),
  whole(over(all, ({ used, work }) => used.server / work.durationsMs.length)),
  whole(over(all, ({ used, work }) => used.postgres / work.durationsMs.length)),
  commits.toFixed(2),
];

function sectionOf(measured: ReadonlyMap<Asker['as'], readonly Measured[]>, commits: readonly number[]): string {
  const [admin = [], member = []] = [measured.get('admin'), measured.get('member')];
  const ratios = admin.flatMap(({ work }, index) => {
    const other = member[index];
    return other === undefined ? [] : [other.work.perSecond / work.perSecond];
  });
  const columns = [
    'as',
    'completions /s',
    'p50 ms',
    'p99 ms',
    'server CPU µs',
    'PostgreSQL CPU µs',
    'transactions each',
  ];
  return `Sixteen clients, one release of 50 tasks each at a time, in a folder whose teams are those of the one above; a member of such a team, with \`release#task_transition\`, and \`admin\`, in turns.

${table(columns, [rowOf('admin', admin, commits[0] ?? Number.NaN), rowOf('member', member, commits[1] ?? Number.NaN)])}

Medians of ${rounds} rounds, of which each begins with the other. A member completes ${median(ratios).toFixed(3)} times as many as admin in the same round. The aim: within 3 %, and no transaction more.`;
}

async function run(bench: Bench): Promise<string> {
  const [http] = bench.connections;
  const folderId = await folderOfMember(http!);
  const askers: readonly Asker[] = [
    { as: 'admin', connections: bench.connections.slice(0, clients) },
    { as: 'member', connections: numbers(clients).map(() => connect(bench.product.origin, name)) },
  ];
  const needed = (rounds + 2) * askers.length * releasesEach;
  bench.say(`Preparing ${needed} releases of 50 tasks…`);
  const left: Prepared[] = [...(await prepare(http!, needed, folderId))];
  const take = ({ connections }: Asker) => completing(connections, left.splice(0, releasesEach));
  const measured = new Map(askers.map(({ as }): [Asker['as'], Measured[]] => [as, []]));
  for (const asker of askers) await round(bench, take(asker));
  for (const number of numbers(rounds)) {
    for (const asker of number % 2 === 0 ? askers : askers.toReversed()) {
      const work = take(asker);
      measured.get(asker.as)?.push(await round(bench, work));
      await work.check();
    }
    bench.say(`Round ${number} of ${rounds} is done.`);
  }
  const counting = await openCounting(bench.product.databaseUrl);
  const commits: number[] = [];
  for (const asker of askers) commits.push(await commitsOf(bench, counting, take(asker)));
  await counting.close();
  await Promise.all(askers[1]!.connections.map((connection) => connection.close()));
  return sectionOf(measured, commits);
}

/** Complete a task as a member of a team. */
export const completeMember: Workload = {
  name: 'complete-member',
  title: 'Complete a task as a member of a team',
  run,
};
