import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@slipway/standalone';
import { reapWithParent } from './process-reaper.ts';

/** The environment of a test run. */
export interface TestEnvironment {
  /** The PostgreSQL of `DATABASE_URL`, else one of our own. */
  readonly url: string;
  /** A folder for whatever the tests write. */
  readonly folder: string;
  /** Takes all of it away, as does the end of this process. */
  tearDown(): Promise<void>;
}

/** Prepares a folder and finds or starts PostgreSQL, with a fast disk's durability: none. */
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
