import { message } from '@slipway/domain/messages';
import { unzip } from '@slipway/formats';
import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { type Attachment, attach, downloadAttachment } from '../../harness/rest/attachments.ts';
import { createTemplate, idOf } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { basicAuth } from '../../harness/rest/rest-client.ts';
import { packZip } from '../../harness/rest/template-files.ts';
import type { Plan } from './command-line.ts';

const product = serve();
const { rest, url } = product;
/** Compresses so well that the zip reader could mistake it for a zip bomb. */
const log = 'all is well\n'.repeat(100_000);
const limit = 64 * 1024 * 1024;
const rules = { entryBytes: limit, totalBytes: limit, keptOfEntry: limit, keptBytes: limit };

/** Returns the generated zip of all objects, and its files. */
async function generated(): Promise<{ readonly zip: Buffer; readonly files: ReadonlyMap<string, Buffer> }> {
  const answer = await fetch(`${url()}/devops-as-code/generate`, { headers: basicAuth('admin', 'admin') });
  const zip = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`${answer.status} ${zip}`);
  const files = await unzip(zip, () => true, {
    archive: message('archiveKind.archive'),
    entries: 100,
    mayHoldArchives: true,
    ...rules,
  });
  return { zip, files };
}

async function sent(path: string, zip: Buffer): Promise<unknown> {
  const headers = { ...basicAuth('admin', 'admin'), 'content-type': 'application/zip' };
  const answer = await fetch(`${url()}${path}`, { method: 'POST', headers, body: new Uint8Array(zip) });
  return { status: answer.status, body: await answer.json() };
}
const planned = async (zip: Buffer): Promise<Plan> =>
  ((await sent('/api/v1/as-code/plan', zip)) as { body: Plan }).body;
const titled = async (title: string) =>
  (await rest.get<readonly Release[]>(`/templates?title=${title}`)).find((candidate) => candidate.title === title)!;

interface WithAttachments {
  readonly attachments: readonly Attachment[];
}
const describeAttachments = async ({ attachments }: WithAttachments) =>
  await Promise.all(
    attachments.map(async (candidate) => [
      candidate.exportFilename,
      candidate.contentType,
      String(await downloadAttachment(url(), candidate)),
    ]),
  );

describe('attachments of templates', () => {
  test('are generated as files beside the documents, and are restored on an empty system', async () => {
    const template = await createTemplate(rest, { Build: ['compile', 'test'] }, { title: 'Shipped' });
    await attach(rest, `/releases/${template.id}`, { 'guide: one.txt': 'read me', 'same.txt': log });
    await attach(rest, `/tasks/${idOf(template, 'test')}`, { 'same.txt': log, 'tools.zip': 'PK' });
    const { zip, files } = await generated();
    expect([...files.keys()].map((name) => name.replace(/[0-9a-f]{12}/, '…'))).toEqual([
      'index.yaml',
      'attachments/…-guide_ one.txt',
      'attachments/…-same.txt',
      'attachments/…-tools.zip',
    ]);
    expect((await planned(zip)).changes).toEqual([]);
    await rest.sendForNoContent('DELETE', `/templates/${template.id}`);
    expect(await sent('/devops-as-code/apply', zip)).toMatchObject({ status: 200 });
    const restoredTemplate = await rest.get<Release & WithAttachments>(`/templates/${(await titled('Shipped')).id}`);
    expect(await describeAttachments(restoredTemplate)).toEqual([
      ['guide: one.txt', 'text/plain', 'read me'],
      ['same.txt', 'text/plain', log],
    ]);
    expect(
      await describeAttachments(await rest.get<WithAttachments>(`/tasks/${idOf(restoredTemplate, 'test')}`)),
    ).toEqual([
      ['same.txt', 'text/plain', log],
      ['tools.zip', 'text/plain', 'PK'],
    ]);
    expect((await planned(zip)).changes).toEqual([]);
    expect((await generated()).zip.equals(zip)).toBe(true);
  });

  const document = (attachments: string) =>
    `apiVersion: xl-release/v1\nkind: Templates\nspec:\n- template: Kept\n  attachments: ${attachments}\n`;

  test('are replaced by the list of a document; a document without the key does not change them', async () => {
    const archive = await packZip({
      'index.yaml': document('[{file: a.txt}, {name: b, file: ./a.txt}]'),
      'a.txt': 'one',
    });
    expect(await sent('/devops-as-code/apply', archive)).toMatchObject({ status: 200 });
    const { id } = await titled('Kept');
    const now = async () => await describeAttachments(await rest.get<WithAttachments>(`/templates/${id}`));
    const any = 'application/octet-stream';
    expect(await now()).toEqual([
      ['a.txt', any, 'one'],
      ['b', any, 'one'],
    ]);
    const two = await packZip({ 'index.yaml': document('[{file: a.txt}]'), 'a.txt': 'two' });
    expect((await planned(two)).changes).toMatchObject([
      {
        ...{ kind: 'Template', action: 'update', path: 'Kept' },
        fields: [{ field: 'attachments[a.txt]' }, { field: 'attachments[b]' }, { field: 'attachments[a.txt]' }],
      },
    ]);
    expect(await now()).toHaveLength(2);
    await sent('/devops-as-code/apply', two);
    expect(await now()).toEqual([['a.txt', any, 'two']]);
    const silent = await packZip({ 'index.yaml': document('').replace('  attachments: \n', '') });
    await sent('/devops-as-code/apply', silent);
    expect(await now()).toEqual([['a.txt', any, 'two']]);
    await sent('/devops-as-code/apply', await packZip({ 'index.yaml': document('[]') }));
    expect(await now()).toEqual([]);
  });

  test('whose files are missing in the request are refused', async () => {
    expect(await sent('/devops-as-code/apply', await packZip({ 'index.yaml': document('[{file: x/y}]') }))).toEqual({
      status: 400,
      body: { errors: { document: { field: 'document', problem: "there is no file 'x/y' for an attachment" } } },
    });
  });
});

test('two templates with the same title in one folder are both generated, with a warning', async () => {
  const folder = await rest.post<{ readonly id: string }>('/folders/Applications', { title: 'Web' });
  for (const title of ['Twin', 'Twin', 'Single']) {
    await rest.post(`/templates?folderId=${folder.id}`, { title });
    await rest.post('/templates', { title: `${title} at the top` });
  }
  const { files } = await generated();
  const yaml = files.get('index.yaml')?.toString() ?? '';
  expect(yaml.split('\n').slice(0, 3)).toEqual([
    '# Generated as code. Apply it to the target system.',
    "# Warning: there are 2 templates 'Twin at the top' at the top level: rename them before you apply this",
    "# Warning: there are 2 templates 'Twin' in folder 'Web': rename them before you apply this",
  ]);
  expect(yaml.match(/template: Twin$/gm)).toHaveLength(2);
});
