import { createEngine, type Engine } from '@slipway/engine';
import { type Database, openDatabase } from '@slipway/persistence/database';
import { createSeal } from '@slipway/persistence/secrets';
import { freshDatabase } from '../../../test/harness/database.ts';

/** A new database with an engine. The test file closes it. */
export interface TestEnvironment {
  readonly url: string;
  readonly database: Database;
  readonly engine: Engine;
  close(): Promise<void>;
}

export async function openTestEnvironment(): Promise<TestEnvironment> {
  const fresh = await freshDatabase();
  const database = openDatabase({ url: fresh.url });
  return {
    url: fresh.url,
    database,
    engine: createEngine({ database, seal: createSeal('a secret for tests') }),
    close: async () => {
      await database.stop();
      await fresh.drop();
    },
  };
}
