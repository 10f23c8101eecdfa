import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serveInOwnProcess } from '../../harness/product/serve.ts';
import { noScriptRunnerEnv } from '../../harness/product/service-process.ts';
import { attach, formEnd, partHead, sendFormParts } from '../../harness/rest/attachments.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { createTemplate, idOf } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { basicAuth } from '../../harness/rest/rest-client.ts';
import {
  createImporter,
  exportTemplate,
  type ImportResult,
  packUncompressedZip,
  packXlr,
  packZip,
} from '../../harness/rest/template-files.ts';
import { isLong } from '../../harness/test-length.ts';

const product = serveInOwnProcess({ ...noScriptRunnerEnv, IMPORT_MAX_MB: '40' });
const { rest, url, database, pid } = product;
const importFile = createImporter(rest);
const megabyte = 1024 * 1024;

interface WithAttachments {
  readonly attachments: readonly { readonly exportFilename: string; readonly checksum: string }[];
}
const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const describeAttachments = ({ attachments }: WithAttachments) =>
  attachments.map(({ exportFilename, checksum }) => [exportFilename, checksum]);

/** Returns the peak memory of the server in megabytes. */
const peak = () => Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid()}/status`, 'utf8'))?.[1]) / 1024;
/** Returns the number of unfinished contents: leftovers of files that were read. */
const unfinished = async () =>
  (await database().query({ text: 'select from attachment_contents where checksum is null' })).length;

test('a template larger than the memory limit is exported and imported again with its attachments', async () => {
  const [video, log] = [randomBytes(21 * megabyte), Buffer.alloc(3 * megabyte, 'all is well\n')];
  const template = await createTemplate(rest, { Build: ['compile'] }, { title: 'Large' });
  await attach(rest, `/releases/${template.id}`, { 'video.mp4': video });
  await attach(rest, `/tasks/${idOf(template, 'compile')}`, { 'build.log': log });
  const file = await exportTemplate(product, template);
  expect(file.length).toBeGreaterThan(24 * megabyte);
  const before = peak();
  const [imported] = await importFile(file);
  expect(peak() - before).toBeLessThan(100);
  expect(imported!.warnings).toEqual([]);
  const read = await rest.get<Release & WithAttachments>(`/templates/Applications-${imported!.id}`);
  expect(describeAttachments(read)).toEqual([['video.mp4', sumOf(video)]]);
  expect(describeAttachments(await rest.get<WithAttachments>(`/tasks/${idOf(read, 'compile')}`))).toEqual([
    ['build.log', sumOf(log)],
  ]);
  expect(await unfinished()).toBe(0);
});

test.runIf(isLong)('an attachment may have any compression ratio, and two attachments may share one file', async () => {
  const zeros = Buffer.alloc(30 * megabyte);
  const attachments = ['Attachmenta', 'Attachmentb'].map((id) => ({ id, fileUri: 'x/zeros', exportFilename: id }));
  const json = JSON.stringify({ title: 'Zeros', attachments });
  const [imported] = await importFile(await packZip({ 'release-template.json': json, 'x/zeros': zeros }));
  const read = await rest.get<WithAttachments>(`/templates/Applications-${imported!.id}`);
  expect(describeAttachments(read)).toEqual(attachments.map(({ id }) => [id, sumOf(zeros)]));
});

const maxBytes = 40 * megabyte;
const padding = randomBytes(21 * megabyte);
const withPadding = (template: string) => packUncompressedZip({ 'release-template.json': template, padding });

test.each<[string, () => Promise<Buffer> | Buffer, string]>([
  [
    'a large file that is not a zip',
    () => Buffer.alloc(21 * megabyte, ' '),
    `413 the file is larger than ${20 * megabyte} bytes`,
  ],
  [
    'a truncated zip',
    async () => (await withPadding('{}')).subarray(0, 20 * megabyte + 500_000),
    '400 the file cannot be read: ',
  ],
  ['an invalid template', () => withPadding('{'), "400 Can't parse the following as a JSON object:\n{"],
  [
    'a zip with too much content',
    () => packZip({ 'release-template.json': '{"title":"x"}', padding, zeros: Buffer.alloc(20 * megabyte) }),
    `400 the file contains more than ${maxBytes} bytes`,
  ],
])('%s is refused, and nothing remains', async (_, file, refusal) => {
  const form = fileForm(await file(), { name: 'a.xlr' });
  expect(await rest.sendForError('POST', '/templates/import', form)).toContain(refusal);
  expect(await unfinished()).toBe(0);
});

function* formParts(count: number): Generator<string | Buffer> {
  yield partHead('filename="a.xlr"');
  yield 'PK';
  for (let at = 0; at < count; at += 1) yield padding.subarray(0, megabyte);
}

test('a file over the limit is refused while it is sent, and an aborted upload leaves nothing', async () => {
  const allParts = [...formParts(41), formEnd];
  expect(await sendFormParts(url(), '/templates/import', allParts)).toBe(
    `413 the file 'a.xlr' is larger than ${maxBytes} bytes`,
  );
  expect(await sendFormParts(url(), '/templates/import', formParts(10), { isAborted: true })).toBe('cut');
  await expect.poll(unfinished).toBe(0);
});

test.runIf(isLong)(
  'a file of unknown size is read like any other; with an idempotency key a large file is imported once',
  async () => {
    const small = await packXlr({ title: 'Small' });
    const sent = [partHead('filename="a.xlr"'), small, formEnd];
    expect(await sendFormParts(url(), '/templates/import', sent)).toMatch(/^200 \[\{.*"title":"Small"/);
    const large = await withPadding('{"title":"Once"}');
    const headers = { ...basicAuth('admin', 'admin'), 'idempotency-key': 'large-once' };
    const importLarge = async () => {
      const body = fileForm(large, { name: 'a.xlr' });
      return (await fetch(`${url()}/api/v1/templates/import`, { method: 'POST', headers, body })).json() as Promise<
        ImportResult[]
      >;
    };
    const [first, secondImport] = [await importLarge(), await importLarge()];
    expect(first).toMatchObject([{ title: 'Once' }]);
    expect(secondImport).toEqual(first);
  },
);

test('a caller without the permission is refused before the file is read', async () => {
  const ann = await peopleOf(product).createUserWithoutPermissions();
  const form = fileForm(padding, { name: 'a.xlr' });
  expect(await ann.sendForError('POST', '/templates/import', form)).toMatch(/^403 .*template#create/);
});
