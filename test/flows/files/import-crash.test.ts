import { deleteExpiredContents } from '@slipway/persistence/attachments';
import { expect, test } from 'vitest';
import { serveInOwnProcess } from '../../harness/product/serve.ts';
import { createImporter, packZip } from '../../harness/rest/template-files.ts';

const product = serveInOwnProcess();

const { rest } = product;
const importFile = createImporter(rest);
const template = (id: string) => ({
  ...{ id, type: 'rel.Release', title: id },
  variables: [{ id: `Variable${id}`, key: 'v', type: 'rel.StringVariable', requiresValue: false }],
  phases: [{ id: `Phase${id}`, type: 'rel.Phase', title: 'Build', tasks: [{ id: `Task${id}`, title: 'compile' }] }],
  attachments: [{ id: `Attachment${id}`, fileUri: 'attachments/guide', exportFilename: 'guide.txt' }],
  releaseTriggers: [{ type: 'time.Schedule', title: 'nightly', scheduleType: 'REPEAT', periodicity: '86400' }],
});
const file = packZip({
  'release-template.json': JSON.stringify([template('Releaseone'), template('Releasetwo')]),
  'attachments/guide': 'Follow the run book.',
});

/** Returns the row counts of all tables that an import writes to. */
async function stored(): Promise<object> {
  const counts = ['releases', 'phases', 'tasks', 'triggers', 'attachment_contents', 'attachment_chunks'].map(
    (table) => `(select count(*)::int from ${table}) as ${table}`,
  );
  const [row] = await product.database().query<object>({ text: `select ${counts.join(', ')}` });
  return row!;
}

async function deleteUnusedContents(): Promise<void> {
  for (const _ of ['first look', 'second look']) {
    await product
      .database()
      .query({ text: `update attachment_contents set touched_at = touched_at - interval '1 hour'` });
    await deleteExpiredContents(product.database(), 600_000, 1_000);
  }
}

test('a process that is killed during an import leaves no partial import, and the file can be imported again', async () => {
  const before = await stored();
  const cut = await product.database().transaction(async (connection) => {
    // the import creates a template before it writes a trigger, and waits there
    await connection.query({ text: 'lock table triggers in share mode' });
    const importing = file.then(importFile).then(
      () => 'done',
      () => 'cut',
    );
    const waiting = {
      text: `select count(*)::int as count from pg_locks where relation = 'triggers'::regclass and not granted`,
    };
    await expect
      .poll(async () => await product.database().query<object>(waiting), { interval: 20 })
      .toEqual([{ count: 1 }]);
    process.kill(product.pid(), 'SIGKILL');
    return await importing;
  });
  expect(cut).toBe('cut');
  await product.restart();
  await deleteUnusedContents();
  expect(await stored()).toEqual(before);

  const ids = (await importFile(await file)).map(({ id, warnings }) => [id, warnings]);
  expect(ids).toEqual([
    ['Releaseone', []],
    ['Releasetwo', []],
  ]);
  await deleteUnusedContents();
  expect(await stored()).toEqual({
    ...{ releases: 2, phases: 2, tasks: 2, triggers: 2 },
    // both templates share the content
    ...{ attachment_contents: 1, attachment_chunks: 1 },
  });
});
