import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBackup } from '../services/standalone/src/backup/backup-file.ts';
import { run } from './harness/product/run-process.ts';
import { noScriptRunnerEnv } from './harness/product/service-process.ts';
import { createTemplate, startRelease, tasksOf } from './harness/rest/plans.ts';
import type { Release } from './harness/rest/response-types.ts';
import { createRestClient } from './harness/rest/rest-client.ts';

// Backs up a product with an embedded database while it serves requests, and restores the backups into empty folders.
const entry = (name: string, ...args: readonly string[]) => [
  process.execPath,
  `services/standalone/src/${name}.ts`,
  ...args,
];
const ready = /is ready at (http:\S+)/;
let folder: string;
let file: string;
let url: string;
let product: ReturnType<typeof run>;
const rest = createRestClient(() => url);
const at = (name: string) => join(folder, name);

async function start(data: string): Promise<void> {
  product = run({ env: { ...noScriptRunnerEnv, DATA_DIR: at(data), SAMPLES: 'false' } });
  url = (await product.waitForOutput(ready))[1] ?? '';
}
async function stop(): Promise<void> {
  product.signal('SIGTERM');
  expect(await product.ended).toBe(0);
}
/** Runs a command to its end; returns its exit code and output. */
async function command(data: string, name: string, ...args: readonly string[]) {
  const running = run({ command: entry(name, ...args), env: { DATA_DIR: at(data) } });
  return [await running.ended, running.output()] as const;
}

/** The number of tasks that the load has completed, by release. */
const done = new Map<string, number>();
let template: Release;
let triggerId: string;

async function workUntil(isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const release = await startRelease(rest, { Build: ['one', 'two', 'three'] });
    done.set(release.id, 0);
    for (const { id } of tasksOf(release)) {
      await rest.post(`/tasks/${id}/complete`, {});
      done.set(release.id, (done.get(release.id) ?? 0) + 1);
    }
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(inject('folder'), 'backup-'));
  file = at('first.backup');
  await start('original');
  template = await createTemplate(rest, { Build: ['compile'] }, { title: 'Nightly plan' });
  await rest.post('/config/Configuration/variables/global', {
    key: 'global.pass',
    type: 'rel.PasswordStringVariable',
    value: 'hidden',
  });
  triggerId = (
    await rest.post<{ id: string }>('/triggers', {
      ...{ type: 'time.Schedule', title: 'Nightly', template: template.id, periodicity: '2', enabled: true },
      maxConcurrentReleases: 1_000,
    })
  ).id;
  await workUntil(() => done.size >= 5);
});
afterAll(async () => {
  product.signal('SIGTERM');
  await product.ended;
  rmSync(folder, { recursive: true, force: true });
});

/** The releases before a backup starts. The backup must contain them. */
const before = new Map<string, Release>();

test('a backup is written while the product serves requests, and only its owner can read it', async () => {
  for (const id of done.keys()) before.set(id, await rest.get<Release>(`/releases/${id}`));
  const work = { over: false };
  const working = workUntil(() => work.over);
  const [code, commandOutput] = await command('original', 'backup', file);
  work.over = true;
  await working;
  expect([code, commandOutput]).toEqual([
    0,
    expect.stringMatching(
      /^wrote \S+first\.backup: \d+ bytes, all data as of now; its secrets are encrypted with the key [0-9a-f]{8}, which it does not contain\n$/,
    ),
  ]);
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  expect(readFileSync(file).includes(readFileSync(at('original/secret.key')))).toBe(false);
  expect(await command('original', 'backup', file)).toEqual([
    1,
    `slipway: ${file} already exists: choose another file name\n`,
  ]);
});

test('a backup that is killed leaves no backup', async () => {
  const killed = run({ command: entry('backup', at('killed.backup')), env: { DATA_DIR: at('original') } });
  await expect.poll(() => existsSync(at('killed.backup.part')), { interval: 5 }).toBe(true);
  killed.signal('SIGKILL');
  await killed.ended;
  expect(existsSync(at('killed.backup'))).toBe(false);
  expect((await command('original', 'backup', at('killed.backup')))[0]).toBe(0);
  expect(existsSync(at('killed.backup.part'))).toBe(false);
});

