// `npm run dev`: the product from its sources, on an embedded database. A service restarts when its sources change.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readBoard } from '@slipway/board';
import { type Process, runProcess, StartupError } from '@slipway/process';
import { openDataDir, readSecretKey, startPostgres } from '@slipway/standalone';
import { bundleBoard } from './bundle-board.ts';
import { serveBoard } from './dev/board-server.ts';
import { reloadingIntegrations } from './dev/integrations.ts';
import { runOnce, type Service, startService } from './dev/service.ts';
import { changesSchema, ownersOf, watchSources } from './dev/sources.ts';

const root = resolve(import.meta.dirname, '..');
/** In milliseconds: an editor that saves several files restarts each service only once. */
const settleMs = 50;
/** The order determines the debugger ports: 9229, 9230 and 9231. */
const serviceNames = ['api', 'scheduler', 'script-runner'] as const;

type Variables = Readonly<Record<string, string | undefined>>;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Starts the embedded database, unless DATABASE_URL contains another one. Returns the URL for other processes. */
async function openDatabase({ config, lifecycle }: Process): Promise<string> {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl !== undefined) return databaseUrl;
  const folder = await lifecycle.start(
    'data folder',
    () => openDataDir(dataDir),
    (dataFolder) => dataFolder.release(),
  );
  const postgres = await lifecycle.start(
    'PostgreSQL',
    () => startPostgres(folder.path),
    (server) => server.stop(),
  );
  void postgres.ended.then(() => {
    if (lifecycle.stopping) return;
    console.log(`PostgreSQL ended unexpectedly. See ${join(dataDir, 'postgres.log')}.`);
    void lifecycle.stop(1);
  });
  // A long path of the folder is abbreviated by a name that is valid only in this process.
  return postgres.url.replace(encodeURIComponent('/proc/self/'), encodeURIComponent(`/proc/${process.pid}/`));
}

/** Returns the environment variables of each service. The script runner gets neither the database nor the key. */
async function variablesOf({ config }: Process, url: string) {
  const { LOG_LEVEL = 'warn', ADMIN_PASSWORD = 'admin', ...inherited } = process.env;
  const [apiPort, runnerPort] = [await freePort(), await freePort()];
  const secret = { SCRIPT_RUNNER_SECRET: randomBytes(32).toString('hex') };
  const serviceVariables = { LOG_LEVEL, HOST: '127.0.0.1', MANAGEMENT_PORT: '' };
  const runner = { ...secret, SCRIPT_RUNNER_URL: `http://127.0.0.1:${runnerPort}` };
  const database = { DATABASE_URL: url, DATA_DIR: config.dataDir };
  const keyVariables = { SECRET_KEY: config.secretKey ?? (await readSecretKey(config.dataDir)) };
  const shared: Variables = { ...inherited, ...serviceVariables, ...runner, ...database, ...keyVariables };
  const { PATH, HOME, NODE_COMPILE_CACHE, SCRIPT_RUNNER_CHILDREN, WEBHOOK_SCRIPT_MS } = inherited;
  const runnerVariables: Variables = { PATH, HOME, NODE_COMPILE_CACHE, SCRIPT_RUNNER_CHILDREN, WEBHOOK_SCRIPT_MS };
  return {
    apiPort,
    migrate: { ...shared, ADMIN_PASSWORD },
    services: {
      'script-runner': { ...runnerVariables, ...serviceVariables, ...secret, PORT: String(runnerPort) },
      scheduler: { ...shared, PORT: '0' },
      api: { ...shared, PORT: String(apiPort) },
    },
  };
}

/**
 * Returns the debugger port of each service, or undefined. With port 0, each service chooses a free port. The services
 * print their ports.
 */
function inspectPorts(): readonly (number | undefined)[] {
  const { values } = parseArgs({
    options: { inspect: { type: 'boolean', default: false }, 'inspect-port': { type: 'string', default: '9229' } },
  });
  const first = Number(values['inspect-port']);
  return serviceNames.map((_, index) => (values.inspect ? first && first + index : undefined));
}

