// Completes tasks in large and in small releases, with one client. A warm plan is in the server's cache. The cache
// holds plans of 64 MB in total, with at most 50,000 such tasks, and drops the least recently used first. The cold
// plans take turns with enough other releases that each has left the cache before its next turn.
import { strict as assert } from 'node:assert';
import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import type { PreparedReleases } from '../flow/complete-task.ts';
import type { Http } from '../measure/http.ts';
import { type Client, measure, median, quantile } from '../measure/load.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';

const sizes = { small: 10, large: 1_000 } as const;
type Size = keyof typeof sizes;
const cachedTasks = 50_000;
/** the number of releases of each size, which together exceed the cache */
const turnCount = Math.ceil((cachedTasks * 2) / sizes.large);
const rounds = 5;
const completionsPerRound = 200;
const warmSmall = Math.ceil((rounds + 1) * (completionsPerRound / (sizes.small - 1)));
const maxMs = 60_000;

interface Release {
  readonly id: string;
  readonly phases: readonly { readonly tasks: readonly { readonly id: string }[] }[];
}

const template = (tasks: number) => ({
  title: `${tasks} tasks`,
  phases: numbers(5).map((phase) => ({
    title: `Phase ${phase}`,
    tasks: numbers(tasks / 5).map((task) => ({
      title: `Do step ${task}`,
      description: 'What has to be done, and by whom it is checked.',
    })),
  })),
});

async function prepare(http: Http, size: Size, count: number): Promise<readonly PreparedReleases[]> {
  const { id } = await http.request<Release>('POST', '/templates', template(sizes[size]));
  const prepared: PreparedReleases[] = [];
  for (const number of numbers(count)) {
    const created = await http.request<Release>('POST', `/templates/${id}/create`, {
      releaseTitle: `${size} ${number}`,
    });
    await http.request('POST', `/releases/${created.id}/start`, {});
    prepared.push({ id: created.id, tasks: created.phases.flatMap(({ tasks }) => tasks.map((task) => task.id)) });
  }
  return prepared;
}

/** Creates a client that completes these tasks, in this order. */
function completionClient(http: Http, ids: readonly string[]): Client {
  const remaining = ids.values();
  return async () => {
    const { value: id, done } = remaining.next();
    if (done) return false;
    const { status } = await http.request<{ readonly status: string }>('POST', `/tasks/${id}/complete`, {});
    assert.equal(status, 'COMPLETED');
    return true;
  };
}

/** Returns the tasks that a round completes, by the size of their release. */
type Workers = (round: number) => Readonly<Record<Size, readonly string[]>>;

async function warm(http: Http): Promise<Workers> {
  const small = (await prepare(http, 'small', warmSmall)).flatMap(({ tasks }) => tasks.slice(0, -1));
  const [sizeIndex, other] = await prepare(http, 'large', 2);
  const large = [...sizeIndex!.tasks.slice(0, -1), ...other!.tasks.slice(0, -1)];
  const part = (ids: readonly string[], round: number) =>
    ids.slice(round * completionsPerRound, (round + 1) * completionsPerRound);
  return (round) => ({ small: part(small, round), large: part(large, round) });
}

async function cold(http: Http): Promise<Workers> {
  const small = await prepare(http, 'small', turnCount);
  const large = await prepare(http, 'large', turnCount);
  const next = (releases: readonly PreparedReleases[], round: number) => releases.map(({ tasks }) => tasks[round]!);
  return (round) => ({ small: next(small, round), large: next(large, round) });
}

interface Figures {
  readonly small: number;
  readonly large: number;
  readonly floor: number;
  readonly slowest: number;
}

async function rounded({ connections, floor }: Bench, works: Workers, round: number): Promise<Figures> {
  const [http] = connections;
  const { small, large } = works(round);
  const lowest = await measure(floor.clients(1), 1_000);
  const fewTasks = await measure([completionClient(http!, small)], maxMs);
  const manyTasks = await measure([completionClient(http!, large)], maxMs);
  return {
    floor: quantile(lowest.durationsMs, 0.5),
    small: quantile(fewTasks.durationsMs, 0.5),
    large: quantile(manyTasks.durationsMs, 0.5),
    slowest: quantile(manyTasks.durationsMs, 0.99),
  };
}

/** Returns a table row. The first round does not count. */
async function row(bench: Bench, name: string, works: Workers, aim: number): Promise<readonly string[]> {
  const measured: Figures[] = [];
  for (let round = 0; round <= rounds; round++) measured.push(await rounded(bench, works, round));
  const over = (value: (figures: Figures) => number) => median(measured.slice(1).map(value));
  const figures = [over((f) => f.small), over((f) => f.large), over((f) => f.slowest), over((f) => f.floor)];
  return [name, ...figures.map(formatMs), over((f) => f.large / f.small).toFixed(2), `at most ${aim}`];
}

async function run(bench: Bench): Promise<string> {
  const [http] = bench.connections;
  bench.print(`Preparing ${2 * turnCount} releases, half of them of ${sizes.large} tasks…`);
  const rows = [await row(bench, 'warm', await warm(http!), 3), await row(bench, 'cold', await cold(http!), 8)];
  const names = ['plan', '10 tasks p50 ms', '1,000 tasks p50 ms', 'p99 ms', 'floor p50 ms', 'ratio', 'target'];
  return `One client completes tasks in order in releases of 10 and of 1,000 tasks. Warm: the server has cached the plan of the release. Cold: ${turnCount} releases of each size take turns. Their plans exceed the cache of 64 MB, so each completion loads its plan.

${formatTable(names, rows)}

Medians of ${rounds} rounds of ${completionsPerRound} (cold: ${turnCount}) completions. The floor is one prepared update of one row and its commit.`;
}

/** Completes a task in a release of 1,000 tasks, compared with a release of 10. */
export const planSizes: Workload = { name: 'plan-sizes', title: 'Complete a task in small and large releases', run };
