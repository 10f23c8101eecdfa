import { table } from '../../test/harness/table.ts';
import { median, quantile, type Round } from '../measure/load.ts';
import type { Used } from '../measure/processor.ts';

/** One round of the workload, and the round of the floor that ran just before it. */
export interface Measured {
  readonly clients: number;
  readonly floor: Round;
  readonly work: Round;
  /** processor time of the round of the workload */
  readonly used: Used;
}

/** What holds for the whole run. */
export interface Facts {
  readonly commitsEach: number;
  readonly bytesEach: number;
}

const over = (rounds: readonly Measured[], value: (round: Measured) => number): number => median(rounds.map(value));
const ms = (value: number): string => value.toFixed(2);
const whole = (value: number): string => String(Math.round(value));

const columns: readonly (readonly [string, (rounds: readonly Measured[]) => string])[] = [
  ['clients', (rounds) => whole(over(rounds, ({ clients }) => clients))],
  ['completions /s', (rounds) => whole(over(rounds, ({ work }) => work.perSecond))],
  ['p50 ms', (rounds) => ms(over(rounds, ({ work }) => quantile(work.durationsMs, 0.5)))],
  ['p99 ms', (rounds) => ms(over(rounds, ({ work }) => quantile(work.durationsMs, 0.99)))],
  ['floor /s', (rounds) => whole(over(rounds, ({ floor }) => floor.perSecond))],
  ['floor p50 ms', (rounds) => ms(over(rounds, ({ floor }) => quantile(floor.durationsMs, 0.5)))],
  ['floor p99 ms', (rounds) => ms(over(rounds, ({ floor }) => quantile(floor.durationsMs, 0.99)))],
  ['of the floor', (rounds) => over(rounds, ({ work, floor }) => work.perSecond / floor.perSecond).toFixed(2)],
  ['server CPU µs', (rounds) => whole(over(rounds, ({ used, work }) => used.server / work.durationsMs.length))],
  ['PostgreSQL CPU µs', (rounds) => whole(over(rounds, ({ used, work }) => used.postgres / work.durationsMs.length))],
  ['clients CPU µs', (rounds) => whole(over(rounds, ({ used, work }) => used.clients / work.durationsMs.length))],
];

/** The table as Markdown: one row for each number of clients, every figure the median of its rounds. */
function tableOf(rounds: readonly Measured[]): string {
  const counts = [...new Set(rounds.map(({ clients }) => clients))];
  const rows = counts.map((count) => {
    const own = rounds.filter(({ clients }) => clients === count);
    return columns.map(([, show]) => show(own));
  });
  return table(
    columns.map(([name]) => name),
    rows,
  );
}

/** The section: the table, and how to read it. */
export function sectionOf(rounds: readonly Measured[], { commitsEach, bytesEach }: Facts): string {
  return `In releases of 50 tasks, one release a client at a time, with authentication, validation and activity entries; answered when the next task is durably active.

${tableOf(rounds)}

Medians of ${rounds.length / new Set(rounds.map(({ clients }) => clients)).size} rounds; a completion takes ${commitsEach.toFixed(2)} transactions of one statement, and its answer has ${whole(bytesEach)} bytes. The floor is one prepared update of one row and its commit, sent to the same PostgreSQL by the same number of clients (the pg driver in the clients' process) just before each round; "of the floor" is the rate of completions divided by the floor's.
`;
}