test.each([
  ['is not a backup', 'it is not a backup of Slipway', (path: string) => writeFileSync(path, 'hello\n')],
  ['is empty', 'it is not a backup of Slipway', (path: string) => writeFileSync(path, '')],
  ['was cut off', 'it is not whole, or was changed', (path: string) => truncateSync(path, statSync(path).size - 1_000)],
  [
    'has only its first line',
    'it is not whole',
    (path: string) => truncateSync(path, readFileSync(path).indexOf('\n') + 30),
  ],
  [
    'is newer',
    'a newer version of Slipway has written it',
    (path: string) => writeFileSync(path, readFileSync(path, 'latin1').replace('"version":1', '"version":2'), 'latin1'),
  ],
] as const)('a file that %s is refused', async (_, reason, corrupt) => {
  const path = at('spoilt.backup');
  cpSync(file, path);
  corrupt(path);
  await expect(openBackup(path)).rejects.toThrow(`${path} cannot be restored: ${reason}`);
  rmSync(path);
});

test('a restore of a changed file is refused in one line, and creates nothing', async () => {
  const path = at('spoilt.backup');
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(path, bytes);
  const line = `slipway: ${path} cannot be restored: it is not whole, or was changed\n`;
  expect(await command('empty', 'restore', path)).toEqual([1, line]);
  expect(existsSync(at('empty'))).toBe(false);
  rmSync(path);
});

test('a database with content is not overwritten, and a foreign database is not backed up', async () => {
  expect(await command('original', 'restore', file)).toEqual([1, expect.stringContaining('the data folder')]);
  const backupOfUnknownHost = run({ command: entry('backup', at('x')), env: { DATABASE_URL: 'postgresql://h/d' } });
  expect([await backupOfUnknownHost.ended, backupOfUnknownHost.output()]).toEqual([
    1,
    expect.stringMatching(/^slipway: npm run backup supports only the embedded database: .+\n$/),
  ]);
});

test('a killed restore changes nothing, and the next restore is complete', async () => {
  const killed = run({ command: entry('restore', file), env: { DATA_DIR: at('restored') } });
  await expect
    .poll(
      () => existsSync(at('restored')) && readdirSync(at('restored')).some((name) => name.startsWith('restore.new-')),
      { interval: 5 },
    )
    .toBe(true);
  killed.signal('SIGKILL');
  await killed.ended;
  expect(readdirSync(at('restored')).filter((name) => !name.startsWith('restore.new-'))).toEqual(['lock']);
  const [code, commandOutput] = await command('restored', 'restore', file);
  expect([code, commandOutput.split('\n')]).toEqual([
    0,
    [
      expect.stringMatching(/^restored as of 2\S+Z, which is \d+ minutes ago$/),
      expect.stringMatching(
        /^its secrets are encrypted with the key [0-9a-f]{8}: before the start, set SECRET_KEY to it or copy its secret\.key into DATA_DIR$/,
      ),
      expect.stringMatching(/^consistency: \d+ unfinished releases and 1 triggers looked at, 0 of them wrong$/),
      expect.stringMatching(
        new RegExp(`^- trigger, would fire: Nightly \\(${triggerId.split('/').at(-1)}\\), due since 2\\S+Z$`),
      ),
      ...commandOutput.split('\n').slice(4, -2),
      'scheduling is paused: start Slipway, check the releases, then run npm run restore -- --release',
      '',
    ],
  ]);
  expect(readdirSync(at('restored')).toSorted()).toEqual(['lock', 'postgres', 'postgres.log', 'postgres.password']);
});

test('the restored data equals the original, and nothing runs automatically until an operator allows it', async () => {
  await stop();
  cpSync(at('original/secret.key'), at('restored/secret.key'));
  await start('restored');
  const releases = await rest.get<Release[]>('/releases?resultsPerPage=100');
  for (const [id, release] of before) expect(await rest.get<Release>(`/releases/${id}`)).toEqual(release);
  const [pass] = await rest.get<{ key: string }[]>('/config/Configuration/variables/global');
  expect(pass?.key).toBe('global.pass');
  expect(releases.length).toBeGreaterThanOrEqual(before.size);
  const [state] = [await command('restored', 'restore', '--owed')];
  expect([state[0], state[1].split('\n').slice(0, 2)]).toEqual([
    0,
    [
      expect.stringMatching(/^scheduling is paused, since the state is as of 2\S+Z$/),
      expect.stringMatching(/^- trigger, would fire: Nightly /),
    ],
  ]);
  const fired = async () => (await rest.get<{ lastRunDate?: string }>(`/triggers/${triggerId}`)).lastRunDate;
  const last = await fired();
  await rest.put(`/triggers/${triggerId}`, {
    ...(await rest.get<object>(`/triggers/${triggerId}`)),
    title: 'Looked at',
  });
  expect(await fired()).toBe(last);
  expect(await command('restored', 'restore', '--release')).toEqual([0, 'scheduling begins\n']);
  await expect.poll(fired, { interval: 50 }).not.toBe(last);
  expect(await command('restored', 'restore', '--release')).toEqual([0, 'scheduling was not held\n']);
});
