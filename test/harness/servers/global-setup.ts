import { randomBytes } from 'node:crypto';
import { migrate } from '@slipway/persistence';
import { prepareQueues } from '@slipway/queue';
import type { TestProject } from 'vitest/node';
import { bundleBoard } from '../../../scripts/bundle.ts';
import { type Pooler, poolerProgram, startPooler } from './pgbouncer.ts';
import { prepareGround } from './postgres.ts';
import { databaseAt, execute } from './statements.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { url: string; template: string };
    folder: string;
    /** the server by way of a pooler, where the product is to take that */
    pooler: string | null;
  }
}

/** One server for the whole run, with one migrated database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await bundleBoard();
  const { url, folder, clear } = await prepareGround();
  const template = `slipway_test_${randomBytes(4).toString('hex')}`;
  await execute(url, `CREATE DATABASE ${template}`);
  await migrate(databaseAt(url, template));
  await prepareQueues(databaseAt(url, template));
  project.provide('postgres', { url, template });
  project.provide('folder', folder);
  const pooler = await poolerFor(project, url);
  project.provide('pooler', pooler?.through(url) ?? null);
  return async () => {
    await pooler?.stop();
    await execute(url, `DROP DATABASE ${template} WITH (FORCE)`);
    await clear();
  };
}

/** The project `pooled` runs what others run, too, through a pooler. */
async function poolerFor({ name }: TestProject, url: string): Promise<Pooler | null> {
  if (name !== 'pooled' || ((await poolerProgram()) === null && process.env.CI !== 'true')) return null;
  return await startPooler(url);
}
