import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { fetchFormattedRelease, formatRelease, tasksOf } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { createImporter, type ImportResult, packXlr, packZip } from '../../harness/rest/template-files.ts';
import { commandLine, document } from '../as-code/command-line.ts';

const product = serve();
const { rest } = product;
const importFile = createImporter(rest);
const root = 'Applications';
const read = ({ id }: ImportResult) => rest.get<Release>(`/templates/${root}-${id}`);

/** Returns a template whose parts refer to each other. */
const referringTask = (id: string, more: object = {}) => ({
  id: `${root}/${id}`,
  type: 'xlrelease.Release',
  title: 'Referring',
  status: 'TEMPLATE',
  variables: [{ id: `${root}/${id}/Variable${id}`, key: 'v', type: 'xlrelease.StringVariable', value: 'x' }],
  phases: [
    {
      id: `${root}/${id}/Phase${id}`,
      type: 'xlrelease.Phase',
      title: 'Build',
      tasks: [
        {
          id: `${root}/${id}/Phase${id}/Task${id}`,
          type: 'xlrelease.ParallelGroup',
          title: 'both',
          tasks: [
            { id: `Task${id}a`, type: 'xlrelease.Task', title: 'a' },
            { id: `Task${id}b`, type: 'xlrelease.Task', title: 'b' },
          ],
          links: [{ id: `Link${id}`, type: 'xlrelease.Link', source: `Task${id}a`, target: `Task${id}b` }],
        },
        {
          id: `Task${id}c`,
          type: 'xlrelease.UserInputTask',
          title: 'ask',
          variables: [`${root}/${id}/Variable${id}`],
        },
        {
          id: `Task${id}d`,
          type: 'xlrelease.GateTask',
          title: 'gate',
          conditions: [{ id: `GateCondition${id}`, title: 'sure?', checked: false }],
          dependencies: [{ id: `Dependency${id}`, target: { id: `${root}/${id}/Phase${id}/Task${id}c` } }],
        },
        {
          id: `Task${id}e`,
          type: 'xlrelease.CreateReleaseTask',
          title: 'again',
          newReleaseTitle: 'next',
          templateId: `${root}/${id}`,
        },
      ],
    },
  ],
  ...more,
});

interface ReferringTask {
  readonly links?: readonly { readonly source: string; readonly target: string }[];
  readonly variables?: readonly string[];
  readonly dependencies?: readonly { readonly targetId: string }[];
  readonly templateId?: string;
}

/** Returns the references within a template, by title. */
function referencesOf(release: Release) {
  const tasks = tasksOf(release);
  const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
  const titled = (id: string) => tasks.find((task) => lastSegmentOf(task.id) === lastSegmentOf(id))?.title ?? id;
  const [both, , , ask, gate, again] = tasks as readonly unknown[] as readonly ReferringTask[];
  return {
    links: both!.links?.map(({ source, target }) => `${titled(source)}>${titled(target)}`),
    inputs: ask!.variables?.map((id) => release.variables.find((candidate) => candidate.id === id)?.key),
    targets: gate!.dependencies?.map(({ targetId }) => titled(targetId)),
    template: lastSegmentOf(again!.templateId ?? '') === lastSegmentOf(release.id),
  };
}
const whole = { links: ['a>b'], inputs: ['v'], targets: ['ask'], template: true };

