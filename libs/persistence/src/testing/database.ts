import { freshDatabase } from '../../../../test/harness/database.ts';
import { type Database, openDatabase } from '../database/database.ts';

/** Opens a new, migrated database for one test file. The file closes it in `afterAll`. */
export async function openFreshDatabase(): Promise<{ readonly database: Database; close(): Promise<void> }> {
  const fresh = await freshDatabase();
  const database = openDatabase({ url: fresh.url });
  return {
    database,
    close: async () => {
      await database.stop();
      await fresh.drop();
    },
  };
}
