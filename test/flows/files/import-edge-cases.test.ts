import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { createTemplate, idOf, startRelease, tasksOf } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { asJavaScript, scriptTask, waitForComments } from '../../harness/rest/script-tasks.ts';
import {
  createImporter,
  downloadBytes,
  exportTemplate,
  type ImportResult,
  packXlr,
  packZip,
} from '../../harness/rest/template-files.ts';
import { packJar } from '../../plugins/harness/pack-jar.ts';

const product = serve();
const { rest } = product;
const people = peopleOf(product);
const importFile = createImporter(rest);
const read = ({ id }: ImportResult) => rest.get<Release>(`/templates/Applications-${id}`);
const withTask = (task: object) => ({
  type: 'xlrelease.Release',
  title: 'T',
  phases: [{ title: 'P', tasks: [{ title: 't', ...task }] }],
});
const folderOf = async (title: string) =>
  (await rest.post<{ readonly id: string }>('/folders/Applications', { title })).id;

interface TaskWithComments {
  readonly comments: readonly { readonly text: string; readonly author: string; readonly date: string }[];
}
const commentsOf = async (imported: ImportResult, as = rest) => {
  const [task] = tasksOf(await read(imported));
  const { comments } = await as.get<TaskWithComments>(`/tasks/${task!.id}`);
  return comments.map(({ text, author, date }) => [author, text, date.slice(0, 10)]);
};

describe('comments of tasks', () => {
  const expectedComments = [
    { text: 'mind the gap', author: 'bob', date: '2021-03-04T09:00:00Z' },
    { text: 'mine', author: 'admin', date: '2021-03-05T09:00:00Z' },
    { author: 'bob' },
  ];
  test('are imported and exported again', async () => {
    const [imported] = await importFile(await packXlr(withTask({ comments: expectedComments })));
    expect(imported!.warnings).toEqual(["task 't' in phase 'P': a comment was left out: it has no text"]);
    const keptComments = [
      ['bob', 'mind the gap', '2021-03-04'],
      ['admin', 'mine', '2021-03-05'],
    ];
    expect(await commentsOf(imported!)).toEqual(keptComments);
    const [reimported] = await importFile(await exportTemplate(product, await read(imported!)));
    expect(await commentsOf(reimported!)).toEqual(keptComments);
  });

  test('keep the time of their latest edit', async () => {
    const edited = { ...expectedComments[0], editedDate: '2021-03-06T09:00:00Z' };
    const [imported] = await importFile(await packXlr(withTask({ comments: [edited] })));
    const [reimported] = await importFile(await exportTemplate(product, await read(imported!)));
    for (const template of [imported!, reimported!]) {
      const [task] = tasksOf(await read(template));
      const { comments } = await rest.get<TaskWithComments>(`/tasks/${task!.id}`);
      expect(comments).toMatchObject([{ editedDate: '2021-03-06T09:00:00.000+00:00' }]);
    }
  });

  test('of other users get the importing user as author, unless that user has all permissions', async () => {
    const folder = await folderOf('commented');
    const ann = await people.createUserWith({ id: folder }, 'folder#view', 'template#view', 'template#edit');
    const [imported] = await ann.post<readonly ImportResult[]>(
      `/templates/import?folderId=${folder}`,
      withTask({ comments: expectedComments.slice(0, 1) }),
    );
    const today = new Date().toISOString().slice(0, 10);
    const [[author, ...rest_] = []] = await commentsOf(imported!);
    expect(author).not.toBe('bob');
    expect(rest_).toEqual(['bob, 2021-03-04T09:00:00.000Z: mind the gap', today]);
  });
});