describe('a template in a file', () => {
  test('keeps its ids if they are free; otherwise it gets new ids, and its references follow them', async () => {
    const file = await packXlr(referringTask('Releasefirst'));
    const [first] = await importFile(file);
    expect(first).toEqual({ id: 'Releasefirst', title: 'Referring', warnings: [] });
    const [second] = await importFile(file);
    expect(second).toMatchObject({ id: expect.stringMatching(/^Release[0-9a-f]{32}$/), warnings: [] });
    const templates = await Promise.all([first!, second!].map(read));
    expect(templates.map(referencesOf)).toEqual([whole, whole]);
    expect(templates.map(({ id }) => id.startsWith(`${root}/Release`))).toEqual([true, true]);
    const ids = templates.map((template) => [
      ...template.phases.map(({ id }) => id),
      ...tasksOf(template).map(({ id }) => id),
      ...template.variables.map(({ id }) => id),
    ]);
    expect(new Set(ids.flat()).size).toBe(ids.flat().length);
    expect(ids[0]).toContain(`${root}/Releasefirst/PhaseReleasefirst/TaskReleasefirst/TaskReleasefirsta`);
  });

  test('may be plain JSON, in a form or as the body: one template, or an array as before 4.0', async () => {
    const bytes = Buffer.from(JSON.stringify([{ title: 'One' }, { title: 'Two' }]));
    const titles = (imported: readonly ImportResult[]) => imported.map(({ title }) => title);
    expect(titles(await importFile(bytes, { name: 'old.json', query: '?version=3.0.0' }))).toEqual(['One', 'Two']);
    expect(titles(await rest.post('/templates/import', [{ title: 'Three' }]))).toEqual(['Three']);
    expect(titles(await rest.post('/templates/import', { title: 'Four' }))).toEqual(['Four']);
  });

  test('may be a Groovy definition', async () => {
    const groovy = "xlr { template('Declared') { phases { phase('P') { tasks { manual('t') { owner 'bob' } } } } } }";
    const [imported] = await importFile(await packZip({ 'Releasefile.groovy': groovy }), { name: 'x.zip' });
    expect(imported).toMatchObject({
      title: 'Declared',
      warnings: ["task 't' in phase 'P': owner 'bob' was left out: there is no such user"],
    });
    expect(formatRelease(await read(imported!))).toBe('TEMPLATE P.: t.');
  });

  test('goes to the folder of the request, whatever folder a Groovy definition names', async () => {
    const folder = await rest.post<{ readonly id: string }>(`/folders/${root}`, { title: 'There' });
    const file = await packZip({ 'Releasefile.groovy': "xlr { template('Placed') { folder('There') } }" });
    expect(await importFile(file, { name: 'x.zip', query: `?folderId=${folder.id}` })).toMatchObject([
      { warnings: [] },
    ]);
    expect(await importFile(file, { name: 'x.zip' })).toMatchObject([
      {
        id: expect.stringMatching(/^Release/),
        warnings: ["folder 'There' was left out: set folderId, otherwise the template is created at the top level"],
      },
    ]);
  });

  test('is created in a folder, whose teams apply to it', async () => {
    const folder = await rest.post<{ readonly id: string }>(`/folders/${root}`, { title: 'Here' });
    const teams = [{ teamName: 'Others', members: ['admin'] }];
    const [imported] = await importFile(await packXlr({ title: 'Inside', teams }), { query: `?folderId=${folder.id}` });
    expect(imported).toEqual({
      id: expect.stringMatching(/^Folder[0-9a-f]{32}-Release[0-9a-f]{32}$/),
      title: 'Inside',
      warnings: ["teams: team 'Others' was left out: the teams of the folder apply"],
      warningMessages: [{ code: 'import.folderTeams', params: { team: 'Others' } }],
    });
    expect((await read(imported!)).id).toMatch(`${folder.id}/Release`);
  });

  test('refers to other templates of the file by their new ids', async () => {
    const file = await packXlr([
      referringTask('Releasetwin', {
        phases: [{ title: 'P', tasks: [{ type: 'xlrelease.CreateReleaseTask', templateId: 'Releaseother' }] }],
      }),
      { id: 'Releaseother', type: 'xlrelease.Release', title: 'Other' },
    ]);
    for (const _ of ['kept', 'replaced']) {
      const [firstImport, secondImport] = await importFile(file);
      const [task] = tasksOf(await read(firstImport!));
      expect(task).toMatchObject({ templateId: `${root}/${secondImport!.id}` });
    }
  });

  test('is created completely with all other templates of its file, or not at all', async () => {
    const count = async () => (await rest.get<readonly unknown[]>('/templates?resultsPerPage=1000')).length;
    const before = await count();
    const bad = { title: 'Bad', phases: [{ title: 'P', tasks: [{ title: ' ' }] }] };
    expect(await rest.sendForError('POST', '/templates/import', [{ title: 'Good' }, bad])).toBe(
      '400 title: a task needs a title',
    );
    expect(await count()).toBe(before);
  });

  test('runs as in the original system', async () => {
    const [imported] = await importFile(
      await packXlr(referringTask('Releaseruns', { phases: [{ title: 'P', tasks: [{ title: 't' }] }] })),
    );
    const release = await rest.post<Release>(`/templates/${root}-${imported!.id}/start`, { releaseTitle: 'run' });
    expect(formatRelease(release)).toBe('IN_PROGRESS P>: t>');
    await rest.post(`/tasks/${tasksOf(release)[0]!.id}/complete`, {});
    expect(await fetchFormattedRelease(rest, release)).toBe('COMPLETED P+: t+');
  });
});

