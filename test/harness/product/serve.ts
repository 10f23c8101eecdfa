import { archiveRelease, type Database, openDatabase } from '@slipway/persistence';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { type Rest, restAt } from '../rest/rest.ts';
import { startInProcess } from './in-process.ts';
import { sharedRunner } from './part.ts';
import { run } from './server.ts';

/** The product of a test file, without sample content. */
export interface Served {
  /** Its REST API, as admin. */
  readonly rest: Rest;
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
const patient = { statementTimeoutMs: 600_000, lockTimeoutMs: 600_000, idleTimeoutMs: 600_000 };

/** The product of a test file in a process of its own. */
export interface ServedApart extends Served {
  pid(): number;
}

type Env = Readonly<Record<string, string>>;

/** The real product in a process of its own. */
export interface Server {
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
export async function startServer({ env = {} }: { readonly env?: Env } = {}): Promise<Server> {
  const database = env.DATABASE_URL || env.DATA_DIR ? undefined : await freshDatabase();
  const secret = { SECRET_KEY: '0'.repeat(64), ADMIN_PASSWORD: 'admin' };
  const process = run({
    env: { ...(await sharedRunner(env)), ...(database && { DATABASE_URL: database.url, ...secret }), ...env },
  });
  try {
    const [, url = ''] = await process.says(/is ready at (\S+)/);
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
 * kills the product, measures its memory, or sets what holds for a whole process uses `serveApart`.
 */
export function serve(env: Env = {}): Served {
  return serveBy(startInProcess, env);
}

/**
 * Serves all tests of the file that calls it from a process of its own. With `SCRIPT_RUNNER_CHILDREN` it starts its own
 * script runner, too.
 */
export function serveApart(env: Env = {}): ServedApart {
  let pid = 0;
  const start = async (given: Env) => {
    const server = await startServer({ env: given });
    pid = server.pid;
    return server;
  };
  return { ...serveBy(start, env), pid: () => pid };
}

interface Started {
  readonly url: string;
  output(): string;
  stop(): Promise<number | null>;
}

/** The end of the output of a product, for the report of a failed test. */
const lastLines = (server: Started | undefined): string => server?.output().split('\n').slice(-20).join('\n') ?? '';

function serveBy(start: (env: Env) => Promise<Started>, env: Env): Served {
  let fresh: FreshDatabase;
  let server: Started | undefined;
  let database: Database;
  const secrets = { SECRET_KEY: '0'.repeat(64), ADMIN_PASSWORD: 'admin' };
  // Each connection is a process of PostgreSQL, and few tests need more than these at a time.
  const few = { DATABASE_CONNECTIONS: '4' };
  // Whether a warning comes in time depends on how busy the machine is.
  const unwarned = { SCRIPT_COMPILE_MS: '0' };
  const begin = () => start({ ...wayTo(fresh.url), ...few, ...unwarned, SAMPLES: 'false', ...secrets, ...env });
  beforeAll(async () => {
    fresh = await freshDatabase();
    database = openDatabase({ url: fresh.url, connections: 2, ...patient });
    server = await begin();
  });
  afterEach(({ task }) => {
    const isFailed = task.result?.state === 'fail';
    if (isFailed) process.stderr.write(`The last output of the product of "${task.name}":\n${lastLines(server)}\n`);
  });
  afterAll(async () => {
    await server?.stop();
    await database.stop();
    await fresh.drop();
  });
  const url = () => server?.url ?? '';
  return {
    rest: restAt(url),
    url,
    output: () => server?.output() ?? '',
    database: () => database,
    databaseUrl: () => fresh.url,
    archive: ({ id }) => archiveRelease(database, id.slice(id.lastIndexOf('/') + 1)),
    restart: async () => {
      await server?.stop().catch(() => {});
      server = await begin();
    },
  };
}

/** How the product reaches a database: past the pooler only where it must, if there is one. */
function wayTo(url: string): Readonly<Record<string, string>> {
  const pooler = inject('pooler');
  if (pooler === null) return { DATABASE_URL: url };
  const { pathname } = new URL(url);
  return { DATABASE_URL: Object.assign(new URL(pooler), { pathname }).href, DATABASE_DIRECT_URL: url };
}
