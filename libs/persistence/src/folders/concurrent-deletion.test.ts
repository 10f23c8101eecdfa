import { NotFound } from '@slipway/domain/model';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../../../../test/harness/database.ts';
import { storeCodeSettings } from '../as-code/stored-code-settings.ts';
import { type Connection, type Database, openDatabase } from '../database/database.ts';
import { insertPlan } from '../plans/saving/save.ts';
import { firstTask, outcomeOf, phaseWith, releaseWith, taskWith } from '../testing/plans.ts';
import { createFolder, deleteFolder, findFolder } from './folders.ts';

const fresh = await freshDatabase();
// Retries continue while other transactions wait for a lock. High timeouts let them succeed on a slow machine.
const database = openDatabase({
  url: fresh.url,
  lockTimeoutMs: 600_000,
  statementTimeoutMs: 600_000,
  idleTimeoutMs: 600_000,
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const finished = releaseWith([phaseWith([taskWith()])], { folderId: 'FolderA', status: 'COMPLETED' });
beforeEach(async () => {
  await createFolder(database, { id: 'FolderA', parentId: 'Applications', title: 'A', freshId: 'FolderFresh' });
  await insertPlan(database, outcomeOf(finished));
});

/** Returns the same database and a promise that resolves when a statement with this name has failed. */
function refusedAt(name: string) {
  const refused = Promise.withResolvers<void>();
  const telling: Database = {
    ...database,
    transaction: (work, mode) =>
      database.transaction(
        (connection) =>
          work({
            query: <Row extends object>(...parameters: Parameters<Connection['query']>) => {
              const answer = connection.query<Row>(...parameters);
              if ('name' in parameters[0] && parameters[0].name === name) answer.catch(() => refused.resolve());
              return answer;
            },
          }),
        mode,
      ),
  };
  return { telling, refused: refused.promise };
}

test.each([
  ['then updates a task of the release', 'update live_tasks set status = status where id = $1', firstTask(finished).id],
  ['then locks the folder', 'select from folders where id = $1 for key share', 'FolderA'],
])(
  'a transaction that has locked a release and %s does not deadlock with the deletion of its folder',
  async (_, text, id) => {
    const { telling, refused } = refusedAt('lock-releases-in-folder');
    let tries = 0;
    let deleting: Promise<void> | undefined;
    await database.transaction(async (connection) => {
      tries += 1;
      await connection.query({ text: 'update live_releases set title = title where id = $1' }, [finished.id]);
      deleting ??= deleteFolder(telling, 'FolderA');
      await refused;
      await connection.query({ text }, [id]);
    });
    await deleting;
    // No transaction was rolled back because of a deadlock.
    expect([tries, await findFolder(database, 'FolderA')]).toEqual([1, null]);
  },
);

test('settings of a folder are rejected if the folder was deleted in the meantime', async () => {
  const codeSettings = { folderId: 'FolderGone', kind: 'Dashboard', title: 'Wall', body: {} };
  await expect(storeCodeSettings(database, codeSettings)).rejects.toThrow(NotFound);
});