test('two concurrent imports of one file create two complete templates', async () => {
  const file = await packXlr(referringTask('Releaseboth'));
  const imported = (await Promise.all([importFile(file), importFile(file)])).flat();
  expect(new Set(imported.map(({ id }) => id)).size).toBe(2);
  expect(imported.map(({ id }) => id)).toContain('Releaseboth');
  expect((await Promise.all(imported.map(read))).map(referencesOf)).toEqual([whole, whole]);
});

test('a request with an idempotency key is processed once', async () => {
  const key = { 'idempotency-key': 'import-once' };
  const ask = async () => (await rest.send('POST', '/templates/import', [{ title: 'Once' }], key)).body;
  expect(await ask()).toEqual(await ask());
});

describe('a file is refused', () => {
  test.each<[string, () => Promise<Buffer> | Buffer, string]>([
    [
      'of a newer model version',
      () => packXlr({ title: 'New' }, '99.1.0#2'),
      "400 the file has the model version '99.1.0#2': expected at most '24.1.0#1'",
    ],
    [
      'of an invalid model version',
      () => packXlr({ title: 'New' }, 'x'),
      "400 the version of the model 'x' cannot be read",
    ],
    [
      'without a template',
      () => packZip({ 'readme.txt': 'x' }),
      '400 the file contains neither release-template.json nor Releasefile.groovy',
    ],
    ['with an empty list', () => Buffer.from('[]'), '400 the file contains no template'],
    [
      'with a string instead of a template',
      () => Buffer.from('["x"]'),
      '400 a template must be an object with a title',
    ],
    ['without a title', () => Buffer.from('{"phases":[]}'), '400 title: expected a text'],
  ])('%s', async (_, file, reason) => {
    const bytes = await file();
    const name = bytes.subarray(0, 2).toString() === 'PK' ? 'a.xlr' : 'a.json';
    expect(await rest.sendForError('POST', '/templates/import', fileForm(bytes, { name }))).toBe(reason);
  });

  test('without a file or for an unknown folder', async () => {
    expect(await rest.sendForError('POST', '/templates/import')).toMatch(/^415 /);
    expect(await rest.sendForError('POST', '/templates/import?folderId=Folder9', [{ title: 'x' }])).toBe(
      "404 there is no folder 'Folder9'",
    );
  });
});

test('teams of tasks that the folder does not have are kept, with a warning', async () => {
  const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Teamed' });
  await peopleOf(product).createTeam(folder, [], {}, 'Ops');
  const group = { title: 'G', type: 'xlrelease.ParallelGroup', tasks: [{ title: 'inner', team: 'Gone' }] };
  const tasks = [{ title: 'a', team: 'Ops' }, { title: 'b', team: 'Gone' }, { title: 'c', team: '${team}' }, group];
  const json = JSON.stringify({ type: 'xlrelease.Release', title: 'Named', phases: [{ title: 'P', tasks }] });
  const form = fileForm(Buffer.from(json), { name: 'template.json' });
  const [imported] = await rest.post<ImportResult[]>(
    `/templates/import?folderId=${encodeURIComponent(folder.id)}`,
    form,
  );
  const warning = "a task is assigned to team 'Gone', which its folder does not have";
  expect(imported!.warnings).toEqual([warning]);
  const matches = await rest.get<Release[]>('/templates?title=Named');
  const teams = tasksOf(matches[0]!).map((task) => (task as { team?: string }).team);
  expect(teams).toEqual(['Ops', 'Gone', '${team}', undefined, 'Gone']);

  const applied = document(
    'Templates',
    '- {template: Coded, phases: [{phase: P, tasks: [{name: a, team: Ops}, {name: b, team: Gone}]}]}',
    'Teamed',
  );
  const { body } = await commandLine(rest, product.url).send('apply', applied);
  expect(body).toMatchObject({ warnings: [`template 'Teamed/Coded': ${warning}`] });
});