/** Starts the services together, the API last: the lifecycle stops them in reverse order. */
async function startServices(
  { lifecycle }: Process,
  variables: Readonly<Record<(typeof serviceNames)[number], Variables>>,
) {
  const ports = inspectPorts();
  const started: Service[] = [];
  for (const [index, name] of [...serviceNames.entries()].toReversed()) {
    const launch = { root, name, env: variables[name], inspectPort: ports[index] };
    const service = await lifecycle.start(
      name,
      () => startService(launch),
      (running) => running.stop(),
    );
    started.push(service);
  }
  return started;
}

function refusePort(error: unknown): never {
  if (!(error instanceof Error && /\bin use\b|EACCES|EADDR/.test(error.message))) throw error;
  throw new StartupError(`cannot serve the board: ${error.message}. Stop the other process, or set PORT`);
}

/** Reports when a service is ready again. */
function report({ name, ready }: Service, startedAt: number, cause: string): void {
  void ready().then((isReady) => {
    const ms = Math.round(performance.now() - startedAt);
    if (isReady) console.log(`${name} restarted in ${ms} ms: ${cause}`);
  });
}

/**
 * Returns a function that restarts the services of a changed file. Changes of the same moment restart a service once.
 */
function restarting(services: readonly Service[], migrate: () => Promise<boolean>): (path: string) => void {
  const owners = ownersOf(
    root,
    services.map(({ name }) => name),
  );
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let pending: Promise<unknown> = Promise.resolve();
  async function apply(): Promise<void> {
    const startedAt = performance.now();
    const files = [...changed];
    changed.clear();
    const affectedNames = new Set(files.flatMap(owners));
    if (files.some(changesSchema) && !(await migrate())) {
      // The next change retries the migration with these files.
      for (const file of files) changed.add(file);
      return;
    }
    const affected = services.filter(({ name }) => affectedNames.has(name));
    await Promise.all(affected.map((service) => service.restart()));
    const cause = files.map((file) => relative(root, file)).join(', ');
    for (const service of affected) report(service, startedAt, cause);
  }
  return (path) => {
    if (owners(path).length === 0) return;
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      pending = pending.then(apply);
    }, settleMs);
  };
}

async function start(process: Process): Promise<void> {
  const { config, lifecycle } = process;
  // The API serves a page of the board only if there is a bundle. Its content does not matter here.
  if ((await readBoard()) === null) await bundleBoard();
  const url = await openDatabase(process);
  const { apiPort, migrate: env, services: variables } = await variablesOf(process, url);
  const migrate = () => runOnce({ root, name: 'migrate', env });
  if (!(await migrate())) throw new StartupError('the database could not be migrated: see the lines of migrate above');
  const services = await startServices(process, variables);
  const api = services.find(({ name }) => name === 'api');
  const apiReady = async () => (await api?.ready()) === true;
  const { host, port } = config;
  const board = await lifecycle.start(
    'board',
    () => serveBoard({ root, host, port, apiPort, apiReady }).catch(refusePort),
    (server) => server.close(),
  );
  await lifecycle.start(
    'watcher',
    () => watchSources(root, restarting(services, migrate), reloadingIntegrations(root, services), board.watcher),
    (watcher) => watcher.close(),
  );
  await Promise.all(services.map((service) => service.ready()));
  const address = board.httpServer?.address();
  const boardUrl = `http://${host}:${typeof address === 'object' && address !== null ? address.port : port}`;
  if (await apiReady()) console.log(`Slipway is ready at ${boardUrl} (login admin/admin)`);
  else console.log(`The API did not start. When it is fixed, Slipway is at ${boardUrl} (login admin/admin).`);
}

await runProcess(start, { DATA_DIR: join(root, '.slipway/dev'), LOG_LEVEL: 'warn' });
