import { archiveRelease, type Database, openDatabase } from '@slipway/persistence';
import { afterAll, beforeAll } from 'vitest';
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
}

/** Serves all tests of the file that calls it. */
export function serve(env: Readonly<Record<string, string>> = {}): Served {
  let fresh: FreshDatabase;
  let server: Server | undefined;
  let database: Database;
  beforeAll(async () => {
    fresh = await freshDatabase();
    database = openDatabase({ url: fresh.url, connections: 1 });
    const secrets = { SECRET_KEY: '0'.repeat(64), ADMIN_PASSWORD: 'admin' };
    server = await startServer({ env: { DATABASE_URL: fresh.url, SAMPLES: 'false', ...secrets, ...env } });
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
  };
}
