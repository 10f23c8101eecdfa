import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serveInOwnProcess } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { basicAuth } from '../../harness/rest/rest-client.ts';
import { packUncompressedZip, packZip } from '../../harness/rest/template-files.ts';
import { isLong } from '../../harness/test-length.ts';
import { document, type Plan } from './command-line.ts';

const product = serveInOwnProcess({ IMPORT_MAX_MB: '30' });
const { rest, url, database, pid } = product;
const megabyte = 1024 * 1024;
const maxResponseBytes = 30 * megabyte;
const video = randomBytes(21 * megabyte);
const log = Buffer.alloc(3 * megabyte, 'all is well\n');

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
/** Returns the peak memory of the server in megabytes. */
const peak = () => Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid()}/status`, 'utf8'))?.[1]) / 1024;
/** Returns the numbers of finished and unfinished attachment contents. */
async function contents() {
  const [row] = await database().query<{ readonly finished: number; readonly unfinished: number }>({
    text: 'select count(checksum)::int as finished, (count(*) - count(checksum))::int as unfinished from attachment_contents',
  });
  return row;
}
const unfinished = async () => (await contents())?.unfinished;

const index = `${document('Import', '  imports: [shop/plan.yaml]', 'Store')}`;
const plan = (file = 'files/video') =>
  document(
    'Templates',
    `- template: Shop
  description: !value what
  attachments: [{name: video.mp4, contentType: video/mp4, file: ${file}}]
  phases:
  - phase: Build
    tasks:
    - {name: Compile, type: xlrelease.ScriptTask, script: !file compile.py}
    - {name: Look, attachments: [{file: files/build.log}]}`,
  );
const archiveOf = (more: Readonly<Record<string, string | Buffer>> = {}) =>
  packUncompressedZip({
    ...{ 'index.yaml': index, 'shop/plan.yaml': plan(), 'shop/compile.py': 'print 1', 'own.xlvals': 'what=A shop\n' },
    ...{ 'files/video': video, 'files/build.log': log, ...more },
  });

/** Created once, because most tests send it or a part of it. */
const archive = archiveOf();

async function sent(
  path: string,
  body: Buffer | FormData,
  { type, user = 'admin' }: { readonly type?: string; readonly user?: string } = {},
) {
  const headers = { ...basicAuth(user, 'admin'), ...(type !== undefined && { 'content-type': type }) };
  const bytes = Buffer.isBuffer(body) ? new Uint8Array(body) : body;
  const answer = await fetch(`${url()}${path}`, { method: 'POST', headers, body: bytes });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}
const apply = (body: Buffer, user = 'admin') => sent('/devops-as-code/apply', body, { type: 'application/zip', user });
const planned = async (body: Buffer): Promise<Plan> =>
  (await sent('/api/v1/as-code/plan', fileForm(body, { name: 'all.zip' }))).body;

interface WithAttachments {
  readonly attachments: readonly { readonly exportFilename: string; readonly checksum: string }[];
}
const describeAttachments = ({ attachments }: WithAttachments) =>
  attachments.map(({ exportFilename, checksum }) => [exportFilename, checksum]);

test.runIf(isLong)('documents with attachments larger than the memory limit are planned and applied', async () => {
  const archiveBytes = await archive;
  expect(archiveBytes.length).toBeGreaterThan(20.5 * megabyte);
  const before = peak();
  const { changes } = await planned(archiveBytes);
  expect(changes.map(({ kind, path }) => [kind, path])).toEqual([
    ['Folder', 'Store'],
    ['Template', 'Store/Shop'],
    ['Template', 'Store/Shop'],
  ]);
  // a plan stores nothing
  expect(await contents()).toEqual({ finished: 0, unfinished: 0 });
  expect((await apply(archiveBytes)).status).toBe(200);
  expect(peak() - before).toBeLessThan(100);
  const [foundTemplate] = await rest.get<readonly Release[]>('/templates?title=Shop');
  const shop = await rest.get<Release & WithAttachments>(`/templates/${foundTemplate?.id}`);
  expect(shop).toMatchObject({
    description: 'A shop',
    phases: [{ tasks: [{ script: 'print 1' }, { title: 'Look' }] }],
  });
  expect(describeAttachments(shop)).toEqual([['video.mp4', sumOf(video)]]);
  const lastTask = await rest.get<WithAttachments>(`/tasks/${shop.phases[0]?.tasks[1]?.id}`);
  expect(describeAttachments(lastTask)).toEqual([['build.log', sumOf(log)]]);
  expect(await contents()).toEqual({ finished: 2, unfinished: 0 });
});

const long = Buffer.alloc(21 * megabyte, 'all is well\n');
const logs = document(
  'Templates',
  `- template: Logs
  attachments: [{file: files/long.log}, {name: again.log, file: files/long.log}]
  phases: []`,
);

test.runIf(isLong)(
  'a small zip with content larger than the memory limit leaves nothing if it is refused, and stores no content twice',
  async () => {
    const small = await packZip({ 'index.yaml': logs, 'files/long.log': long });
    expect(small.length).toBeLessThan(megabyte);
    const { finished = 0 } = (await contents()) ?? {};
    await peopleOf(product).createUser('ann');
    expect((await apply(small, 'ann')).status).toBe(403);
    expect(await contents()).toEqual({ finished, unfinished: 0 });
    expect((await apply(small)).status).toBe(200);
    const [foundTemplate] = await rest.get<readonly Release[]>('/templates?title=Logs');
    expect(describeAttachments(await rest.get<Release & WithAttachments>(`/templates/${foundTemplate?.id}`))).toEqual([
      ['long.log', sumOf(long)],
      ['again.log', sumOf(long)],
    ]);
    expect(await apply(small)).toEqual({ status: 200, body: { changes: { ids: [] } } });
    expect(await contents()).toEqual({ finished: finished + 1, unfinished: 0 });
  },
);

const refusals: readonly [string, () => Promise<Buffer>, string][] = [
  ['a truncated zip', async () => (await archive).subarray(0, 20 * megabyte + 500_000), 'the archive cannot be read: '],
  [
    'a zip with too much content',
    () => packZip({ 'index.yaml': logs, 'files/long.log': long, more: long }),
    `contains more than ${maxResponseBytes} bytes`,
  ],
];

test.each(refusals)('%s is refused, and nothing remains', async (_, body, reason) => {
  const before = await contents();
  const { status, body: answer } = await apply(await body());
  expect([status, JSON.stringify(answer)]).toEqual([400, expect.stringContaining(reason)]);
  expect(await contents()).toEqual(before);
});

test('a request that is cut off leaves nothing', async () => {
  const { hostname, port } = new URL(url());
  const headers = { ...basicAuth('admin', 'admin'), 'content-type': 'application/zip', 'content-length': video.length };
  const clientRequest = request({ hostname, port, method: 'POST', path: '/devops-as-code/apply', headers });
  const ended = new Promise((resolve) => clientRequest.once('error', resolve).once('close', resolve));
  clientRequest.write('PK');
  clientRequest.write(video.subarray(0, megabyte));
  await expect.poll(unfinished).toBe(1);
  clientRequest.destroy();
  await ended;
  await expect.poll(unfinished).toBe(0);
});