describe('a task of an unknown type', () => {
  test('gets its type and properties from a script that changes the type, in its own release and elsewhere', async () => {
    const change = (of: string) => asJavaScript(`taskApi.changeTaskType(${of}, 'gone.Deploy');`);
    const unknownTask = {
      title: 'odd',
      type: 'gone.Deploy',
      size: 'large',
      flagStatus: 'AT_RISK',
      flagComment: 'mine',
    };
    const run = { title: 'run', type: 'xlrelease.ScriptTask', script: change("getTasksByTitle('odd')[0].id") };
    const phases = [{ title: 'P', tasks: [run, unknownTask] }];
    const file = { type: 'xlrelease.Release', title: 'T', scriptUsername: 'admin', phases };
    const [imported] = await importFile(await packXlr(file));
    const template = await read(imported!);
    const knownFields = { type: 'gone.Deploy', size: 'large', flagStatus: 'AT_RISK', flagComment: 'mine' };
    expect(tasksOf(template)[1]).toMatchObject({ type: 'rel.Task', flagStatus: 'ATTENTION_NEEDED' });

    const externalScript = scriptTask(change(`'${tasksOf(template)[1]!.id}'`));
    const scriptRelease = await startRelease(rest, { Go: [externalScript] }, { scriptUsername: 'admin' });
    expect(await waitForComments(rest, scriptRelease, 'run', 'COMPLETED')).toEqual([]);
    const [, restored] = tasksOf(await read(imported!));
    expect(restored).toMatchObject(knownFields);
    expect(restored).not.toHaveProperty('unknownType');

    const [reimported] = await importFile(await packXlr(file));
    const order = { releaseTitle: 'R', autoStart: true };
    const release = await rest.post<Release>(`/templates/Applications-${reimported!.id}/create`, order);
    expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual([]);
    expect(await rest.get(`/tasks/${idOf(release, 'odd')}`)).toMatchObject(knownFields);
  });

  const build = {
    type: 'xlrelease.CustomScriptTask',
    flagStatus: 'AT_RISK',
    pythonScript: { type: 'millwork.Build', jobName: 'deploy' },
    variableMapping: { 'pythonScript.buildNumber': '${n}' },
  };

  test('is exported with its unknown type, and gets this type when its plugin is installed', async () => {
    const variables = [{ key: 'n', type: 'xlrelease.StringVariable', requiresValue: false }];
    const [imported] = await importFile(await packXlr({ ...withTask(build), variables }));
    const template = await read(imported!);
    const [task] = tasksOf(template);
    expect(task).toMatchObject({ type: 'rel.Task', flagStatus: 'ATTENTION_NEEDED' });
    const groovy = (await rest.send('GET', `/dsl/preview/${template.id}`)).text;
    expect(groovy).toContain("type 'millwork.Build'");
    const file = await exportTemplate(product, template);
    const [changedByUser] = await importFile(await packXlr({ ...withTask(build), variables }));
    const [scriptRelease] = tasksOf(await read(changedByUser!));
    await rest.put(`/tasks/${scriptRelease!.id}`, { ...scriptRelease, flagStatus: 'OK', flagComment: null });

    await rest.post('/plugins', fileForm(await packJar('millwork'), { name: 'millwork.jar' }));
    const knownFields = {
      ...{ type: 'rel.CustomScriptTask', flagStatus: 'AT_RISK' },
      pythonScript: { type: 'millwork.Build', jobName: 'deploy' },
      variableMapping: { 'pythonScript.buildNumber': '${n}' },
    };
    const [bound] = tasksOf(await read(imported!));
    expect(bound).toMatchObject(knownFields);
    expect(bound).not.toHaveProperty('unknownType');
    expect(bound).not.toHaveProperty('flagComment');
    // a user has changed the flag of this task
    expect(tasksOf(await read(changedByUser!))[0]).toMatchObject({ type: 'rel.Task', unknownType: expect.anything() });
    const changed = await rest.post<object>(`/tasks/${scriptRelease!.id}/changeType?targetType=millwork.Build`);
    expect(changed).toMatchObject({ ...knownFields, flagStatus: 'OK' });
    expect(changed).not.toHaveProperty('unknownType');
    const [importedTemplate] = await importFile(file);
    expect(importedTemplate!.warnings).toEqual([]);
    expect(tasksOf(await read(importedTemplate!))[0]).toMatchObject(knownFields);
  });

  test('can be changed to another type', async () => {
    const gone = { type: 'gone.Task', size: 1 };
    const [imported] = await importFile(await packXlr(withTask(gone)));
    const [task] = tasksOf(await read(imported!));
    const changed = await rest.post<object>(`/tasks/${task!.id}/changeType?targetType=rel.ScriptTask`);
    expect(changed).toMatchObject({ type: 'rel.ScriptTask' });
  });
});

