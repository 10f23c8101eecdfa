import { formatMs } from '../../test/harness/markdown-table.ts';
import { type CompletionWork, completionWork, type PreparedReleases, prepare } from '../flow/complete-task.ts';
import { connect, type Http } from '../measure/http.ts';
import { measure, median, quantile, type Round } from '../measure/load.ts';
import { numbers } from '../measure/workload.ts';
import { type PartUsage, usageBetween } from './cluster.ts';

const clients = 16;
const maxMs = 120_000;

/** A set of processes that completes tasks, in turns with other sets. */
export interface MeasuredSide {
  readonly name: string;
  readonly connections: readonly Http[];
  readonly releases: PreparedReleases[];
  readonly measured: { readonly work: Round; readonly usage: PartUsage }[];
  used(): PartUsage;
}

export interface TurnCounts {
  readonly rounds: number;
  /** number of releases of 50 tasks that each side completes in a round */
  readonly releasesEach: number;
}

/** Connects sixteen clients to these addresses in turn, and prepares their releases. */
export async function createSide(
  name: string,
  origins: readonly string[],
  used: () => PartUsage,
  { rounds, releasesEach }: TurnCounts,
): Promise<MeasuredSide> {
  const connections = numbers(clients).map((number) => connect(origins[number % origins.length] ?? ''));
  const [first] = connections;
  if (first === undefined) throw new Error('a side has clients');
  const releases = [...(await prepare(first, releasesEach * (rounds + 1)))];
  return { name, connections, releases, measured: [], used };
}

async function round({ connections, releases, measured, used }: MeasuredSide, sidesUsage: number, counts: boolean) {
  const work = completionWork(connections, releases.splice(0, sidesUsage));
  const before = used();
  const done = await measure(work.clients, maxMs);
  if (counts) measured.push({ work: done, usage: usageBetween(before, used()) });
  return work;
}

/** Completes tasks with the sides in turns, after a round that does not count. Throws if a task was not completed. */
export async function measureInTurns(
  sides: readonly MeasuredSide[],
  turnCounts: TurnCounts,
  print: (line: string) => void,
): Promise<void> {
  const { rounds, releasesEach } = turnCounts;
  const done: CompletionWork[] = [];
  for (const side of sides) done.push(await round(side, releasesEach, false));
  for (const number of numbers(rounds)) {
    for (const side of number % 2 === 0 ? sides : sides.toReversed()) done.push(await round(side, releasesEach, true));
    print(`Round ${number} of ${rounds} is done.`);
  }
  for (const work of done) await work.check();
  for (const { connections } of sides) await Promise.all(connections.map((http) => http.close()));
}

/** Returns the processor time of a completion, in microseconds: the median of the rounds of a side. */
export const costOf = ({ measured }: MeasuredSide, part: keyof PartUsage): number =>
  median(measured.map(({ work, usage }) => usage[part] / work.durationsMs.length));

/** Returns the rate and latency of a side as table cells; `rateNames` contains the column headings. */
export const rateOf = ({ measured }: MeasuredSide): readonly string[] => [
  String(Math.round(median(measured.map(({ work }) => work.perSecond)))),
  formatMs(median(measured.map(({ work }) => quantile(work.durationsMs, 0.5)))),
  formatMs(median(measured.map(({ work }) => quantile(work.durationsMs, 0.99)))),
];
export const rateNames = ['completions /s', 'p50 ms', 'p99 ms'];
