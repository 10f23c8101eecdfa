import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { beforeAll, expect, test } from 'vitest';
import { bundlesFolder, keyOfInputs } from '../scripts/bundle-cache.mjs';
import { run } from './harness/product/run-process.ts';

const bundle = join(bundlesFolder, keyOfInputs());

/** The command creates the bundle if it does not exist, and then stops because it has no database. */
beforeAll(async () => {
  const migrate = run({ command: ['npm', 'run', '--silent', 'migrate'] });
  expect(await migrate.ended).toBe(1);
  expect(migrate.output()).toMatch(/^(?:Bundling the product…\n)?slipway: migrate requires DATABASE_URL: [^\n]+\n$/);
});

const product = [
  'start',
  'api',
  'migrate',
  'scheduler',
  'script-runner',
  'agent',
  'backup',
  'restore',
  'reseal',
  'demo',
];

test('a bundle has an entry for each command that runs the product', () => {
  const entries = Array.from(
    readFileSync('scripts/run.mjs', 'utf8').matchAll(/^ {2}'?([\w-]+)'?: .*'([^']+)\.ts'\],$/gm),
  );
  const bundled = entries.filter(([, , file]) => existsSync(join(bundle, `${file}.js`))).map(([, name]) => name);
  expect(bundled.toSorted()).toEqual(product.toSorted());
});

test('each source that a map names exists', () => {
  const missing = globSync(`${bundle}/**/*.js.map`).flatMap((file) => {
    const { sources }: { sources: readonly string[] } = JSON.parse(readFileSync(file, 'utf8'));
    return sources.map((source) => resolve(dirname(file), source)).filter((source) => !existsSync(source));
  });
  expect(missing).toEqual([]);
});

test('a stack trace names the line of the source', async () => {
  const fault = "process.getuid=()=>{throw%20new%20Error('planted')}";
  const runner = run({
    command: ['node', 'scripts/run.mjs', 'script-runner'],
    env: { NODE_OPTIONS: `--import=data:text/javascript,${fault}`, SCRIPT_RUNNER_SECRET: 'x'.repeat(16) },
  });
  expect(await runner.ended).toBe(1);
  const file = 'services/script-runner/src/pool/confinement.ts';
  const line =
    1 +
    readFileSync(file, 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('process.getuid?.()'));
  const { error, msg } = JSON.parse(runner.output());
  expect([msg, error.message]).toEqual(['the start failed', 'planted']);
  expect(error.stack).toContain(`${resolve(file)}:${line}:`);
});

test('the worker thread of the bundle parses a file', async () => {
  const worker = new Worker(resolve(bundle, 'services/api/src/parsing/worker.js'));
  const json = Buffer.from('{"title":"T"}');
  worker.postMessage({ kind: 'JSON templates', json, manifest: null, version: undefined });
  const [{ kind, parts }] = await once(worker, 'message');
  await worker.terminate();
  expect([kind, JSON.parse(Buffer.from(parts[0]).toString())]).toMatchObject([
    'result',
    [{ template: { title: 'T' } }],
  ]);
});
