import { randomBytes, randomUUID } from 'node:crypto';
import { type Attachment, blankTaskPassive } from '@slipway/domain/model';
import { afterAll, expect, test } from 'vitest';
import { insertPlan } from '../plans/saving/save.ts';
import { openFreshDatabase } from '../testing/database.ts';
import { outcomeOf, phaseWith, releaseWith, taskWith } from '../testing/plans.ts';
import {
  appendChunk,
  beginContent,
  chunkSize,
  deleteContent,
  deleteExpiredContents,
  findAttachment,
  finishContent,
  readContent,
  readSlice,
} from './contents.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);

const completeContent = { size: 3, checksum: 'abc' };
async function content(): Promise<string> {
  const id = await beginContent(database, chunkSize);
  await appendChunk(database, id, 0, Buffer.from('abc'));
  await finishContent(database, id, completeContent);
  return id;
}
const attachmentOf = (id: string): Attachment => ({
  id: `Attachment${randomBytes(16).toString('hex')}`,
  content: id,
  name: 'a',
  contentType: 'text/plain',
  ...completeContent,
});
const makeOlder = () =>
  database.query({ text: `update attachment_contents set touched_at = touched_at - interval '1 hour'` });
const remaining = async () => {
  const [row] = await database.query<object>({
    text: `select (select count(*)::int from attachment_contents) as contents,
      (select count(*)::int from attachment_chunks) as chunks`,
  });
  return row;
};
const deleteExpired = (most = 100) => deleteExpiredContents(database, 600_000, most);

/** Inserts a release and a task with these attachments. */
async function planWith(ofTask: readonly Attachment[], ofRelease: readonly Attachment[] = []) {
  const task = taskWith({}, {}, { ...blankTaskPassive, attachments: ofTask });
  const release = releaseWith([phaseWith([task])]);
  const passive = release.passive.kind === 'new' ? release.passive.value : null;
  if (passive === null) throw new Error('the release is not new');
  await insertPlan(
    database,
    outcomeOf({ ...release, passive: { kind: 'new', value: { ...passive, attachments: ofRelease } } }),
  );
  return { release, task };
}

test('cannot read an incomplete content or extend a complete one, and deletes an idle one', async () => {
  const id = await beginContent(database, chunkSize);
  expect(await appendChunk(database, id, 0, Buffer.from('abc'))).toBe(true);
  expect(await readContent(database, id)).toBeNull();
  expect(await deleteExpired()).toBe(0);
  await makeOlder();
  expect(await deleteExpired()).toBe(1);
  expect(await remaining()).toEqual({ contents: 0, chunks: 0 });
  expect(await appendChunk(database, id, 1, Buffer.from('late'))).toBe(false);
  expect(await finishContent(database, id, completeContent)).toBe(false);
  const done = await content();
  expect(await appendChunk(database, done, 1, Buffer.from('more'))).toBe(false);
  await deleteContent(database, done);
  expect(await readContent(database, done)).toEqual({ chunkSize, size: 3 });
  expect(String(await readSlice(database, done, { number: 0, start: 1, size: 9 }))).toBe('bc');
  expect(await readSlice(database, done, { number: 1, start: 0, size: 9 })).toBeNull();
  const contentId = await beginContent(database, chunkSize);
  await appendChunk(database, contentId, 0, Buffer.from('abc'));
  await deleteContent(database, contentId);
  expect(await remaining()).toEqual({ contents: 1, chunks: 1 });
});

test('deletes an unreferenced content only at the second check', async () => {
  const [ofTask, ofRelease, unreferenced] = [
    attachmentOf(await content()),
    attachmentOf(await content()),
    await content(),
  ];
  await planWith([ofTask], [ofRelease]);
  await database.query({ text: `update releases set archived = true` });
  await database.query({ text: `update tasks set archived = true` });
  await makeOlder();
  expect(await deleteExpired()).toBe(0);
  expect(await deleteExpired()).toBe(0);
  await makeOlder();
  expect(await deleteExpired()).toBe(2);
  expect(await readContent(database, unreferenced)).toBeNull();
  expect(await remaining()).toEqual({ contents: 2, chunks: 2 });
});

test('keeps a content that is referenced again before the second check', async () => {
  const id = await content();
  await makeOlder();
  await deleteExpired();
  await planWith([attachmentOf(id)]);
  await makeOlder();
  expect(await deleteExpired()).toBe(0);
  await makeOlder();
  expect(await deleteExpired()).toBe(0);
  expect(await readContent(database, id)).not.toBeNull();
});

test('checks a limited number of contents in each call, and continues in the next call', async () => {
  await database.query({ text: 'delete from attachment_contents' });
  for (let count = 0; count < 5; count += 1) await content();
  await makeOlder();
  expect([await deleteExpired(2), await deleteExpired(2), await deleteExpired(2)]).toEqual([0, 0, 0]);
  await makeOlder();
  expect([await deleteExpired(2), await deleteExpired(2), await deleteExpired(2)]).toEqual([2, 2, 1]);
});

test('finds an attachment by its id, live or archived, with its owner', async () => {
  const [first, second] = [attachmentOf(randomUUID()), attachmentOf(randomUUID())];
  const { release, task } = await planWith([first], [second]);
  const foundAttachments = async () => [
    await findAttachment(database, ['AttachmentNone', first.id]),
    await findAttachment(database, [second.id]),
  ];
  const access = { folderId: release.folderId, releaseId: release.id, status: release.status, owner: release.owner };
  const expected = [
    {
      attachment: first,
      releaseId: release.id,
      taskId: task.id,
      access: { ...access, task: { owner: task.definition.owner, team: task.definition.team } },
    },
    { attachment: second, releaseId: release.id, taskId: null, access: { ...access, task: null } },
  ];
  expect(await foundAttachments()).toEqual(expected);
  for (const table of ['releases', 'tasks', 'phases'])
    await database.query({ text: `update ${table} set archived = true where not archived` });
  expect(await foundAttachments()).toEqual(expected);
  expect(await findAttachment(database, ['AttachmentNone'])).toBeNull();
});
