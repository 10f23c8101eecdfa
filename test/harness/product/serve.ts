import { type Database, openDatabase } from '@slipway/persistence/database';
import { archiveRelease } from '@slipway/persistence/maintenance';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { createRestClient, type RestClient } from '../rest/rest-client.ts';
import { startInProcess } from './in-process.ts';
import { run } from './run-process.ts';
import { sharedRunnerEnv } from './service-process.ts';

/** The product of a test file, without sample content. */
export interface ServedProduct {
  /** Its REST API, as admin. */
  readonly rest: RestClient;
  url(): string;
  /** What it has written so far. */
  output(): string;
  /** Its database, for what no REST call does yet. */
  database(): Database;
  /** Where a second process finds it. */
  databaseUrl(): string;
  /** Moves a finished release to the archive at once, as upkeep does when its days are over. */
  archive(release: { readonly id: string }): Promise<void>;
  /** Ends what is left of the process, and starts another on the same database. */
  restart(): Promise<void>;
}

/** A test may hold a transaction for as long as a busy machine takes to come to what waits for it. */
const longTimeouts = { statementTimeoutMs: 600_000, lockTimeoutMs: 600_000, idleTimeoutMs: 600_000 };

/** The product of a test file in a process of its own. */
export interface ServedProcess extends ServedProduct {
  pid(): number;
}

type Env = Readonly<Record<string, string>>;

/** The real product in a process of its own. */
export interface ServerProcess {
  /** For instance `http://127.0.0.1:40123`, with the context root if there is one. */
  readonly url: string;
  readonly pid: number;
  /** All that it has written so far, stdout and stderr. */
  output(): string;
  /** Ends it as an operator would, and drops its database; answers its exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts the product on a free port and waits until it is ready: against a fresh database unless `env` names one, with the
 * script runner of all files of this process unless `env` configures one. Throws if it ends before.
 */
export async function startServer({ env = {} }: { readonly env?: Env } = {}): Promise<ServerProcess> {
  const database = env.DATABASE_URL || env.DATA_DIR ? undefined : await freshDatabase();
  const secret = { SECRET_KEY: '0'.repeat(64), ADMIN_PASSWORD: 'admin' };
  const process = run({
    env: { ...(await sharedRunnerEnv(env)), ...(database && { DATABASE_URL: database.url, ...secret }), ...env },
  });
  try {
    const [, url = ''] = await process.waitForOutput(/is ready at (\S+)/);
    const stop = async () => {
      process.signal('SIGTERM');
      const code = await process.ended;
      await database?.drop();
      return code;
    };
    return { url, pid: process.pid, output: process.output, stop };
  } catch (error) {
    await database?.drop();
    throw error;
  }
}

/**
 * Serves all tests of the file that calls it from the process of the tests, on a database of the file's own. A test that
 * kills the product, measures its memory, or sets what holds for a whole process uses `serveInOwnProcess`.
 */
export function serve(env: Env = {}): ServedProduct {
  return serveWith(startInProcess, env);
}

/**
 * Serves all tests of the file that calls it from a process of its own. With `SCRIPT_RUNNER_CHILDREN` it starts its own
 * script runner, too.
 */
export function serveInOwnProcess(env: Env = {}): ServedProcess {
  let pid = 0;
  const start = async (serverEnv: Env) => {
    const server = await startServer({ env: serverEnv });
    pid = server.pid;
    return server;
  };
  return { ...serveWith(start, env), pid: () => pid };
}

interface RunningServer {
  readonly url: string;
  output(): string;
  stop(): Promise<number | null>;
}

/** The end of the output of a product, for the report of a failed test. */
const lastLines = (server: RunningServer | undefined): string =>
  server?.output().split('\n').slice(-20).join('\n') ?? '';

function serveWith(start: (env: Env) => Promise<RunningServer>, env: Env): ServedProduct {
  let testDatabase: FreshDatabase;
  let server: RunningServer | undefined;
  let database: Database;
  const secrets = { SECRET_KEY: '0'.repeat(64), ADMIN_PASSWORD: 'admin' };
  // Each connection is a process of PostgreSQL, and few tests need more than these at a time.
  const connectionLimit = { DATABASE_CONNECTIONS: '4' };
  // Whether a warning comes in time depends on how busy the machine is.
  const noCompileWarnings = { SCRIPT_COMPILE_MS: '0' };
  const startOnDatabase = () =>
    start({
      ...databaseEnv(testDatabase.url),
      ...connectionLimit,
      ...noCompileWarnings,
      SAMPLES: 'false',
      ...secrets,
      ...env,
    });
  beforeAll(async () => {
    testDatabase = await freshDatabase();
    database = openDatabase({ url: testDatabase.url, connections: 2, ...longTimeouts });
    server = await startOnDatabase();
  });
  afterEach(({ task }) => {
    const isFailed = task.result?.state === 'fail';
    if (isFailed) process.stderr.write(`The last output of the product of "${task.name}":\n${lastLines(server)}\n`);
  });
  afterAll(async () => {
    await server?.stop();
    await database.stop();
    await testDatabase.drop();
  });
  const url = () => server?.url ?? '';
  return {
    rest: createRestClient(url),
    url,
    output: () => server?.output() ?? '',
    database: () => database,
    databaseUrl: () => testDatabase.url,
    archive: ({ id }) => archiveRelease(database, id.slice(id.lastIndexOf('/') + 1)),
    restart: async () => {
      await server?.stop().catch(() => {});
      server = await startOnDatabase();
    },
  };
}

/** How the product reaches a database: past the pooler only where it must, if there is one. */
function databaseEnv(url: string): Readonly<Record<string, string>> {
  const pooler = inject('pooler');
  if (pooler === null) return { DATABASE_URL: url };
  const { pathname } = new URL(url);
  return { DATABASE_URL: Object.assign(new URL(pooler), { pathname }).href, DATABASE_DIRECT_URL: url };
}
