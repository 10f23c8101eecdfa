import { afterAll, expect, test } from 'vitest';
import { serveInOwnProcess } from '../../../harness/product/serve.ts';
import { fileForm } from '../../../harness/rest/file-form.ts';
import { sampleCorpus } from '../../../harness/test-length.ts';
import { hostileGroovy } from './groovy.ts';
import { createHostileSender } from './hostile-sender.ts';
import { hostileDocuments } from './json-documents.ts';
import { hostileCode, maxSizeCode } from './yaml-documents.ts';
import { hostileZips } from './zips.ts';

const product = serveInOwnProcess({ IMPORT_MAX_MB: '40' });
const { rest, url } = product;
const { refusedAtOnce, importRefused, count, peak } = createHostileSender(product);
const hostile = [...hostileZips, ...hostileDocuments];

test('there are at least sixty hostile files', () =>
  expect(hostile.length + hostileGroovy.length).toBeGreaterThanOrEqual(60));

test.each(sampleCorpus(hostile))('%s is refused quickly', (...file) => importRefused(file));

test('a member with the name of an internal property of an object has no effect', async () => {
  const json =
    '{"title":"Safe","__proto__":{"admin":true},"constructor":{"prototype":{"x":1}},"phases":[{"title":"P","tasks":[{"title":"t","type":"rel.ScriptTask","__proto__":{"script":"x"}}]}]}';
  const [imported] = await rest.post<readonly { readonly id: string }[]>('/templates/import', json);
  const read = await rest.get<object>(`/templates/Applications-${imported!.id}`);
  expect(JSON.stringify(read)).not.toMatch(/admin":true|"x":1|"script":"x"/);
  await rest.sendForNoContent('DELETE', `/templates/Applications-${imported!.id}`);
});

test('a file of more than 20 MB is refused', async () => {
  const large = fileForm(Buffer.alloc(20 * 1024 * 1024 + 1, ' '), { name: 'a.json' });
  expect(await rest.sendForError('POST', '/templates/import', large)).toMatch(/^413 /);
});

test('none of these files has used more than 300 MB', () => {
  expect(peak()).toBeLessThan(300);
});

test.each(sampleCorpus(hostileCode))('the documents %s are refused quickly', async (_, file, reason) => {
  const bytes = await file();
  for (const path of ['/as-code/plan', `${url()}/devops-as-code/apply`]) {
    const refusal = await refusedAtOnce(path, () => fileForm(bytes, { name: 'index.yaml' }));
    expect(refusal).toMatch(/^400 /);
    expect(refusal).toMatch(reason);
  }
});

test.each(sampleCorpus(maxSizeCode))('the documents %s are refused', async (_, file, reason) => {
  const form = fileForm(await file(), { name: 'index.yaml' });
  expect(await rest.sendForError('POST', '/as-code/plan', form)).toMatch(reason);
});

afterAll(async () => {
  expect(await count()).toBe(0);
});
