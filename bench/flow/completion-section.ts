import { formatTable } from '../../test/harness/markdown-table.ts';
import { median, quantile, type Round } from '../measure/load.ts';
import type { ProcessorUsage } from '../measure/processor.ts';

/** A round of the workload, with the round of the floor that ran just before it. */
export interface Measurement {
  readonly clients: number;
  readonly floor: Round;
  readonly work: Round;
  /** processor time of the round of the workload */
  readonly used: ProcessorUsage;
}

/** Figures of the whole run. */
export interface CommitFacts {
  readonly commitsEach: number;
  readonly bytesEach: number;
}

const medianOver = (rounds: readonly Measurement[], value: (round: Measurement) => number): number =>
  median(rounds.map(value));
const ms = (value: number): string => value.toFixed(2);
const rounded = (value: number): string => String(Math.round(value));

const columns: readonly (readonly [string, (rounds: readonly Measurement[]) => string])[] = [
  ['clients', (rounds) => rounded(medianOver(rounds, ({ clients }) => clients))],
  ['completions /s', (rounds) => rounded(medianOver(rounds, ({ work }) => work.perSecond))],
  ['p50 ms', (rounds) => ms(medianOver(rounds, ({ work }) => quantile(work.durationsMs, 0.5)))],
  ['p99 ms', (rounds) => ms(medianOver(rounds, ({ work }) => quantile(work.durationsMs, 0.99)))],
  ['floor /s', (rounds) => rounded(medianOver(rounds, ({ floor }) => floor.perSecond))],
  ['floor p50 ms', (rounds) => ms(medianOver(rounds, ({ floor }) => quantile(floor.durationsMs, 0.5)))],
  ['floor p99 ms', (rounds) => ms(medianOver(rounds, ({ floor }) => quantile(floor.durationsMs, 0.99)))],
  ['ratio to floor', (rounds) => medianOver(rounds, ({ work, floor }) => work.perSecond / floor.perSecond).toFixed(2)],
  ['server CPU µs', (rounds) => rounded(medianOver(rounds, ({ used, work }) => used.server / work.durationsMs.length))],
  [
    'PostgreSQL CPU µs',
    (rounds) => rounded(medianOver(rounds, ({ used, work }) => used.postgres / work.durationsMs.length)),
  ],
  [
    'clients CPU µs',
    (rounds) => rounded(medianOver(rounds, ({ used, work }) => used.clients / work.durationsMs.length)),
  ],
];

/** Returns a Markdown table: one row for each number of clients, with the medians of its rounds. */
function tableOf(rounds: readonly Measurement[]): string {
  const counts = [...new Set(rounds.map(({ clients }) => clients))];
  const rows = counts.map((count) => {
    const roundFacts = rounds.filter(({ clients }) => clients === count);
    return columns.map(([, show]) => show(roundFacts));
  });
  return formatTable(
    columns.map(([name]) => name),
    rows,
  );
}

/** Returns the section: the table, with an explanation. */
export function sectionOf(rounds: readonly Measurement[], { commitsEach, bytesEach }: CommitFacts): string {
  return `The releases have 50 tasks, and each client works on one release at a time. Requests include authentication, validation and activity entries. The server responds when the next task is durably active.

${tableOf(rounds)}

Medians of ${rounds.length / new Set(rounds.map(({ clients }) => clients)).size} rounds. A completion takes ${commitsEach.toFixed(2)} transactions of one statement, and its response has ${rounded(bytesEach)} bytes. The floor is one prepared update of one row and its commit. The same number of clients sends it to the same PostgreSQL just before each round. These clients use the pg driver in the process of the clients. "ratio to floor" is the rate of completions divided by the rate of the floor.
`;
}
