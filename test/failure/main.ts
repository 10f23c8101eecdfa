// `npm run chaos [-- <seconds>]`: releases and triggers fall due while Redis, PostgreSQL and schedulers die in turn,
// schedulers at every point that has a name; prints what was done about them, and fails when anything was lost or doubled.
import { crashLabels } from '@slipway/engine';
import { table } from '../../bench/report/table.ts';
import { type Report, runChaos } from './chaos.ts';

const perSecond = 40;
/** Longer than anything that is held for a process: a claim, a transaction, a message that was taken. */
const freezeMs = 31_000;
const say = (text: string) => process.stdout.write(`${text}\n`);

function secondsOf([given = '15', ...rest]: readonly string[]): number {
  if (rest.length === 0 && /^[1-9]\d{0,4}$/.test(given)) return Number(given);
  process.stderr.write('slipway: npm run chaos [-- <seconds>], a whole number of them\n');
  process.exit(1);
}

/** The late one at this share of all, in seconds. */
const at = ({ lateMs }: Report, share: number): string =>
  ((lateMs[Math.ceil(share * lateMs.length) - 1] ?? Number.NaN) / 1_000).toFixed(2);

function show(report: Report): void {
  const { planned, lateMs, wakes, faults, deaths, wrong } = report;
  const started = lateMs.filter((late) => !Number.isNaN(late)).length;
  say(
    table(
      ['started / planned', 'woken by queue', 'by sweep', 'late p50', 'p99', 'max'],
      [
        [
          `${started} / ${planned}`,
          `${wakes.queue}`,
          `${wakes.sweep}`,
          ...[0.5, 0.99, 1].map((share) => `${at(report, share)} s`),
        ],
      ],
    ),
  );
  say(
    `\n${table(
      ['fault', 'times'],
      [...faults].map(([name, times]) => [name, `${times}`]),
    )}`,
  );
  say(
    `\n${table(
      ['scheduler died at', 'times'],
      crashLabels.map((label) => [label, `${deaths.get(label) ?? 0}`]),
    )}\n`,
  );
  for (const sentence of wrong) say(`WRONG: ${sentence}`);
}

const seconds = secondsOf(process.argv.slice(2));
const count = seconds * perSecond;
const chaos = { count, spreadMs: seconds * 1_000, faultEveryMs: 1_500, freezeMs, points: crashLabels };
for (const queue of ['Redis', 'PostgreSQL'] as const) {
  say(`With the queue on ${queue}, ${count} releases fall due over ${seconds} s, and three triggers every second.\n`);
  const report = await runChaos({ ...chaos, queue });
  show(report);
  if (report.wrong.length > 0) process.exitCode = 1;
  else say('Everything happened exactly once.\n');
}