test('invalid members of a file are reported and do not stop the import', async () => {
  const file = { title: 'T', phases: {}, teams: [{ teamName: 5 }, { teamName: 'Crew' }], riskProfile: 'Gone' };
  const [imported] = await importFile(await packXlr(file));
  expect(imported!.warnings).toEqual([
    "team '' was left out: expected a name of 1 to 255 characters",
    'phases was left out: it is not a list',
    "unknown riskProfile 'Gone': the default profile applies until a profile with this name exists",
  ]);
  await rest.post('/risks/profiles', { title: 'Careful', riskProfileAssessors: {} });
  const [profiled] = await importFile(await packXlr({ title: 'T', riskProfile: 'careful' }));
  expect(profiled!.warnings).toEqual([]);
});

test('a manifest without a model version is read as the current one, with a warning; an unreadable one is refused', async () => {
  const zip = (manifest: object) =>
    packZip({ 'release-template.json': '{"title":"T"}', 'manifest.json': JSON.stringify(manifest) });
  expect((await importFile(await zip({})))[0]!.warnings).toEqual([
    'the manifest has no model version: the current version was assumed',
  ]);
  const form = fileForm(await zip({ 'xlr-data-model-version': 22 }), { name: 'a.xlr' });
  expect(await rest.sendForError('POST', '/templates/import', form)).toBe(
    "400 xlr-data-model-version in the manifest: expected a text such as '24.1.0#1'",
  );
});

test('a caller without permissions does not learn whether a template exists', async () => {
  const template = await createTemplate(rest, { Build: ['compile'] }, { title: 'Theirs' });
  const folder = await folderOf('elsewhere');
  const ann = await people.createUserWith({ id: folder }, 'folder#view');
  const none = `404 there is no template '${template.id}'`;
  expect(await ann.sendForError('GET', `/templates/zip/${template.id}`)).toBe(none);
  expect(await ann.sendForError('GET', `/dsl/preview/${template.id}`)).toBe(none);
});

test('Groovy names the target folders of triggers and releases by path, and keeps value providers of plugins', async () => {
  const shops = await folderOf('Shops');
  const web = (await rest.post<{ readonly id: string }>(`/folders/${shops}`, { title: 'Web' })).id;
  const provider = { type: 'acme.Branches', server: 'git', limit: 5, variableMapping: { repository: '${r}' } };
  const original = await rest.post<Release>('/templates', {
    title: 'Placed',
    defaultTargetFolderId: web,
    variables: [
      { key: 'r', type: 'rel.StringVariable', requiresValue: false },
      { key: 'branch', type: 'rel.StringVariable', requiresValue: false, valueProvider: provider },
    ],
  });
  await rest.post('/triggers', {
    ...{ type: 'time.Schedule', title: 'nightly', template: original.id, releaseFolder: web },
    ...{ pollType: 'CRON', periodicity: '0 0 1 * * *' },
  });
  const groovy = (await rest.send('GET', `/dsl/preview/${original.id}`)).text;
  expect(groovy).toContain("releaseFolder 'Shops/Web'");
  expect(groovy).toContain("defaultTargetFolderId 'Shops/Web'");
  const [reimported] = await importFile(await downloadBytes(product.url(), `/dsl/export/${original.id}`), {
    name: 'a.zip',
  });
  expect(reimported!.warnings).toEqual([]);
  const template = await read(reimported!);
  expect(template).toMatchObject({
    defaultTargetFolderId: web.slice(web.lastIndexOf('/') + 1),
    releaseTriggers: [{ title: 'nightly', releaseFolder: web.slice(web.lastIndexOf('/') + 1) }],
    variables: [{}, { valueProvider: provider }],
  });
});
