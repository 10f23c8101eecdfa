// Releases of fifty automatic tasks. A release is created, started, and completed in the response to its start.
import { strict as assert } from 'node:assert';
import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import type { Http } from '../measure/http.ts';
import { type Client, measure, median, quantile, type Round } from '../measure/load.ts';
import { type ProcessorUsage, processorTime, usageBetween } from '../measure/processor.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';

const rounds = 3;
const roundMs = 3_000;
const warmMs = 1_500;
const clients = 16;
const tasksEach = 50;

interface ResourceRef {
  readonly id: string;
}
interface Release extends ResourceRef {
  readonly status: string;
  readonly phases: readonly { readonly tasks: readonly { readonly status: string }[] }[];
}

/** A gate that depends on a release that has already ended. */
const gate = (target: string, index: number) => ({
  type: 'rel.GateTask',
  title: `Gate ${index + 1}`,
  dependencies: [{ target }],
});
const creating = (templateId: string) => (number: number) => ({
  type: 'rel.CreateReleaseTask',
  title: `Make a release ${number}`,
  templateId,
  newReleaseTitle: `Made by ${number}`,
});
/** A task whose template does not exist, so it fails. Its failure handler skips it. */
const failing = (number: number) => ({
  ...creating('Applications/ReleaseThatIsNotThere')(number),
  taskFailureHandlerEnabled: true,
  taskRecoverOp: 'SKIP_TASK',
});

interface Kind {
  readonly name: string;
  readonly tasks: readonly object[];
  /** the final statuses of its tasks */
  readonly ends: Readonly<Record<string, number>>;
}

const kindsWith = (child: string, finished: readonly string[]): readonly Kind[] => [
  { name: '50 gates on one release', tasks: finished.map(() => gate(finished[0]!, 0)), ends: { COMPLETED: tasksEach } },
  { name: '50 gates on 50 releases', tasks: finished.map(gate), ends: { COMPLETED: tasksEach } },
  {
    name: '40 gates, 5 tasks that create a release, 5 skipped by their handler',
    tasks: numbers(5).flatMap((chainPart) => [
      ...finished.slice(0, 8).map(gate),
      creating(child)(chainPart),
      failing(chainPart),
    ]),
    ends: { COMPLETED: 45, SKIPPED: 5 },
  },
];

/** A template of five phases of ten tasks. */
const templateOf = ({ name, tasks }: Kind) => ({
  title: name,
  // the user as whom its tasks create releases
  scriptUsername: 'admin',
  phases: numbers(5).map((phase) => ({ title: `Phase ${phase}`, tasks: tasks.slice(10 * phase - 10, 10 * phase) })),
});

const running =
  (http: Http, templateId: string): Client =>
  async () => {
    const created = await http.request<ResourceRef>('POST', `/templates/${templateId}/create`, {
      releaseTitle: 'A chain',
    });
    const { status, text } = await http.send('POST', `/releases/${created.id}/start`, '{}');
    if (status !== 200 || !/"status":"COMPLETED"/.test(text)) throw new Error(`answered ${status}: ${text}`);
    return true;
  };

/** Runs one release, and checks the final statuses of its tasks. */
async function check(http: Http, templateId: string, { ends }: Kind): Promise<void> {
  const { id } = await http.request<ResourceRef>('POST', `/templates/${templateId}/create`, {
    releaseTitle: 'Looked at',
  });
  const { status, phases } = await http.request<Release>('POST', `/releases/${id}/start`, {});
  const counted: Record<string, number> = {};
  for (const task of phases.flatMap(({ tasks }) => tasks)) counted[task.status] = (counted[task.status] ?? 0) + 1;
  assert.deepEqual({ status, ...counted }, { status: 'COMPLETED', ...ends });
}

interface Pair {
  readonly floor: Round;
  readonly work: Round;
  /** processor time of the round of the workload */
  readonly used: ProcessorUsage;
}

/** The floor and the workload take turns, so that variations of the machine affect both. */
async function measureKind({ connections, floor, product }: Bench, templateId: string): Promise<readonly Pair[]> {
  const all = connections.slice(0, clients).map((http) => running(http, templateId));
  await measure(all, warmMs);
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round++) {
    const lowest = await measure(floor.clients(clients), warmMs);
    const before = processorTime(product.pid);
    const work = await measure(all, roundMs);
    const used = usageBetween(before, processorTime(product.pid));
    pairs.push({ floor: lowest, work, used });
  }
  return pairs;
}

function row({ name }: Kind, pairs: readonly Pair[]): readonly string[] {
  const medianOver = (value: (pair: Pair) => number) => median(pairs.map(value));
  const rounded = (value: number) => String(Math.round(value));
  const runs = medianOver(({ work }) => work.perSecond);
  return [
    name,
    rounded(runs),
    rounded(runs * tasksEach),
    formatMs(medianOver(({ work }) => quantile(work.durationsMs, 0.5))),
    formatMs(medianOver(({ work }) => quantile(work.durationsMs, 0.99))),
    rounded(medianOver(({ floor }) => floor.perSecond)),
    medianOver(({ floor, work }) => floor.perSecond / work.perSecond).toFixed(0),
    formatMs(medianOver(({ used, work }) => used.server / 1_000 / work.durationsMs.length)),
    formatMs(medianOver(({ used, work }) => used.postgres / 1_000 / work.durationsMs.length)),
    '80',
  ];
}

async function run(bench: Bench): Promise<string> {
  const [http] = bench.connections;
  const child = await http!.request<ResourceRef>('POST', '/templates', {
    title: 'Nothing to do',
    phases: [{ title: 'Empty' }],
  });
  const finished: string[] = [];
  for (const number of numbers(tasksEach)) {
    const created = await http!.request<ResourceRef>('POST', `/templates/${child.id}/create`, {
      releaseTitle: `Ended ${number}`,
    });
    await http!.request('POST', `/releases/${created.id}/start`, {});
    finished.push(created.id);
  }
  const rows: (readonly string[])[] = [];
  for (const kind of kindsWith(child.id, finished)) {
    const { id } = await http!.request<ResourceRef>('POST', '/templates', templateOf(kind));
    await check(http!, id, kind);
    rows.push(row(kind, await measureKind(bench, id)));
    bench.print(rows.at(-1)!.join('  '));
  }
  const names = [
    'tasks',
    'runs /s',
    'tasks /s',
    'p50 ms',
    'p99 ms',
    'floor /s',
    'floors per run',
    'server CPU ms',
    'PostgreSQL CPU ms',
    'target runs /s',
  ];
  return `${clients} clients create a release of 5 phases and ${tasksEach} tasks from a template and start it. The response to the start contains the completed release. A run consists of both calls, and ends when all changes are durable.

${formatTable(names, rows)}

Medians of ${rounds} rounds of ${roundMs / 1000} s. The floor is one prepared update of one row and its commit by the same number of clients. "floors per run" is the number of these updates in the time of one run.`;
}

/** Runs releases of fifty automatic tasks. */
export const chains: Workload = { name: 'chains', title: 'Run releases of 50 automatic tasks', run };
