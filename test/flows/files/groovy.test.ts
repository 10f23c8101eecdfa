import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { type Attachment, attach, downloadAttachment } from '../../harness/rest/attachments.ts';
import { canonicalize } from '../../harness/rest/canonical-template.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { createImporter, type ImportResult, packZip } from '../../harness/rest/template-files.ts';
import { isLong } from '../../harness/test-length.ts';
import { commandLine, document } from '../as-code/command-line.ts';

const product = serve();
const { rest } = product;
const importFile = createImporter(rest);
const read = ({ id }: ImportResult) => rest.get<Release>(`/templates/Applications-${id}`);
const preview = async (id: string, query = ''): Promise<string> =>
  (await rest.send('GET', `/dsl/preview/${id}${query}`)).text;

/** Returns the response with the exported zip. */
const exported = async (id: string): Promise<Response> =>
  await fetch(`${product.url()}/api/v1/dsl/export/${id}`, {
    headers: { authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}` },
  });

const task = (type: string, title: string, more: object = {}) => ({ type: `xlrelease.${type}`, title, ...more });
const full = {
  type: 'xlrelease.Release',
  title: "Everything's here",
  description: 'one\ntwo',
  tags: ['a'],
  abortOnFailure: true,
  variables: [
    { id: 'Variablev', key: 'v', type: 'xlrelease.StringVariable', value: 'x' },
    { key: 'p', type: 'xlrelease.PasswordStringVariable', value: 'hidden secret' },
    { key: 'm', type: 'xlrelease.MapStringStringVariable', value: { a: '1' } },
    { key: 'd', type: 'xlrelease.DateVariable', value: '2026-11-22T18:00:00.123+01:00', requiresValue: false },
  ],
  phases: [
    {
      type: 'xlrelease.Phase',
      title: 'One',
      color: '#123456',
      tasks: [
        task('ParallelGroup', 'both', {
          tasks: [
            { ...task('Task', 'same'), id: 'Taska' },
            { ...task('Task', 'same'), id: 'Taskb' },
          ],
          links: [{ source: 'Taska', target: 'Taskb' }],
        }),
        task('UserInputTask', 'ask', { variables: ['Variablev'] }),
        task('GateTask', 'gate', {
          conditions: [{ title: "it's fine" }],
          dependencies: [{ targetId: 'Taskb' }, { targetId: '${v}' }],
          approvalRequirements: [{ count: 2, team: 'QA' }],
        }),
        task('ScriptTask', 'script', { script: "print '''${v}''' + \"\\n\"\n", precondition: 'True' }),
        task('NotificationTask', 'mail', { addresses: ['a@example.com'], subject: 's', body: 'b' }),
      ],
    },
  ],
};

test('a template that is exported as Groovy and imported again is unchanged', async () => {
  const { id } = await rest.post<Release>('/templates', full);
  const original = await rest.get<Release>(`/templates/${id}`);
  const answer = await exported(id);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename="Everything/),
    'x-content-type-options': 'nosniff',
  });
  const [reimported] = await importFile(Buffer.from(await answer.arrayBuffer()), { name: 'Releasefile.zip' });
  expect(reimported!.warnings).toEqual([]);
  expect(canonicalize(await read(reimported!))).toEqual(canonicalize(original));
});

/** Imports a template with this number of texts. Each text is about 1 MB long and has thousands of lines. */
const large = async (texts: number): Promise<Release> => {
  const description = 'a line of it\n'.repeat(70_000);
  const tasks = Array.from({ length: texts }, (_, at) => task('Task', `${at}`, { description }));
  const phases = [{ type: 'xlrelease.Phase', title: 'one', tasks }];
  const file = Buffer.from(JSON.stringify({ type: 'xlrelease.Release', title: 'Large', phases }));
  const [imported] = await importFile(file, { name: 'large.json' });
  return await read(imported!);
};

test.runIf(isLong)(
  'a template of several megabytes can be imported again, and a template that is too large for an import is not exported',
  async () => {
    const original = await large(6);
    const [reimported] = await importFile(Buffer.from(await (await exported(original.id)).arrayBuffer()), {
      name: 'a.zip',
    });
    expect(canonicalize(await read(reimported!))).toEqual(canonicalize(original));
    expect(await rest.sendForError('GET', `/dsl/export/${(await large(12)).id}`)).toMatch(
      /^409 the template has \d+ bytes in Groovy, but an import accepts at most 10485760: export it as \.xlr$/,
    );
  },
);

test('attachments are included', async () => {
  const { id, phases } = await rest.post<Release>('/templates', full);
  const [inputTask] = phases[0]!.tasks.slice(1);
  await attach(rest, `/tasks/${inputTask!.id}`, { "it's a 🌈.txt": 'content' });
  const file = Buffer.from(await (await exported(id)).arrayBuffer());
  const [reimported] = await importFile(file, { name: 'Releasefile.zip' });
  expect(reimported!.warnings).toEqual([]);
  const importedTask = (await read(reimported!)).phases[0]!.tasks[1] as {
    readonly attachments?: readonly Attachment[];
  };
  expect(importedTask.attachments).toMatchObject([{ exportFilename: "it's a 🌈.txt", contentType: 'text/plain' }]);
  expect(String(await downloadAttachment(product.url(), importedTask.attachments![0]!))).toBe('content');
});

test('the preview contains the Groovy text and its origin, and no secrets', async () => {
  const { id } = await rest.post<Release>('/templates', full);
  const text = await preview(id);
  const [from, version, date] = text.split('\n');
  expect(from).toBe(`// Exported from:        /api/v1/templates/${id}`);
  expect(version).toMatch(/^\/\/ Release version: {6}\d+\.\d+\.\d+$/);
  expect(date).toMatch(/^\/\/ Date created: {9}2\d{3}-\d\d-\d\dT/);
  expect(text).toContain("  template('Everything\\'s here') {\n");
  expect(text).not.toMatch(/secret|\*{4}/);
});

