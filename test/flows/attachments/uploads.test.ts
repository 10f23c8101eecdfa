import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import {
  type Attachment,
  attach,
  boundary,
  filesForm,
  formEnd,
  partHead,
  sendFormParts,
} from '../../harness/rest/attachments.ts';
import { idOf, startRelease } from '../../harness/rest/plans.ts';
import { sendRaw } from '../../harness/rest/raw-request.ts';
import type { Task } from '../../harness/rest/response-types.ts';

const { rest, url, database } = serve();

const newTask = async () => idOf(await startRelease(rest, { Build: ['compile'] }), 'compile');
const attachmentsOf = async (task: string) =>
  (await rest.get<Task & { readonly attachments: readonly Attachment[] }>(`/tasks/${task}`)).attachments;
const contents = async () =>
  (
    await database().query<{ readonly count: number }>({
      text: `select (select count(*) from attachment_contents) + (select count(*) from attachment_chunks) as count`,
    })
  )[0]!.count;
const form = `multipart/form-data; boundary=${boundary}`;

test.each([
  ['filename="a b.txt"', 'a b.txt', `attachment; filename="a b.txt"; filename*=UTF-8''a%20b.txt`],
  ['filename="../../etc/cron.d/x"', 'x', `attachment; filename="x"; filename*=UTF-8''x`],
  ['filename="c:\\\\windows\\\\x.exe"', 'x.exe', `attachment; filename="x.exe"; filename*=UTF-8''x.exe`],
  ['filename="a\tb\u0085.txt"', 'ab.txt', `attachment; filename="ab.txt"; filename*=UTF-8''ab.txt`],
  ['filename="a;b=c.txt"', 'a;b=c.txt', `attachment; filename="a;b=c.txt"; filename*=UTF-8''a%3Bb%3Dc.txt`],
  ['filename="№.txt"', '№.txt', `attachment; filename="_.txt"; filename*=UTF-8''%E2%84%96.txt`],
  [`filename*=UTF-8''%E2%84%96%0A.txt`, '№.txt', `attachment; filename="_.txt"; filename*=UTF-8''%E2%84%96.txt`],
  ['filename=".."', 'file', `attachment; filename="file"; filename*=UTF-8''file`],
  [`filename="${'x'.repeat(255)}"`, 'x'.repeat(255), expect.stringContaining('x'.repeat(255))],
])('a file named %s is stored with a safe name', async (disposition, name, header) => {
  const task = await newTask();
  const sent = await sendFormParts(url(), `/tasks/${task}/attachments`, [
    partHead(disposition, 'text/html'),
    '<script>alert(1)</script>',
    formEnd,
  ]);
  expect(sent).toMatch(/^200 /);
  const [added] = await attachmentsOf(task);
  expect([added!.exportFilename, added!.contentType]).toEqual([name, 'text/html']);
  const answer = await rest.send('GET', `/releases/attachments/${added!.id}`);
  expect(answer.text).toBe('<script>alert(1)</script>');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': header,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-length': '25',
    'cache-control': 'private, no-cache',
  });
});

test('a download supports ranges and conditional requests', async () => {
  const task = await newTask();
  const [added] = await attach(rest, `/tasks/${task}`, { alphabet: 'abcdefghij' });
  const path = `/releases/attachments/${added!.id}`;
  const tag = `"${added!.checksum}"`;
  const download = async (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') => {
    const { status, text, headers: got } = await rest.send(method, path, undefined, headers);
    return [status, text, got.get('content-range'), got.get('content-length'), got.get('etag') === tag];
  };
  expect(await download({})).toEqual([200, 'abcdefghij', null, '10', true]);
  expect(await download({}, 'HEAD')).toEqual([200, '', null, '10', true]);
  expect(await download({ range: 'bytes=2-4' })).toEqual([206, 'cde', 'bytes 2-4/10', '3', true]);
  expect(await download({ range: 'bytes=-2' })).toEqual([206, 'ij', 'bytes 8-9/10', '2', true]);
  expect(await download({ range: 'bytes=20-' })).toEqual([416, '', 'bytes */10', '0', true]);
  expect(await download({ range: 'bytes=0-1,3-4' })).toEqual([200, 'abcdefghij', null, '10', true]);
  expect(await download({ range: 'bytes=2-4', 'if-range': '"old"' })).toEqual([200, 'abcdefghij', null, '10', true]);
  expect(await download({ range: 'bytes=2-4', 'if-range': tag })).toEqual([206, 'cde', 'bytes 2-4/10', '3', true]);
  expect(await download({ 'if-none-match': tag })).toEqual([304, '', null, null, true]);
  expect(await download({ 'if-match': '"old"' })).toEqual([412, '', null, '0', true]);
});

