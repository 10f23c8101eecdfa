import { request } from 'node:http';
import { bumpAccessVersion } from '@slipway/persistence/people';
import { expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { type Attachment, attach, boundary, filesForm, formEnd, partHead } from '../../harness/rest/attachments.ts';
import { idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Task } from '../../harness/rest/response-types.ts';
import { basicAuth } from '../../harness/rest/rest-client.ts';

const product = serve();
const { rest, url, database } = product;

const newTask = async () => idOf(await startRelease(rest, { Build: ['compile'] }), 'compile');
const namesOf = async (task: string) =>
  (await rest.get<Task & { readonly attachments: readonly Attachment[] }>(`/tasks/${task}`)).attachments.map(
    ({ exportFilename }) => exportFilename,
  );
const sent = (task: string, key: string, files: Readonly<Record<string, string | Buffer>>) =>
  rest.send('POST', `/tasks/${task}/attachments`, filesForm(files), { 'idempotency-key': key });

test('an upload that is repeated with its key gets the same response and attaches nothing again', async () => {
  const task = await newTask();
  const files = { 'a.txt': 'one', 'b.bin': Buffer.alloc(1_500_000, 7) };
  const first = await sent(task, 'once', files);
  expect([first.status, (first.body as readonly Attachment[]).map((attachment) => attachment.exportFilename)]).toEqual([
    200,
    ['a.txt', 'b.bin'],
  ]);
  const repeatedReply = await sent(task, 'once', files);
  expect([repeatedReply.status, repeatedReply.body]).toEqual([200, first.body]);
  expect(await namesOf(task)).toEqual(['a.txt', 'b.bin']);
});

test.each([
  ['other content', { 'a.txt': 'two' }],
  ['another name', { 'b.txt': 'one' }],
  ['an additional file', { 'a.txt': 'one', 'b.txt': 'two' }],
])('%s with the same key is refused and changes nothing', async (_, files) => {
  const task = await newTask();
  expect((await sent(task, 'mine', { 'a.txt': 'one' })).status).toBe(200);
  expect(await sent(task, 'mine', files)).toMatchObject({ status: 422 });
  expect(await namesOf(task)).toEqual(['a.txt']);
});

test('a refused upload releases its key, and keys of different tasks are independent', async () => {
  const task = await newTask();
  expect((await sent(task, 'free', { ['x'.repeat(256)]: 'one' })).status).toBe(400);
  expect((await sent(task, 'free', { 'a.txt': 'one' })).status).toBe(200);
  const secondTask = await newTask();
  expect((await sent(secondTask, 'free', { 'a.txt': 'two' })).status).toBe(200);
  expect([await namesOf(task), await namesOf(secondTask)]).toEqual([['a.txt'], ['a.txt']]);
});

test('of ten equal concurrent uploads with one key one is stored, and all get its response', async () => {
  const task = await newTask();
  const all = await Promise.all(Array.from({ length: 10 }, () => sent(task, 'at once', { 'a.txt': 'one' })));
  expect(new Set(all.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(await namesOf(task)).toEqual(['a.txt']);
});

test('a caller who has lost the permission to attach does not get the stored response', async () => {
  const release = await startRelease(rest, { Build: ['compile'] });
  const path = `/tasks/${idOf(release, 'compile')}/attachments`;
  const member = await peopleOf(product).createUserWith(release, 'release#view', 'release#edit_task_attachments');
  const upload = () => member.send('POST', path, filesForm({ 'a.txt': 'one' }), { 'idempotency-key': 'k' });
  expect((await upload()).status).toBe(200);
  expect((await upload()).status).toBe(200);
  await database().query({
    text: `update teams set permissions = '{release#view}' where 'release#edit_task_attachments' = any (permissions)
      and name like 'Team %'`,
  });
  await bumpAccessVersion(database());
  expect((await upload()).status).toBe(403);
});

/** An upload that has started and continues when the test requests it. */
function startUpload(task: string, username: string) {
  const { hostname, port } = new URL(url());
  const headers = { ...basicAuth(username, 'admin'), 'content-type': `multipart/form-data; boundary=${boundary}` };
  const clientRequest = request({ hostname, port, method: 'POST', path: `/api/v1/tasks/${task}/attachments`, headers });
  const answered = new Promise<number>((resolve, reject) => {
    clientRequest.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    clientRequest.on('error', reject);
  });
  clientRequest.write(`${partHead('filename="a"')}${'x'.repeat(200_000)}`);
  return { answered, finish: () => clientRequest.end(formEnd), cut: () => clientRequest.destroy() };
}
const stored = async () =>
  (
    await database().query<{ readonly count: number }>({ text: 'select count(*)::int as count from attachment_chunks' })
  )[0]!.count;

test('one user cannot take all upload slots: others upload while one user waits, and a closed connection frees its slot', async () => {
  const task = await newTask();
  const before = await stored();
  const many = Array.from({ length: 4 }, () => startUpload(task, 'admin'));
  // all received bytes are stored in full chunks, except for the last partial chunk
  await expect.poll(stored).toBe(before + 4 * 3);
  const fifth = startUpload(task, 'admin');
  fifth.finish();
  const waits = Symbol('waits');
  const people = peopleOf(product);
  const second = await people.createUser('other');
  await people.createRole('Others', ['admin'], ['other']);
  const secondTask = await second.send('POST', `/tasks/${task}/attachments`, filesForm({ b: 'b' }));
  expect(secondTask.status).toBe(200);
  expect(await Promise.race([fifth.answered, Promise.resolve(waits)])).toBe(waits);
  many[0]!.answered.catch(() => {});
  many[0]!.cut();
  expect(await fifth.answered).toBe(200);
  for (const attachment of many.slice(1)) attachment.finish();
  expect(await Promise.all(many.slice(1).map(({ answered }) => answered))).toEqual(Array(3).fill(200));
  expect((await attach(rest, `/tasks/${task}`, { c: 'c' })).length).toBe(1);
});
