import { afterAll, beforeAll } from 'vitest';
import { type Rest, restAt } from '../rest/rest.ts';
import type { Served } from './serve.ts';
import { type Server, startServer } from './server.ts';

/** Starts one more process on the database of the first. */
export const startBeside = ({ databaseUrl }: Served): Promise<Server> =>
  startServer({
    env: { DATABASE_URL: databaseUrl(), SECRET_KEY: '0'.repeat(64), ADMIN_PASSWORD: 'admin', SAMPLES: 'false' },
  });

/** One more process for all tests of the file that calls it; answers its REST API, as admin. */
export function serveBeside(served: Served): Rest {
  let server: Server | undefined;
  beforeAll(async () => {
    server = await startBeside(served);
  });
  afterAll(() => server?.stop());
  return restAt(() => server?.url ?? '');
}
