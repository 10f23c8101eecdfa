import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@slipway/standalone';
import { guard } from './guard.ts';

/** The environment of a test run. */
export interface Ground {
  /** The PostgreSQL of `DATABASE_URL`, else one of our own. */
  readonly url: string;
  /** A folder for whatever the tests write. */
  readonly folder: string;
  /** Takes all of it away, as does the end of this process. */
  clear(): Promise<void>;
}

/** Prepares a folder and finds or starts PostgreSQL, with a fast disk's durability: none. */
export async function prepareGround(): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-test-'));
  const given = process.env.DATABASE_URL;
  if (given) return { url: given, folder, clear: guard({ folder }).end };
  try {
    const { url, pid } = await startPostgres(folder, { durable: false });
    return { url, folder, clear: guard({ pid, signal: 'INT', folder }).end };
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}
