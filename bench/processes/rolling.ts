// The effect of a rolling update on clients: two hundred requests per second while no process is replaced, and while
// three API processes, two schedulers and two script runners are replaced twice, one after the other.
import { setTimeout as pause } from 'node:timers/promises';
import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import { canRaisePriority, lowerPriority } from '../../test/harness/priority.ts';
import { spawnService } from '../../test/harness/product/service-process.ts';
import { createRestClient } from '../../test/harness/rest/rest-client.ts';
import { execute, withDatabaseName } from '../../test/harness/servers/statements.ts';
import { type Deployment, deploy, replicaStarter } from '../../test/processes/rolling/deployment.ts';
import { startBalancer } from '../../test/processes/rolling/load-balancer.ts';
import { startStreams } from '../../test/processes/rolling/stream-clients.ts';
import { startTraffic, type Traffic } from '../../test/processes/rolling/traffic.ts';
import { prepareWork, verifyWork } from '../../test/processes/rolling/work.ts';
import { quantile } from '../measure/load.ts';
import type { Bench, Workload } from '../measure/workload.ts';

const warmMs = 10_000;
const quietMs = 60_000;
const streamCount = 50;
const name = 'bench_rolling';

/** The durations of requests, and the number of seconds in which they were sent. */
interface TrafficSpan {
  readonly durationsMs: readonly number[];
  readonly seconds: number;
}

function row(when: string, spans: readonly TrafficSpan[]): readonly string[] {
  const sorted = spans.flatMap(({ durationsMs }) => durationsMs).toSorted((a, b) => a - b);
  const seconds = spans.reduce((sum, span) => sum + span.seconds, 0);
  const quantiles = [0.5, 0.99, 1].map((share) => formatMs(quantile(sorted, share)));
  return [when, String(Math.round(sorted.length / seconds)), seconds.toFixed(0), ...quantiles];
}

/** Measures the durations of requests while an action runs. */
async function measureSpan(traffic: Traffic, action: () => Promise<unknown>): Promise<TrafficSpan> {
  traffic.durations();
  const startedAt = performance.now();
  await action();
  return { durationsMs: traffic.durations(), seconds: (performance.now() - startedAt) / 1_000 };
}

/** Replaces all processes twice, one after the other. Returns the durations of requests by kind of process. */
async function replaceTwice(traffic: Traffic, all: Readonly<Record<string, Deployment>>) {
  const spans = new Map<string, readonly TrafficSpan[]>();
  for (let round = 0; round < 2; round += 1) {
    for (const [kind, { roll }] of Object.entries(all))
      spans.set(kind, [...(spans.get(kind) ?? []), await measureSpan(traffic, roll)]);
  }
  return spans;
}

/** Starts two runners, three api processes and two schedulers behind balancers. */
async function startAll(env: Readonly<Record<string, string>>) {
  const [apis, runners] = await Promise.all([startBalancer(), startBalancer()]);
  const secret = { SCRIPT_RUNNER_SECRET: 's'.repeat(16) };
  const serviceEnv = { ...env, ...secret, SCRIPT_RUNNER_URL: runners.url, LIVE_STREAMS_PER_USER: String(streamCount) };
  // no client needs the processors yet
  let isFirst = true;
  const starting = (pid: number) => (isFirst ? () => {} : lowerPriority(pid));
  const all = {
    'script runners': await deploy(replicaStarter('script-runner', secret, starting), 2, runners),
    'API processes': await deploy(replicaStarter('api', serviceEnv, starting), 3, apis),
    schedulers: await deploy(replicaStarter('scheduler', serviceEnv, starting), 2),
  };
  isFirst = false;
  const stop = async (): Promise<readonly string[]> => {
    const failures: string[] = [];
    for (const deployment of Object.values(all).toReversed()) failures.push(...(await deployment.stop()));
    await Promise.all([apis.stop(), runners.stop()]);
    return failures;
  };
  return { url: apis.url, all, stop };
}

async function measured(databaseUrl: string): Promise<string> {
  const env = { DATABASE_URL: databaseUrl, ADMIN_PASSWORD: 'admin', SAMPLES: 'false' };
  const code = await spawnService('migrate', env).ended;
  if (code !== 0) throw new Error(`migrate has ended with ${code}`);
  const { url, all, stop } = await startAll(env);
  const workSize = { tasks: 40, timers: 120, spreadMs: warmMs + quietMs + 90_000, fromMs: warmMs };
  const work = await prepareWork(
    createRestClient(() => url),
    workSize,
  );
  const traffic = startTraffic({ url, ...work });
  const streams = startStreams({ url, taskIds: work.taskIds, count: streamCount });
  await pause(warmMs);
  const quiet = await measureSpan(traffic, () => pause(quietMs));
  const replacedSpans = await replaceTwice(traffic, all);
  const trafficResult = await traffic.stop();
  const failures = [
    ...trafficResult.failures,
    ...(await streams.stop()),
    ...(await verifyWork(databaseUrl, work, trafficResult)),
  ];
  failures.push(...(await stop()));
  const rows = [
    row('no replacements', [quiet]),
    row('two replacements of all processes', [...replacedSpans.values()].flat()),
    ...[...replacedSpans].map(([kind, spans]) => row(`of these: ${kind}`, spans)),
  ];
  const names = ['phase', 'requests/s', 'seconds', 'p50 ms', 'p99 ms', 'max ms'];
  return `${formatTable(names, rows)}

70 clients with one connection each send ${trafficResult.count} requests to 3 API processes, 2 schedulers and 2 script runners. The processes are replaced one after the other. The requests are reads of tasks, comments, and webhooks with a script, each of which creates a release. In addition, there are ${streamCount} event streams. ${failures.length} requests failed, were lost or took effect twice. The load balancer applies readiness changes two seconds late. ${canRaisePriority ? 'Until a starting process is ready, it only gets the processor time that the others leave. A cluster has processors for it' : 'A starting process takes processor time from all others, because the current user may not change priorities'}. The target is a p99 of at most twice the p99 of the minute without replacements.`;
}

async function run({ product }: Bench): Promise<string> {
  await execute(product.databaseUrl, `create database ${name}`);
  return await measured(withDatabaseName(product.databaseUrl, name));
}

/** Replaces processes under load. */
export const rolling: Workload = { name: 'rolling', title: 'Replace processes under load', ownProduct: true, run };
