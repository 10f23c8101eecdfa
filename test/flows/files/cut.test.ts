import { forgetContents } from '@slipway/persistence';
import { expect, test } from 'vitest';
import { serveApart } from '../../harness/product/serve.ts';
import { importing, zipOf } from '../../harness/rest/files.ts';

const served = serveApart();

const { rest } = served;
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
  const [row] = await served.database().query<object>({ text: `select ${counts.join(', ')}` });
  return row!;
}

async function forgetUnused(): Promise<void> {
  for (const _ of ['first look', 'second look']) {
    await served
      .database()
      .query({ text: `update attachment_contents set touched_at = touched_at - interval '1 hour'` });
    await forgetContents(served.database(), 600_000, 1_000);
  }
}

test('of an import in whose middle the process is killed nothing remains, and it can be done again', async () => {
  const before = await stored();
  const cut = await served.database().transaction(async (connection) => {
    // the import has made a template by the time it writes a trigger, and waits there
    await connection.query({ text: 'lock table triggers in share mode' });
    const importing = file.then(bring).then(
      () => 'done',
      () => 'cut',
    );
    const waiting = {
      text: `select count(*)::int as count from pg_locks where relation = 'triggers'::regclass and not granted`,
    };
    await expect
      .poll(async () => await served.database().query<object>(waiting), { interval: 20 })
      .toEqual([{ count: 1 }]);
    process.kill(served.pid(), 'SIGKILL');
    return await importing;
  });
  expect(cut).toBe('cut');
  await served.restart();
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
    // which both share
    ...{ attachment_contents: 1, attachment_chunks: 1 },
  });
});
