import { afterAll, beforeAll } from 'vitest';
import { createRestClient, type RestClient } from '../rest/rest-client.ts';
import { type InProcessServer, startInProcess } from './in-process.ts';
import type { ServedProduct } from './serve.ts';
import { type ServerProcess, startServer } from './serve.ts';

const envOf = ({ databaseUrl }: ServedProduct) => ({
  ...{ DATABASE_URL: databaseUrl(), SECRET_KEY: '0'.repeat(64), ADMIN_PASSWORD: 'admin', SAMPLES: 'false' },
});

/** Starts a second product with its own caches and connections on the database of the first. */
export const startSecondServer = (product: ServedProduct): Promise<InProcessServer> => startInProcess(envOf(product));

/** Starts a second product in its own process, for a test that kills it. */
export const startSecondProcess = (product: ServedProduct): Promise<ServerProcess> =>
  startServer({ env: envOf(product) });

/** Starts a second product for all tests of the calling file; returns its REST client for admin. */
export function serveSecondServer(product: ServedProduct): RestClient {
  let server: InProcessServer | undefined;
  beforeAll(async () => {
    server = await startSecondServer(product);
  });
  afterAll(() => server?.stop());
  return createRestClient(() => server?.url ?? '');
}
