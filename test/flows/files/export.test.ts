import { message } from '@slipway/domain/messages';
import { unzip } from '@slipway/formats';
import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { attach, downloadAttachment } from '../../harness/rest/attachments.ts';
import { createTemplate, idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { basicAuth } from '../../harness/rest/rest-client.ts';
import { createImporter, downloadBytes, exportTemplate, type ImportResult } from '../../harness/rest/template-files.ts';

const product = serve();
const { rest, url, archive } = product;
const importFile = createImporter(rest);
const megabyte = 1024 * 1024;

async function filesOf(zip: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const bytes = 64 * megabyte;
  const limits = { entryBytes: bytes, totalBytes: bytes, keptOfEntry: bytes, keptBytes: bytes };
  return await unzip(zip, () => true, {
    archive: message('archiveKind.archive'),
    entries: 100,
    mayHoldArchives: true,
    ...limits,
  });
}

interface WithAttachments {
  readonly attachments: readonly { readonly id: string; readonly exportFilename: string; readonly checksum: string }[];
}

describe('a template', () => {
  test("is exported in the family's format: two files, escaped slashes, without the caller's permissions", async () => {
    const template = await createTemplate(rest, { 'a/b': ['c/d'] }, { title: 'Web/shop' });
    const files = await filesOf(await exportTemplate(product, template));
    expect([...files.keys()]).toEqual(['release-template.json', 'manifest.json']);
    const json = files.get('release-template.json')!.toString();
    expect(json).toContain('"title":"Web\\/shop"');
    const { $metadata: _, ...rest_ } = await rest.get<Release>(`/templates/${template.id}`);
    expect(JSON.parse(json)).toEqual(rest_);
    expect(JSON.parse(files.get('manifest.json')!.toString())).toEqual({
      'xlr-data-model-version': '24.1.0#1',
      'xlr-version': '0.2.0',
    });
    const { headers } = await fetch(`${url()}/api/v1/templates/zip/${template.id}`, {
      headers: basicAuth('admin', 'admin'),
    });
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'application/zip',
      `attachment; filename="Web_shop.xlr"; filename*=UTF-8''Web_shop.xlr`,
    ]);
    expect(await rest.sendForError('GET', '/templates/zip/Release9')).toBe("404 there is no template 'Release9'");
  });

  test('is exported with its attachments, which an import restores', async () => {
    const template = await createTemplate(rest, { Build: ['compile'] }, { title: 'With files' });
    const bytes = Buffer.alloc(3 * megabyte, 'bytes ');
    await attach(rest, `/releases/${template.id}`, { 'guide.pdf': 'read me' });
    await attach(rest, `/tasks/${idOf(template, 'compile')}`, { 'päck/ed.bin': bytes, 'empty.txt': '' });
    const file = await exportTemplate(product, template);
    for (const mode of ['beside the original', 'in its place']) {
      if (mode === 'in its place') await rest.sendForNoContent('DELETE', `/templates/${template.id}`);
      const [imported] = await importFile(file);
      expect(imported!.warnings).toEqual([]);
      const read = await rest.get<Release & WithAttachments>(`/templates/Applications-${imported!.id}`);
      const task = await rest.get<WithAttachments>(`/tasks/${idOf(read, 'compile')}`);
      const named = (all: WithAttachments['attachments']) => all.map(({ exportFilename }) => exportFilename);
      expect([named(read.attachments), named(task.attachments)]).toEqual([['guide.pdf'], ['ed.bin', 'empty.txt']]);
      expect((await downloadAttachment(url(), task.attachments[0]!)).equals(bytes)).toBe(true);
      expect((await downloadAttachment(url(), read.attachments[0]!)).toString()).toBe('read me');
    }
  });

  test('a missing attachment in its file is reported', async () => {
    const attachments = [{ id: 'Attachment1', exportFilename: 'a.txt', fileUri: 'x/y.txt' }];
    const phases = [{ title: 'P', tasks: [{ title: 't', attachments }] }];
    const [imported] = await rest.post<readonly ImportResult[]>('/templates/import', {
      title: 'T',
      attachments,
      phases,
    });
    expect(imported!.warnings).toEqual([
      "task 't' in phase 'P': attachment 'a.txt' was left out: the file does not contain it",
      "attachment 'a.txt' was left out: the file does not contain it",
    ]);
  });
});

test('a release is exported with its log and attachments, live and archived', async () => {
  const release = await startRelease(rest, { Build: ['compile'] });
  const task = idOf(release, 'compile');
  const [attachment] = await attach(rest, `/tasks/${task}`, { 'log.txt': 'all is well' });
  await rest.post(`/tasks/${task}/complete`, {});
  const attachmentId = attachment!.id.slice(attachment!.id.lastIndexOf('/') + 1);
  const log = await rest.get<readonly unknown[]>(`/activities/${release.id}`);
  const read = async () => {
    const files = await filesOf(await downloadBytes(url(), `/releases/${release.id}/export`));
    expect([...files.keys()]).toEqual([
      'release.json',
      'activities.json',
      'manifest.json',
      `attachments/${attachmentId}`,
    ]);
    expect(files.get(`attachments/${attachmentId}`)!.toString()).toBe('all is well');
    expect(JSON.parse(files.get('activities.json')!.toString())).toEqual(log);
    return JSON.parse(files.get('release.json')!.toString()) as Release;
  };
  expect(await read()).toMatchObject({ id: release.id, status: 'COMPLETED', phases: [{ tasks: [{ id: task }] }] });
  await archive(release);
  expect(await read()).toMatchObject({ id: release.id, status: 'COMPLETED' });
  const template = await createTemplate(rest, { Build: ['compile'] });
  expect(await rest.sendForError('GET', `/releases/${template.id}/export`)).toMatch(/^404 there is no release /);
});
