import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '@slipway/standalone';
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { build } from '../../../deploy/docker/build.ts';
import { prepare } from '../../../deploy/docker/image-root.ts';
import { renderedFile } from '../../../deploy/k8s/render.ts';
import { run } from '../../harness/product/run-process.ts';
import { freePort } from '../../harness/servers/free-port.ts';
import { type FreshRedis, freshRedis } from '../../harness/servers/redis.ts';
import { isLong, systemTestTimeoutMs } from '../../harness/test-length.ts';
import { manifestsIn } from '../rules/manifests.ts';
import { type ContainerStore, openContainerStore, runSkipReason } from './container-store.ts';
import { writePodFiles } from './podman-pods.ts';
import { buildPostgres, postgresUser } from './postgres-image.ts';

const skipReason = runSkipReason ?? (isLong ? null : 'only npm run test:long runs it');
const reason = skipReason === null ? '' : `, not run: ${skipReason}`;

describe.runIf(skipReason === null)(`the production overlay on one machine${reason}`, () => {
  const image = 'localhost/slipway:test';
  const password = randomBytes(12).toString('hex');
  const adminPassword = randomBytes(12).toString('hex');
  const secret = randomBytes(24).toString('hex');
  let folder: string;
  let store: ContainerStore;
  let redis: FreshRedis;
  let postgres: StartedTestContainer;
  let ports: Record<
    'api' | 'runner' | 'apiManagement' | 'schedulerManagement' | 'runnerManagement' | 'postgres',
    number
  >;

  const inFolder = (...names: readonly string[]) => {
    const createdFolder = join(folder, ...names);
    mkdirSync(createdFolder, { recursive: true });
    return createdFolder;
  };

  /** Creates the files of a new database with the embedded programs, and gives them to the user of the container. */
  async function makeData(): Promise<string> {
    const createdFolder = inFolder('postgres');
    const server = await startPostgres(createdFolder, { durable: false });
    const { Client } = await import('pg').then(({ default: pg }) => pg);
    const client = new Client({ connectionString: server.url });
    await client.connect();
    await client.query('create database slipway');
    await client.query(`alter role slipway password '${password}'`);
    await client.end();
    await server.stop();
    execFileSync('chown', ['-R', `${postgresUser}:${postgresUser}`, join(createdFolder, 'postgres')]);
    chmodSync(createdFolder, 0o711);
    return join(createdFolder, 'postgres');
  }

  async function startPostgresContainer(): Promise<StartedTestContainer> {
    buildPostgres(inFolder('postgres-image'), store, 'localhost/postgres:test');
    const settings = [`port=${ports.postgres}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'jit=off'];
    return await new GenericContainer('localhost/postgres:test')
      .withNetworkMode('host')
      .withUser(`${postgresUser}:${postgresUser}`)
      .withDroppedCapabilities('ALL')
      .withBindMounts([{ source: await makeData(), target: '/data', mode: 'rw' }])
      .withCommand(['-D', '/data', ...settings.flatMap((setting) => ['-c', setting])])
      .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/))
      .start();
  }

  async function prepareImage(): Promise<void> {
    const createdFolder = inFolder('image');
    await prepare(join(createdFolder, 'context'));
    build({ tag: image, file: 'deploy/docker/Containerfile', folder: createdFolder, storage: store.storage });
    rmSync(join(createdFolder, 'context'), { recursive: true });
  }

  const names = ['api', 'runner', 'apiManagement', 'schedulerManagement', 'runnerManagement', 'postgres'] as const;

  beforeAll(async () => {
    folder = mkdtempSync(join(inject('folder'), 'production-'));
    store = await openContainerStore();
    const environmentOptions = [];
    for (const name of names) environmentOptions.push([name, await freePort()] as const);
    ports = Object.fromEntries(environmentOptions) as typeof ports;
    await prepareImage();
    await store.serve();
    [redis, postgres] = await Promise.all([freshRedis(), startPostgresContainer()]);
    const runnerUrl = { SCRIPT_RUNNER_URL: `http://127.0.0.1:${ports.runner}` };
    const files = await writePodFiles(manifestsIn(readFileSync(renderedFile('production'), 'utf8')), {
      image,
      folder: inFolder('secrets'),
      secrets: {
        slipway: { 'secret-key': randomBytes(32).toString('base64'), 'admin-password': adminPassword },
        'slipway-postgres-app': { uri: `postgresql://slipway:${password}@127.0.0.1:${ports.postgres}/slipway` },
        'slipway-script-runner': { secret },
        'slipway-redis': { url: redis.url },
      },
      env: {
        api: { PORT: `${ports.api}`, MANAGEMENT_PORT: `${ports.apiManagement}`, ...runnerUrl },
        scheduler: { PORT: '0', MANAGEMENT_PORT: `${ports.schedulerManagement}`, ...runnerUrl },
        'script-runner': { PORT: `${ports.runner}`, MANAGEMENT_PORT: `${ports.runnerManagement}` },
      },
    });
    await Promise.all(Object.values(files).map((file) => store.podman('play', 'kube', file)));
  }, systemTestTimeoutMs);
  afterAll(async () => {
    await postgres?.stop();
    await redis?.stop();
    await store?.clear();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const status = (port: number, path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      async (answer) => {
        await answer.text();
        return answer.status;
      },
      () => 0,
    );

  test('the Job migrates the database and exits with 0', async () => {
    expect((await store.podman('wait', 'slipway-migrate-0-2-0-migrate')).trim()).toBe('0');
  });

  test.each(['apiManagement', 'schedulerManagement', 'runnerManagement'] as const)('%s becomes ready', async (name) => {
    await expect.poll(() => status(ports[name], '/readyz')).toBe(200);
    expect(await status(ports[name], '/livez')).toBe(200);
  });

  test('the paths of the management port are not served on the client port', async () => {
    expect(await Promise.all(['/livez', '/readyz', '/metrics'].map((path) => status(ports.api, path)))).toEqual([
      404, 404, 404,
    ]);
  });

  test.each(['slipway-api-api', 'slipway-scheduler-scheduler', 'slipway-script-runner-script-runner'])(
    '%s has an unprivileged user, a seccomp filter, and a read-only root',
    async (name) => {
      const pid = (await store.podman('inspect', '--format', '{{.State.Pid}}', name)).trim();
      const statusFile = readFileSync(`/proc/${pid}/status`, 'utf8');
      const field = (fieldName: string) => new RegExp(`^${fieldName}:\\s+(\\S+)`, 'm').exec(statusFile)?.[1];
      expect(['Uid', 'Gid', 'CapEff', 'CapBnd', 'NoNewPrivs', 'Seccomp'].map(field)).toEqual([
        ...['65532', '65532', '0000000000000000', '0000000000000000', '1', '2'],
      ]);
      expect(readFileSync(`/proc/${pid}/mountinfo`, 'utf8')).toMatch(/^\S+ \S+ \S+ \S+ \/ ro,/m);
      expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toMatch(/^\/usr\/bin\/node\0/);
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      for (const secretText of [password, adminPassword, secret]) expect(environment).not.toContain(secretText);
    },
  );

  test('the runner confines its children with prlimit and setpriv without a shell', async () => {
    const log = await store.podman('logs', 'slipway-script-runner-script-runner');
    expect(log).toContain('scripts run without privileges');
    expect(log).not.toContain('without the command');
  });

  test('the demo completes', async () => {
    const demo = run({
      command: [process.execPath, 'scripts/demo.ts'],
      env: { PORT: `${ports.api}`, MANAGEMENT_PORT: `${ports.apiManagement}`, ADMIN_PASSWORD: adminPassword },
    });
    expect(await demo.ended).toBe(0);
    expect(demo.output()).toMatch(/Using the server[\s\S]*The release is COMPLETED\./);
  });

  test('each service stops in order on a signal', async () => {
    const stopped = ['slipway-api-api', 'slipway-scheduler-scheduler', 'slipway-script-runner-script-runner'];
    await Promise.all(stopped.map((name) => store.podman('kill', '--signal', 'TERM', name)));
    const codes = await Promise.all(stopped.map((name) => store.podman('wait', name)));
    expect(codes.map((code) => code.trim())).toEqual(['0', '0', '0']);
  });
});
