import { randomBytes } from 'node:crypto';
import { migrate } from '@slipway/persistence/database';
import { prepareQueues } from '@slipway/queue';
import type { TestProject } from 'vitest/node';
import { bundleBoard } from '../../../scripts/bundle-board.ts';
import { findPoolerProgram, type Pooler, startPooler } from './pgbouncer.ts';
import { execute, withDatabaseName } from './statements.ts';
import { setUpTestEnvironment, type TestEnvironment } from './test-environment.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { url: string; template: string };
    folder: string;
    /** the URL through a pooler if the product uses one, otherwise null */
    pooler: string | null;
  }
}

/**
 * The shared environment of all projects of a run: one server with one migrated database, which every test file
 * copies.
 */
interface SharedEnvironment extends TestEnvironment {
  readonly template: string;
  /** the number of projects that use it; the last one deletes it */
  users: number;
}

declare global {
  /** Vitest loads this file for each project, so the shared value is a global. */
  var slipwayTests: Promise<SharedEnvironment> | undefined;
}

async function setUpSharedEnvironment(): Promise<SharedEnvironment> {
  await bundleBoard();
  const environment = await setUpTestEnvironment();
  const template = `slipway_test_${randomBytes(4).toString('hex')}`;
  await execute(environment.url, `CREATE DATABASE ${template}`);
  await migrate(withDatabaseName(environment.url, template));
  await prepareQueues(withDatabaseName(environment.url, template));
  return { ...environment, template, users: 0 };
}

/** Starts PostgreSQL for a run or uses the one of another project, and provides its URL to the project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  globalThis.slipwayTests ??= setUpSharedEnvironment();
  const shared = await globalThis.slipwayTests;
  shared.users += 1;
  const { url, folder, template } = shared;
  project.provide('postgres', { url, template });
  project.provide('folder', folder);
  const pooler = await startPoolerFor(project, url);
  project.provide('pooler', pooler?.urlFor(url) ?? null);
  return async () => {
    await pooler?.stop();
    shared.users -= 1;
    if (shared.users > 0) return;
    await execute(url, `DROP DATABASE ${template} WITH (FORCE)`);
    await shared.tearDown();
  };
}

/** Starts a pooler for the project `pooled`, which repeats tests of other projects through a pooler. */
async function startPoolerFor({ name }: TestProject, url: string): Promise<Pooler | null> {
  if (name !== 'pooled' || ((await findPoolerProgram()) === null && process.env.CI !== 'true')) return null;
  return await startPooler(url);
}
