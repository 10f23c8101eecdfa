// Polls the statuses of 300 tasks while 60 releases run: the effect on the completions.

import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import { completionsEach, completionWork, prepare } from '../flow/complete-task.ts';
import type { Http } from '../measure/http.ts';
import { measure, median, quantile } from '../measure/load.ts';
import type { Bench, Workload } from '../measure/workload.ts';

const rounds = 5;
const active = 60;
const workers = 15;
const pollPaths = 300;
const intervalMs = 2_000;
const maxMs = 60_000;
/** The number of polling clients. Each polls every two seconds. */
const watchers = [0, 1, 20] as const;

/** Polls until it is stopped. Returns the duration of each poll, in milliseconds. */
function poll(http: Http, ids: readonly string[], count: number) {
  const durations: number[] = [];
  const body = JSON.stringify(ids);
  const timers = Array.from({ length: count }, (_, index) => {
    const pollOnce = async () => {
      const startedAt = performance.now();
      const { status, text } = await http.send('POST', '/tasks/statuses', body);
      if (status !== 200) throw new Error(`polling was answered ${status}: ${text}`);
      durations.push(performance.now() - startedAt);
    };
    let timer = setTimeout(
      () => {
        void pollOnce();
        timer = setInterval(() => void pollOnce(), intervalMs);
      },
      (index * intervalMs) / count,
    );
    return () => clearTimeout(timer);
  });
  return () => {
    for (const stop of timers) stop();
    return durations;
  };
}

interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly poll: number;
}

/** Completes all tasks of 60 releases except the last ones, while `count` clients poll. */
async function round({ connections }: Bench, count: number): Promise<Figures> {
  const releases = await prepare(connections[0]!, active);
  const ids = releases.flatMap(({ tasks }) => tasks).slice(0, pollPaths);
  const work = completionWork(connections.slice(0, workers), releases);
  const stop = poll(connections[workers]!, ids, count);
  const { perSecond, durationsMs } = await measure(work.clients, maxMs);
  const polls = stop();
  await work.check();
  return { perSecond, p50: quantile(durationsMs, 0.5), p99: quantile(durationsMs, 0.99), poll: median(polls) };
}

async function run(bench: Bench): Promise<string> {
  const measured = new Map<number, Figures[]>(watchers.map((count) => [count, []]));
  await round(bench, 0);
  for (let number = 1; number <= rounds; number++) {
    for (const count of watchers) measured.get(count)?.push(await round(bench, count));
    bench.print(`Round ${number} of ${rounds} is done.`);
  }
  const withoutPolls = median(measured.get(0)!.map(({ perSecond }) => perSecond));
  const rows = [...measured].map(([count, all]) => {
    const rate = median(all.map(({ perSecond }) => perSecond));
    const rates = all.map(({ perSecond }) => perSecond).toSorted((a, b) => a - b);
    const figures = [median(all.map(({ p50 }) => p50)), median(all.map(({ p99 }) => p99))].map(formatMs);
    const cost = count === 0 ? '' : formatMs(median(all.map(({ poll }) => poll)));
    const spread = `${Math.round(rates[0]!)}–${Math.round(rates.at(-1)!)}`;
    return [
      count === 0 ? 'none' : `${count} polling`,
      String(Math.round(rate)),
      spread,
      ...figures,
      cost,
      (rate / withoutPolls).toFixed(2),
    ];
  });
  const names = ['watchers', 'completions /s', 'range of rounds', 'p50 ms', 'p99 ms', 'poll p50 ms', 'ratio to floor'];
  return `${workers} clients complete the tasks of ${active} releases of ${completionsEach + 1}. Each watcher requests the statuses of ${pollPaths} of these tasks every ${intervalMs / 1000} s with one \`POST /tasks/statuses\`. The target is no effect of one watcher beyond noise.

${formatTable(names, rows)}

Medians of ${rounds} rounds of ${active * completionsEach} completions, with and without watchers in turn. The floor is the rate without watchers.`;
}

/** Polls task statuses under load. */
export const polling: Workload = { name: 'polling', title: 'Poll task statuses under load', run };
