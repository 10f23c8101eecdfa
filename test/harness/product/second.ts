import { afterAll, beforeAll } from 'vitest';
import { type Rest, restAt } from '../rest/rest.ts';
import { type InProcess, startInProcess } from './in-process.ts';
import type { Served } from './serve.ts';
import { type Server, startServer } from './serve.ts';

const envOf = ({ databaseUrl }: Served) => ({
  ...{ DATABASE_URL: databaseUrl(), SECRET_KEY: '0'.repeat(64), ADMIN_PASSWORD: 'admin', SAMPLES: 'false' },
});

/** Starts a second product, with caches and connections of its own, on the database of the first. */
export const startBeside = (served: Served): Promise<InProcess> => startInProcess(envOf(served));

/** Starts a second product in a process of its own, for a test that kills it. */
export const startApart = (served: Served): Promise<Server> => startServer({ env: envOf(served) });

/** Starts a second product for all tests of the file that calls it; returns its REST API, as admin. */
export function serveBeside(served: Served): Rest {
  let server: InProcess | undefined;
  beforeAll(async () => {
    server = await startBeside(served);
  });
  afterAll(() => server?.stop());
  return restAt(() => server?.url ?? '');
}
