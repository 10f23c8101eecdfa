import { type Database, openDatabase } from '@slipway/persistence/database';
import { archiveRelease } from '@slipway/persistence/maintenance';
import { addUser } from '@slipway/persistence/people';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { createRestClient, type RestClient } from '../rest/rest-client.ts';
import { adminUser } from './admin-user.ts';
import { startInProcess } from './in-process.ts';
import { run } from './run-process.ts';
import { sharedRunnerEnv } from './service-process.ts';

/** The product of a test file, without sample content. */
export interface ServedProduct {
  /** The REST client for admin. */
  readonly rest: RestClient;
  url(): string;
  /** Returns the output so far. */
  output(): string;
  /** Returns its database, for data that the REST API does not provide. */
  database(): Database;
  /** Returns the URL of the database for a second process. */
  databaseUrl(): string;
  /** Moves a finished release to the archive at once, like the maintenance job. */
  archive(release: { readonly id: string }): Promise<void>;
  /** Stops the product, and starts another on the same database. */
  restart(): Promise<void>;
}

/**
 * Limits of the test's own connections: a test may hold a transaction until a busy machine reaches the waiting work.
 */
const longTimeouts = { statementTimeoutMs: 600_000, lockTimeoutMs: 600_000, idleTimeoutMs: 600_000 };

/** The product of a test file in its own process. */
export interface ServedProcess extends ServedProduct {
  pid(): number;
}

type Env = Readonly<Record<string, string>>;

/** The real product in its own process. */
export interface ServerProcess {
  /** For instance `http://127.0.0.1:40123`, with the context root if there is one. */
  readonly url: string;
  readonly pid: number;
  /** Returns all output so far, stdout and stderr. */
  output(): string;
  /** Stops it with SIGTERM and drops its database; returns its exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts the product on a free port and waits until it is ready. It uses a fresh database unless `env` names one, and
 * the shared script runner unless `env` configures one. Throws Error if the product ends before.
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
 * Serves all tests of the calling file in the process of the tests, on its own database. Use `serveInOwnProcess` for a
 * test that kills the product, measures its memory, or changes settings of the whole process.
 */
export function serve(env: Env = {}): ServedProduct {
  return serveWith(startInProcess, env);
}

/**
 * Serves all tests of the calling file in a separate process. With `SCRIPT_RUNNER_CHILDREN` it also starts its own
 * script runner.
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

/** Returns the last lines of the output, for the report of a failed test. */
const lastLines = (server: RunningServer | undefined): string =>
  server?.output().split('\n').slice(-20).join('\n') ?? '';

function serveWith(start: (env: Env) => Promise<RunningServer>, env: Env): ServedProduct {
  let testDatabase: FreshDatabase;
  let server: RunningServer | undefined;
  let database: Database;
  const secrets = { SECRET_KEY: '0'.repeat(64), ADMIN_PASSWORD: 'admin' };
  // Each connection is a process of PostgreSQL, and few tests need more than two at a time.
  const connectionLimit = { DATABASE_CONNECTIONS: '2' };
  // On a busy machine compile warnings may come too late, so they are disabled.
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
    // The product adds its samples with the first user.
    if (env.SAMPLES !== 'true') await addUser(database, adminUser);
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

/** Returns the settings of the database connection. With a pooler, only the direct URL bypasses it. */
function databaseEnv(url: string): Readonly<Record<string, string>> {
  const pooler = inject('pooler');
  if (pooler === null) return { DATABASE_URL: url };
  const { pathname } = new URL(url);
  return { DATABASE_URL: Object.assign(new URL(pooler), { pathname }).href, DATABASE_DIRECT_URL: url };
}
