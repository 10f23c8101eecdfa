import { type Database, forgetContents, openDatabase } from '@slipway/persistence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../harness/database.ts';
import { type Server, startServer } from '../../harness/product/server.ts';
import { importing, zipOf } from '../../harness/rest/files.ts';
import { restAt } from '../../harness/rest/rest.ts';

let fresh: FreshDatabase;
let database: Database;
let server: Server;
const start = () =>
  startServer({
    env: { DATABASE_URL: fresh.url, SAMPLES: 'false', SECRET_KEY: '0'.repeat(64), ADMIN_PASSWORD: 'admin' },
  });
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, connections: 2 });
  server = await start();
});
afterAll(async () => {
  await server.stop();
  await database.stop();
  await fresh.drop();
});

const rest = restAt(() => server.url);
const bring = importing(rest);
const template = (id: string) => ({
  ...{ id, type: 'rel.Release', title: id },
  variables: [{ id: `Variable${id}`, key: 'v', type: 'rel.StringVariable', requiresValue: false }],
  phases: [{ id: `Phase${id}`, type: 'rel.Phase', title: 'Build', tasks: [{ id: `Task${id}`, title: 'compile' }] }],
  attachments: [{ id: `Attachment${id}`, fileUri: 'attachments/guide', exportFilename: 'guide.txt' }],
  releaseTriggers: [{ type: 'time.Schedule', title: 'nightly', scheduleType: 'REPEAT', periodicity: '86400' }],
});
const file = zipOf({
  'release-template.json': JSON.stringify([template('Releaseone'), template('Releasetwo')]),
  'attachments/guide': 'Follow the run book.',
});

/** Rows of all that an import makes. */
async function stored(): Promise<object> {
  const counts = ['releases', 'phases', 'tasks', 'triggers', 'attachment_contents', 'attachment_chunks'].map(
    (table) => `(select count(*)::int from ${table}) as ${table}`,
  );
  const [row] = await database.query<object>({ text: `select ${counts.join(', ')}` });
  return row!;
}

async function forgetUnused(): Promise<void> {
  for (const _ of ['first look', 'second look']) {
    await database.query({ text: `update attachment_contents set touched_at = touched_at - interval '1 hour'` });
    await forgetContents(database, 600_000, 1_000);
  }
}

test('of an import in whose middle the process is killed nothing remains, and it can be done again', async () => {
  const before = await stored();
  const cut = await database.transaction(async (connection) => {
    // the import has made a template by the time it writes a trigger, and waits there
    await connection.query({ text: 'lock table triggers in share mode' });
    const importing = file.then(bring).then(
      () => 'done',
      () => 'cut',
    );
    const waiting = {
      text: `select count(*)::int as count from pg_locks where relation = 'triggers'::regclass and not granted`,
    };
    await expect.poll(async () => await database.query<object>(waiting), { interval: 20 }).toEqual([{ count: 1 }]);
    process.kill(server.pid, 'SIGKILL');
    return await importing;
  });
  expect(cut).toBe('cut');
  await server.stop().catch(() => {});
  server = await start();
  await forgetUnused();
  expect(await stored()).toEqual(before);

  const ids = (await bring(await file)).map(({ id, warnings }) => [id, warnings]);
  expect(ids).toEqual([
    ['Releaseone', []],
    ['Releasetwo', []],
  ]);
  await forgetUnused();
  expect(await stored()).toEqual({
    ...{ releases: 2, phases: 2, tasks: 2, triggers: 2 },
    ...{ attachment_contents: 2, attachment_chunks: 2 },
  });
});