test('the preview of a template has its folder, triggers and teams; the preview as a release has none of them', async () => {
  const folder = await rest.post<{ readonly id: string }>('/folders/Applications', { title: 'Shops' });
  const { id } = await rest.post<Release>(`/templates?folderId=${folder.id}`, { title: 'T' });
  await rest.post('/triggers', {
    type: 'time.Schedule',
    title: 'Nightly',
    template: id,
    folderId: folder.id,
    releaseTitle: 'n',
    pollType: 'REPEAT',
    periodicity: '3600',
    enabled: false,
  });
  const text = await preview(id);
  expect(text).toContain("    folder('Shops')\n");
  expect(text).toContain("      timeSchedule('Nightly') {\n        enabled false\n");
  expect(text).toContain("      team('Folder Owner') {\n        members 'admin'\n");
  const release = await preview(id, '?exportTemplate=false');
  expect(release).toContain("  release('T') {\n");
  expect(release).not.toMatch(/folder\(|timeSchedule|team\(/);
});

describe('the template of a create-release task is exported', () => {
  let folders = 0;
  const made = async () => {
    const folder = await rest.post<{ readonly id: string }>('/folders/Applications', {
      title: `News ${++folders}`,
    });
    const { title } = await rest.get<{ readonly title: string }>(`/folders/${folder.id}`);
    const news = await rest.post<Release>(`/templates?folderId=${folder.id}`, { title: 'Mail' });
    const creation = { newReleaseTitle: 'n', templateId: news.id, folderId: folder.id };
    const maker = await rest.post<Release>('/templates', {
      type: 'xlrelease.Release',
      title: 'Maker',
      phases: [{ title: 'P', tasks: [task('CreateReleaseTask', 'tell', creation)] }],
    });
    return { folder, news, maker, title };
  };
  type CreateReleaseTask = { readonly templateId?: string; readonly folderId?: string };

  test('by path, which an import resolves', async () => {
    const { folder, news, maker, title } = await made();
    const text = await preview(maker.id);
    expect(text).toContain(`            template '${title}/Mail'\n            folder '${title}'\n`);
    const [reimported] = await importFile(await packZip({ 'Releasefile.groovy': text }), { name: 'a.zip' });
    expect(reimported!.warnings).toEqual([]);
    const [first] = (await read(reimported!)).phases[0]!.tasks as readonly CreateReleaseTask[];
    expect(first).toMatchObject({ templateId: news.id, folderId: folder.id });
  });

  test('by id if the path is ambiguous or hidden from the caller', async () => {
    const { folder, news, maker, title } = await made();
    const people = await peopleOf(product);
    const outside = await people.createUserWith(folder, 'folder#view');
    expect((await outside.send('GET', `/dsl/preview/${maker.id}`)).status).toBe(404);
    await rest.post<Release>(`/templates?folderId=${folder.id}`, { title: 'Mail' });
    const text = await preview(maker.id);
    expect(text).toContain(`            template '${news.id}'\n            folder '${title}'\n`);
  });

  test('by path, and an import reports a path without a template', async () => {
    const text =
      "xlr { template('T') { phases { phase('P') { tasks { createRelease('c') { template 'No/Such' } } } } } }";
    const [first] = await importFile(await packZip({ 'Releasefile.groovy': text }), { name: 'a.zip' });
    expect(first!.warnings).toEqual([
      "task 'c' in phase 'P': there is no template at 'No/Such' yet; the path was stored",
    ]);
  });
});

test('event sources of triggers and tasks are exported by title, as visible in the folder', async () => {
  const xl = commandLine(rest, product.url);
  const hook = (path: string) =>
    `- {name: Hook, type: events.PostWebhookEndpoint, path: ${path}, authentication: {type: events.NoAuthentication}}`;
  const waitingTask = '{name: wait, type: events.WaitForJsonEvent, eventSource: Hook}';
  const listens =
    '{name: on event, type: events.EventBasedTrigger, eventSource: Hook, template: Listening, releaseTitle: x}';
  const localDocument = `${hook('here')}\n- {template: Listening, phases: [{phase: P, tasks: [${waitingTask}]}]}\n- ${listens}`;
  await xl.apply(document('Templates', localDocument, 'Here'));
  await xl.apply(document('Templates', hook('there'), 'There'));
  const [template] = await rest.get<readonly Release[]>('/templates?title=Listening');
  const file = Buffer.from(await (await exported(template!.id)).arrayBuffer());
  const text = await preview(template!.id);
  expect(text.match(/eventSource .*/g)).toEqual(["eventSource 'Hook'", "eventSource 'Hook'"]);

  const { id: folderId } = await rest.get<{ readonly id: string }>('/folders/find?byPath=There');
  const [reimported] = await importFile(file, { name: 'a.zip', query: `?folderId=${folderId}` });
  expect(reimported!.warnings.filter((line) => line.includes('Hook'))).toEqual([]);
  const sources = (release: object): readonly string[] =>
    [...JSON.stringify(release).matchAll(/"eventSource":"([^"]*)"/g)].map(([, id]) => id!.replace(/^.*\//, ''));
  const [originalSources, importedSources] = [
    sources(await rest.get<Release>(`/templates/${template!.id}`)),
    sources(await read(reimported!)),
  ];
  expect([originalSources.length, importedSources.length]).toEqual([2, 2]);
  expect(
    [originalSources, importedSources, [...originalSources, ...importedSources]].map((ids) => new Set(ids).size),
  ).toEqual([1, 1, 2]);
});

test('only templates can be exported as Groovy', async () => {
  const { id } = await rest.post<Release>('/templates', { title: 'T' });
  const release = await rest.post<Release>(`/templates/${id}/create`, { releaseTitle: 'r' });
  expect((await rest.send('GET', `/dsl/preview/${release.id}`)).status).toBe(404);
  expect((await rest.send('GET', '/dsl/export/ReleaseNone')).status).toBe(404);
});
