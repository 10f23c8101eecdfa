// `npm run chaos [-- <seconds> --through <route>]`: Redis, PostgreSQL and schedulers crash in turn while releases and
// triggers are due. Schedulers crash at every named point. With other routes, a PgBouncer also crashes, or a replica
// repeatedly becomes the primary. Prints the results, and fails if work was lost or done twice.
import { parseArgs } from 'node:util';
import { crashLabels } from '@slipway/engine';
import { formatTable } from '../harness/markdown-table.ts';
import { canRaisePriority } from '../harness/priority.ts';
import { type ChaosReport, runChaos } from './chaos.ts';
import { type Route, routes } from './environments.ts';

const perSecond = 40;
/** Longer than each lease of a process: a claim, a transaction, a message. */
const freezeMs = 31_000;
const switchoverIntervalMs = 20_000;
const print = (text: string) => process.stdout.write(`${text}\n`);

interface ChaosOptions {
  readonly seconds: number;
  readonly route: Route;
}

function parseOptions(args: string[]): ChaosOptions {
  try {
    const options = { through: { type: 'string', default: 'direct' } } as const;
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [secondsText = '15', ...rest] = positionals;
    const route = routes.find((one) => one === values.through);
    if (rest.length === 0 && /^[1-9]\d{0,4}$/.test(secondsText) && route !== undefined)
      return { seconds: Number(secondsText), route };
  } catch {
    // an unknown option
  }
  process.stderr.write(
    'slipway: npm run chaos [-- <seconds> --through pgbouncer|switchover], a whole number of them\n',
  );
  process.exit(1);
}

/** Formats a percentile of sorted delays in seconds. */
const percentile = (lateMs: readonly number[], share: number): string =>
  `${((lateMs[Math.ceil(share * lateMs.length) - 1] ?? Number.NaN) / 1_000).toFixed(2)} s`;

function printReport(report: ChaosReport): void {
  const { planned, lateMs, afterMs, ticksAfterMs, wakes, faults, deaths, wrong } = report;
  const started = lateMs.filter((late) => !Number.isNaN(late)).length;
  print(
    formatTable(
      ['started / planned', 'once each', 'woken by queue', 'by sweep'],
      [[`${started} / ${planned}`, wrong.length === 0 ? 'yes' : 'no', `${wakes.queue}`, `${wakes.sweep}`]],
    ),
  );
  const late = (name: string, values: readonly number[]) => [
    name,
    ...[0.5, 0.9, 0.99, 1].map((one) => percentile(values, one)),
  ];
  print(
    `\n${formatTable(
      ['late', 'p50', 'p90', 'p99', 'max'],
      [
        late('releases, by the clock', lateMs),
        late('releases, without outages', afterMs),
        late('triggers, without outages', ticksAfterMs),
      ],
    )}`,
  );
  print(
    `\n${formatTable(
      ['fault', 'times'],
      [...faults].map(([name, times]) => [name, `${times}`]),
    )}`,
  );
  print(
    `\n${formatTable(
      ['scheduler died at', 'times'],
      crashLabels.map((label) => [label, `${deaths.get(label) ?? 0}`]),
    )}\n`,
  );
  for (const sentence of wrong) print(`WRONG: ${sentence}`);
}

const { seconds, route } = parseOptions(process.argv.slice(2));
const count = seconds * perSecond;
const routeNotes = { direct: '', pgbouncer: ', through a PgBouncer', switchover: ', through switchovers' };
const load = {
  count,
  spreadMs: seconds * 1_000,
  faultIntervalMs: 1_500,
  switchoverIntervalMs,
  freezeMs,
  startsAtLowPriority: true,
  points: crashLabels,
  report: (sentence: string) => print(`${sentence}\n`),
};
if (canRaisePriority)
  print('Schedulers that start take only the processor time that others leave, as on machines of their own.\n');
for (const queue of ['Redis', 'PostgreSQL'] as const) {
  const loadDescription = `${count} releases fall due over ${seconds} s, and three triggers every second`;
  print(`With the queue on ${queue}${routeNotes[route]}, ${loadDescription}.\n`);
  const report = await runChaos({ ...load, queue, route });
  printReport(report);
  if (report.wrong.length > 0) process.exitCode = 1;
  else print('Everything happened exactly once.\n');
}
