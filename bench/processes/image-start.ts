// The time from the start of a container to its first successful readiness check, for each service in its image.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../../deploy/docker/build.ts';
import { prepare } from '../../deploy/docker/image-root.ts';
import { type ContainerStore, openContainerStore, runSkipReason } from '../../test/deploy/running/container-store.ts';
import { formatTable } from '../../test/harness/markdown-table.ts';
import { freePort } from '../../test/harness/servers/free-port.ts';
import { execute } from '../../test/harness/servers/statements.ts';
import { median } from '../measure/load.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';

const times = 5;
const image = 'localhost/slipway:bench';
const database = 'bench_image';
const podSecurity = [
  '--network=host',
  '--read-only',
  '--tmpfs=/tmp',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
];
const memoryMb = 512;

type Environment = Readonly<Record<string, string>>;

/** Opens a loopback port that forwards to the product's PostgreSQL, whose socket is accessible only to its owner. */
async function forwardPort(databaseUrl: string): Promise<Server> {
  const { searchParams, port } = new URL(databaseUrl);
  const path = join(searchParams.get('host') ?? '', `.s.PGSQL.${port || '5432'}`);
  const server = createServer((client) => {
    const upstream = connect(path);
    client.pipe(upstream).pipe(client);
    for (const end of [client, upstream])
      end.on('error', () => {
        client.destroy();
        upstream.destroy();
      });
  });
  server.listen(await freePort(), '127.0.0.1');
  return server;
}

function addressOf(databaseUrl: string, server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the way to PostgreSQL has no port');
  const { username, password } = new URL(databaseUrl);
  return `postgresql://${username}:${password}@127.0.0.1:${address.port}/${database}`;
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    async (answer) => {
      await answer.text();
      return answer.ok;
    },
    () => false,
  );

const optionsOf = (env: Environment): readonly string[] =>
  Object.entries(env).map(([name, value]) => `--env=${name}=${value}`);

/** Creates a container, and deletes it afterwards. Returns the milliseconds from its start until the expected event. */
async function timeStart(
  store: ContainerStore,
  name: string,
  args: readonly string[],
  until: () => Promise<unknown>,
): Promise<number> {
  await store.podman('create', '--name', name, `--memory=${memoryMb}m`, ...podSecurity, ...args);
  const startedAt = performance.now();
  await store.podman('start', name);
  await until();
  const tookMs = performance.now() - startedAt;
  await store.podman('rm', '--force', '--time', '5', name);
  return tookMs;
}

async function service(store: ContainerStore, serviceName: string, env: Environment): Promise<number> {
  const port = await freePort();
  const containerEnv = { ...env, HOST: '127.0.0.1', PORT: '0', MANAGEMENT_PORT: String(port) };
  const args = [...optionsOf(containerEnv), image, `services/${serviceName}/src/main.ts`];
  return await timeStart(store, `bench-${serviceName}`, args, async () => {
    while (!(await isReady(port))) await new Promise((done) => setTimeout(done, 10));
  });
}

/** Measures a command that runs to its end, for example Node without a program. */
async function command(
  store: ContainerStore,
  name: string,
  env: Environment,
  commandLine: readonly string[],
): Promise<number> {
  const container = `bench-${name}`;
  return await timeStart(store, container, [...optionsOf(env), image, ...commandLine], async () => {
    const code = (await store.podman('wait', container)).trim();
    if (code !== '0') throw new Error(`${name} has ended with ${code}: ${await store.podman('logs', container)}`);
  });
}

async function measured(store: ContainerStore, env: Environment, print: Bench['print']): Promise<string> {
  const secret = { SCRIPT_RUNNER_SECRET: 's'.repeat(16) };
  const runner = { ...secret, SCRIPT_RUNNER_URL: 'http://127.0.0.1:9' };
  const starts: readonly (readonly [string, () => Promise<number>])[] = [
    ['Node only, until exit', () => command(store, 'node', {}, ['--eval', '0'])],
    [
      'migrate without pending migrations, until exit',
      () => command(store, 'migrate', env, ['services/migrate/src/main.ts']),
    ],
    ['api', () => service(store, 'api', { ...env, ...runner })],
    ['scheduler', () => service(store, 'scheduler', { ...env, ...runner })],
    ['script-runner', () => service(store, 'script-runner', secret)],
  ];
  await command(store, 'migrate', env, ['services/migrate/src/main.ts']);
  const rows: (readonly string[])[] = [];
  for (const [name, start] of starts) {
    const durations: number[] = [];
    for (const _ of numbers(times)) durations.push(await start());
    rows.push([name, ...[median(durations), Math.max(...durations)].map((ms) => (ms / 1_000).toFixed(2))]);
    print(`${name}: done.`);
  }
  return `Podman starts containers of the image with runc, read-only, without capabilities and with ${memoryMb} MB. The containers are created before the measurement. The time ends with the first 200 of \`/readyz\`, which is polled every 10 ms. There is no compile cache of Node between starts.

${formatTable(['process', 'median s', 'max s'], rows)}

${times} starts of each process.`;
}

async function run({ product, print }: Bench): Promise<string> {
  if (runSkipReason !== null) return `Not measured: ${runSkipReason}.`;
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-image-'));
  const store = await openContainerStore();
  const forwarder = await forwardPort(product.databaseUrl);
  try {
    await prepare(join(folder, 'context'));
    build({ tag: image, file: 'deploy/docker/Containerfile', folder, storage: store.storage });
    await execute(product.databaseUrl, `create database ${database}`);
    const env = {
      DATABASE_URL: addressOf(product.databaseUrl, forwarder),
      SECRET_KEY: '0'.repeat(64),
      ADMIN_PASSWORD: 'admin',
    };
    return await measured(store, env, print);
  } finally {
    await store.clear();
    forwarder.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures the startup time of the image. */
export const imageStart: Workload = {
  name: 'image-start',
  title: 'Startup time of the image',
  ownProduct: true,
  alone: true,
  run,
};
