import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { metrics } from '../../../deploy/monitoring/metrics.ts';
import { memoryFlags } from '../../../scripts/memory-flags.mjs';
import { type FreshDatabase, freshDatabase } from '../../harness/database.ts';
import { type Running, run } from '../../harness/product/server.ts';

const services = ['api', 'scheduler', 'script-runner'] as const;
type Service = (typeof services)[number];

let database: FreshDatabase;
const running: Running[] = [];
const told = new Map<Service, string>();

/** Starts a service, and returns its metrics as Prometheus reads them. */
async function ask(service: Service, env: Readonly<Record<string, string>>): Promise<string> {
  const command = [process.execPath, ...memoryFlags, `services/${service}/src/main.ts`];
  const started = run({ command, env: { ...env, LOG_LEVEL: 'info' } });
  running.push(started);
  const [, address] = await started.says(/"address":"([^"]+)","msg":"the [a-z ]+ is running"/);
  const answer = await fetch(`${address}/metrics`, { headers: { accept: 'application/openmetrics-text' } });
  return await answer.text();
}

beforeAll(async () => {
  database = await freshDatabase();
  const secret = { SCRIPT_RUNNER_SECRET: randomBytes(16).toString('hex') };
  const runnerUrl = { SCRIPT_RUNNER_URL: 'http://127.0.0.1:1', ...secret };
  const env = { DATABASE_URL: database.url, SECRET_KEY: randomBytes(32).toString('hex'), ...runnerUrl };
  const [api, scheduler, runner] = await Promise.all([
    ask('api', env),
    ask('scheduler', env),
    ask('script-runner', secret),
  ]);
  told.set('api', api).set('scheduler', scheduler).set('script-runner', runner);
});
afterAll(async () => {
  for (const one of running) one.signal('SIGTERM');
  await Promise.all(running.map(({ ended }) => ended));
  await database.drop();
});

/** Kinds by name in Prometheus: a counter's samples have the suffix `_total`. */
const kindsIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(text.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name = '', kind = '']) => [
      kind === 'counter' ? `${name}_total` : name,
      kind,
    ]),
  );

describe.each(services)('%s', (service) => {
  test('returns each metric of the one list', () => {
    const answered = kindsIn(told.get(service)!);
    const listed = Object.entries(metrics).filter(([, { by }]) => by.some((one) => one === service));
    expect(listed.filter(([name, { kind }]) => answered.get(name) !== kind).map(([name]) => name)).toEqual([]);
  });

  test('answers no metric of ours that is not listed', () => {
    const own = [...kindsIn(told.get(service)!).keys()].filter((name) => name.startsWith('slipway_'));
    expect(own.filter((name) => metrics[name] === undefined)).toEqual([]);
  });
});