test('a range that crosses chunks has the right bytes', async () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 2_200_000 }, (_, at) => (at * 31) % 251));
  const [added] = await attach(rest, `/tasks/${await newTask()}`, { bytes });
  for (const [start, end] of [
    [1_048_570, 1_048_580],
    [0, 2_199_999],
    [1_048_576, 2_097_151],
    [2_097_152, 2_097_152],
  ] as const) {
    const answer = await fetch(`${url()}/api/v1/releases/attachments/${added!.id}`, {
      headers: { authorization: `Basic ${btoa('admin:admin')}`, range: `bytes=${start}-${end}` },
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(start, end + 1))).toBe(true);
  }
});

test.each([
  ['a body that is not a form', 'application/json', '{}', /^415 a body must have Content-Type: multipart\/form-data/],
  ['a form without a boundary', 'multipart/form-data; x=y', 'x', /^400 the body is not valid multipart\/form-data/],
  ['an invalid form', form, 'nothing of the kind', /^400 the body is not valid multipart\/form-data/],
  [
    'a form without a file',
    form,
    `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb${formEnd}`,
    /^400 the form has no part with a file/,
  ],
  [
    'a form that is cut off within a file',
    form,
    `${partHead('filename="a"')}half of`,
    /^400 the body is not valid multipart\/form-data/,
  ],
  [
    'a name of 256 bytes',
    form,
    `${partHead(`filename="${'x'.repeat(256)}"`)}a${formEnd}`,
    /^400 expected a file name of at most 255 bytes/,
  ],
])('%s is refused with the reason, and nothing is stored', async (_, type, body, expected) => {
  const task = await newTask();
  const before = await contents();
  const { status, text } = await sendRaw(url(), {
    ...{ method: 'POST', path: `/api/v1/tasks/${task}/attachments` },
    ...{ headers: { 'content-type': type }, body },
  });
  expect(`${status} ${text}`).toMatch(expected);
  expect(await attachmentsOf(task)).toEqual([]);
  await expect.poll(contents).toBe(before);
});

test('more than twenty files, or a file of more than 100 MB, are refused, and no file of the form is stored', async () => {
  const task = await newTask();
  const before = await contents();
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`file ${index}`, 'a']));
  expect(await rest.sendForError('POST', `/tasks/${task}/attachments`, filesForm(many))).toBe(
    '413 a form has at most 20 files',
  );
  const mebibyte = Buffer.alloc(1024 * 1024, 'x');
  const parts = [partHead('filename="small"'), 'a', `\r\n${partHead('filename="large"')}`];
  const large = [...parts, ...Array.from({ length: 100 }, () => mebibyte), 'x', formEnd];
  expect(await sendFormParts(url(), `/tasks/${task}/attachments`, large)).toBe(
    "413 the file 'large' is larger than 104857600 bytes",
  );
  expect(await attachmentsOf(task)).toEqual([]);
  // complete files of a refused form belong to no object; the maintenance job deletes them
  await database().query({ text: `update attachment_contents set touched_at = touched_at - interval '1 hour'` });
  expect(await contents()).toBeGreaterThanOrEqual(before);
});

test('an aborted upload leaves nothing', async () => {
  const task = await newTask();
  const before = await contents();
  const parts = [partHead('filename="a"'), Buffer.alloc(3_000_000, 'x')];
  expect(await sendFormParts(url(), `/tasks/${task}/attachments`, parts, { isAborted: true })).toBe('cut');
  await expect.poll(contents).toBe(before);
  expect(await attachmentsOf(task)).toEqual([]);
});
