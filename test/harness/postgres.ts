import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@slipway/standalone';
import { guard } from './guard.ts';

/** The PostgreSQL that the tests run on: where `DATABASE_URL` says, else one of our own in a folder that goes with it. */
export async function startTestPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'slipway-test-'));
  try {
    const { url, pid } = await startPostgres(folder, { durable: false });
    return { url, stop: guard({ pid, signal: 'INT', folder }).end };
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}
