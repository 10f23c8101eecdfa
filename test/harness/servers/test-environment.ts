import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@slipway/standalone';
import { reapWithParent } from './process-reaper.ts';

/** The environment of a test run. */
export interface TestEnvironment {
  /** the PostgreSQL of `DATABASE_URL`, otherwise a server of the test run */
  readonly url: string;
  /** a folder for the files of tests */
  readonly folder: string;
  /** Stops the server and deletes the folder. The end of this process does the same. */
  tearDown(): Promise<void>;
}

/** Creates the folder, and finds or starts PostgreSQL. A started server has durability switched off for speed. */
export async function setUpTestEnvironment(): Promise<TestEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-test-'));
  const configuredUrl = process.env.DATABASE_URL;
  if (configuredUrl) return { url: configuredUrl, folder, tearDown: reapWithParent({ folder }).end };
  try {
    const { url, pid } = await startPostgres(folder, { durable: false, trusting: true });
    return { url, folder, tearDown: reapWithParent({ pid, signal: 'INT', folder }).end };
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}
