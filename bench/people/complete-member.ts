// Completes a task as a team member, compared with admin: the same releases, sixteen clients each, in turns.

import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import {
  type CompletionWork,
  completionsEach,
  completionWork,
  type PreparedReleases,
  prepare,
} from '../flow/complete-task.ts';
import { type DatabaseCounters, openCounters } from '../measure/counters.ts';
import { connect, type Http } from '../measure/http.ts';
import { measure, median, quantile, type Round } from '../measure/load.ts';
import { type ProcessorUsage, processorTime, usageBetween } from '../measure/processor.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';

const clients = 16;
/** An odd number, so that neither caller is always the second one. */
const rounds = 9;
/** The number of releases of each round: sufficient for two or three seconds. */
const releasesEach = 48;
const maxMs = 60_000;
const name = 'benchmember';

interface ResourceRef {
  readonly id: string;
}

interface Caller {
  readonly as: 'admin' | 'member';
  readonly connections: readonly Http[];
}

interface Measurement {
  readonly work: Round;
  readonly used: ProcessorUsage;
}

/**
 * Creates a folder with a team that contains the member. Returns a folder inside of it, which inherits the permissions.
 */
async function folderOfMember(http: Http): Promise<string> {
  await http.request('POST', `/users/${name}`, { fullName: 'Bench', email: '', loginAllowed: true, password: name });
  const { id } = await http.request<ResourceRef>('POST', '/folders/Applications', { title: 'Bench of a member' });
  const permissions = ['folder#view', 'release#view', 'release#task_transition'];
  await http.request('POST', `/folders/${id}/teams`, [{ teamName: 'Members', members: [{ name }], permissions }]);
  return (await http.request<ResourceRef>('POST', `/folders/${id}`, { title: 'Inner' })).id;
}

async function round({ product }: Bench, work: CompletionWork): Promise<Measurement> {
  const before = processorTime(product.pid);
  const done = await measure(work.clients, maxMs);
  return { work: done, used: usageBetween(before, processorTime(product.pid)) };
}

/** Returns the transactions of one completion, measured in a separate round. */
async function commitsOf(bench: Bench, counters: DatabaseCounters, work: CompletionWork): Promise<number> {
  const before = await counters.commits();
  await round(bench, work);
  return ((await counters.commits()) - before) / (releasesEach * completionsEach);
}

const medianOver = (all: readonly Measurement[], value: (measurement: Measurement) => number): number =>
  median(all.map(value));
const rounded = (value: number): string => String(Math.round(value));

const rowOf = (userName: string, all: readonly Measurement[], commits: number): readonly string[] => [
  userName,
  rounded(medianOver(all, ({ work }) => work.perSecond)),
  formatMs(medianOver(all, ({ work }) => quantile(work.durationsMs, 0.5))),
  formatMs(medianOver(all, ({ work }) => quantile(work.durationsMs, 0.99))),
  rounded(medianOver(all, ({ used, work }) => used.server / work.durationsMs.length)),
  rounded(medianOver(all, ({ used, work }) => used.postgres / work.durationsMs.length)),
  commits.toFixed(2),
];

function sectionOf(measured: ReadonlyMap<Caller['as'], readonly Measurement[]>, commits: readonly number[]): string {
  const [admin = [], member = []] = [measured.get('admin'), measured.get('member')];
  const ratios = admin.flatMap(({ work }, index) => {
    const other = member[index];
    return other === undefined ? [] : [other.work.perSecond / work.perSecond];
  });
  const columns = [
    'user',
    'completions /s',
    'p50 ms',
    'p99 ms',
    'server CPU µs',
    'PostgreSQL CPU µs',
    'transactions per completion',
  ];
  return `Sixteen clients work on one release of 50 tasks each at a time. The folder inherits its teams from its parent folder. The caller is either a member of such a team with \`release#task_transition\`, or \`admin\`, in turns.

${formatTable(columns, [rowOf('admin', admin, commits[0] ?? Number.NaN), rowOf('member', member, commits[1] ?? Number.NaN)])}

Medians of ${rounds} rounds. The caller that starts a round alternates. A member completes ${median(ratios).toFixed(3)} times as many tasks as admin in the same round. The target is a difference within 3 %, and no additional transaction.`;
}

async function run(bench: Bench): Promise<string> {
  const [http] = bench.connections;
  const folderId = await folderOfMember(http!);
  const callers: readonly Caller[] = [
    { as: 'admin', connections: bench.connections.slice(0, clients) },
    { as: 'member', connections: numbers(clients).map(() => connect(bench.product.origin, name)) },
  ];
  const needed = (rounds + 2) * callers.length * releasesEach;
  bench.print(`Preparing ${needed} releases of 50 tasks…`);
  const remaining: PreparedReleases[] = [...(await prepare(http!, needed, folderId))];
  const measureRounds = ({ connections }: Caller) => completionWork(connections, remaining.splice(0, releasesEach));
  const measured = new Map(callers.map(({ as: userName }): [Caller['as'], Measurement[]] => [userName, []]));
  for (const caller of callers) await round(bench, measureRounds(caller));
  for (const number of numbers(rounds)) {
    for (const caller of number % 2 === 0 ? callers : callers.toReversed()) {
      const work = measureRounds(caller);
      measured.get(caller.as)?.push(await round(bench, work));
      await work.check();
    }
    bench.print(`Round ${number} of ${rounds} is done.`);
  }
  const counters = await openCounters(bench.product.databaseUrl);
  const commits: number[] = [];
  for (const caller of callers) commits.push(await commitsOf(bench, counters, measureRounds(caller)));
  await counters.close();
  await Promise.all(callers[1]!.connections.map((connection) => connection.close()));
  return sectionOf(measured, commits);
}

/** Completes a task as a team member. */
export const completeMember: Workload = {
  name: 'complete-member',
  title: 'Complete a task as a team member',
  run,
};
