import { randomBytes } from 'node:crypto';
import { migrate } from '@slipway/persistence';
import { prepareQueues } from '@slipway/queue';
import type { TestProject } from 'vitest/node';
import { prepareGround } from './postgres.ts';
import { databaseAt, execute } from './statements.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { url: string; template: string };
    folder: string;
  }
}

/** One server for the whole run, with one migrated database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, folder, clear } = await prepareGround();
  const template = `slipway_test_${randomBytes(4).toString('hex')}`;
  await execute(url, `CREATE DATABASE ${template}`);
  await migrate(databaseAt(url, template));
  await prepareQueues(databaseAt(url, template));
  project.provide('postgres', { url, template });
  project.provide('folder', folder);
  return async () => {
    await execute(url, `DROP DATABASE ${template} WITH (FORCE)`);
    await clear();
  };
}
