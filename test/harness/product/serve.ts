import { archiveRelease, type Database, openDatabase } from '@slipway/persistence';
import { afterAll, beforeAll, inject } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { type Rest, restAt } from '../rest/rest.ts';
import { type Server, startServer } from './server.ts';

/** The server of a test file, without sample content. */
export interface Served {
  /** Its REST API, as admin. */
  readonly rest: Rest;
  url(): string;
  /** of its process */
  pid(): number;
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

/** Serves all tests of the file that calls it. */
export function serve(env: Readonly<Record<string, string>> = {}): Served {
  let fresh: FreshDatabase;
  let server: Server | undefined;
  let database: Database;
  const start = () => {
    const secrets = { SECRET_KEY: '0'.repeat(64), ADMIN_PASSWORD: 'admin' };
    return startServer({ env: { ...wayTo(fresh.url), SAMPLES: 'false', ...secrets, ...env } });
  };
  beforeAll(async () => {
    fresh = await freshDatabase();
    database = openDatabase({ url: fresh.url, connections: 2, ...patient });
    server = await start();
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
    pid: () => server?.pid ?? 0,
    output: () => server?.output() ?? '',
    database: () => database,
    databaseUrl: () => fresh.url,
    archive: ({ id }) => archiveRelease(database, id.slice(id.lastIndexOf('/') + 1)),
    restart: async () => {
      await server?.stop().catch(() => {});
      server = await start();
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
