import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { metrics } from '../../../deploy/monitoring/metrics.ts';
import { deprecatedMetrics } from '../../../libs/process/src/exposition/deprecated-metrics.ts';
import { memoryFlags } from '../../../scripts/memory-flags.mjs';
import { type FreshDatabase, freshDatabase } from '../../harness/database.ts';
import { type RunningProcess, run } from '../../harness/product/run-process.ts';

const services = ['api', 'scheduler', 'script-runner'] as const;
type Service = (typeof services)[number];

let database: FreshDatabase;
const running: RunningProcess[] = [];
const openMetrics = new Map<Service, string>();
const plain = new Map<Service, string>();

/** Starts a service, and stores its metrics in both formats. */
async function fetchMetrics(service: Service, env: Readonly<Record<string, string>>): Promise<void> {
  const command = [process.execPath, ...memoryFlags, `services/${service}/src/main.ts`];
  const started = run({ command, env: { ...env, LOG_LEVEL: 'info' } });
  running.push(started);
  const [, address] = await started.waitForOutput(/"address":"([^"]+)","msg":"the [a-z ]+ is running"/);
  const read = async (accept: string) => await (await fetch(`${address}/metrics`, { headers: { accept } })).text();
  openMetrics.set(service, await read('application/openmetrics-text'));
  plain.set(service, await read('text/plain'));
}

beforeAll(async () => {
  database = await freshDatabase();
  const secret = { SCRIPT_RUNNER_SECRET: randomBytes(16).toString('hex') };
  const runnerUrl = { SCRIPT_RUNNER_URL: 'http://127.0.0.1:1', ...secret };
  const env = { DATABASE_URL: database.url, SECRET_KEY: randomBytes(32).toString('hex'), ...runnerUrl };
  await Promise.all([fetchMetrics('api', env), fetchMetrics('scheduler', env), fetchMetrics('script-runner', secret)]);
});
afterAll(async () => {
  for (const candidate of running) candidate.signal('SIGTERM');
  await Promise.all(running.map(({ ended }) => ended));
  await database.drop();
});

/** Returns the types of metrics by their names in Prometheus: the samples of a counter have the suffix `_total`. */
const kindsIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(text.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name = '', kind = '']) => [
      kind === 'counter' ? `${name}_total` : name,
      kind,
    ]),
  );

describe.each(services)('%s', (service) => {
  test('returns each metric of the list', () => {
    const answered = kindsIn(openMetrics.get(service)!);
    const listed = Object.entries(metrics).filter(([, { by }]) => by.some((candidate) => candidate === service));
    expect(listed.filter(([name, { kind }]) => answered.get(name) !== kind).map(([name]) => name)).toEqual([]);
  });

  test('returns no product metric that is neither listed nor deprecated', () => {
    const own = [...kindsIn(openMetrics.get(service)!).keys()].filter((name) => name.startsWith('slipway_'));
    expect(own.filter((name) => !(name in metrics || name in deprecatedMetrics))).toEqual([]);
  });

  test('returns each deprecated metric with its replacement', () => {
    const kinds = kindsIn(openMetrics.get(service)!);
    const pairs = Object.entries(deprecatedMetrics).map(([name, { use }]) => [kinds.get(name), kinds.get(use)]);
    expect(pairs.filter(([deprecated, current]) => deprecated !== current)).toEqual([]);
  });

  test('promtool accepts the names, types and help texts of its metrics', () => {
    const families = plain.get(service)!.split(/^(?=# HELP )/m);
    const own = families.filter((family) => family.startsWith('# HELP slipway_'));
    const input = own.filter((family) => !family.includes('Deprecated: use ')).join('');
    expect(input).toContain('slipway_');
    execFileSync('promtool', ['check', 'metrics'], { input, stdio: 'pipe' });
  });
});
