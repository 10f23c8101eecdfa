import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, gate, idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Folder, Release } from '../../harness/rest/response-types.ts';
import { asJavaScript, scriptTask, waitForComments } from '../../harness/rest/script-tasks.ts';

/** Changes of plans, configurations, folders and templates by scripts have the same results as changes by REST. */
const { rest, database } = serve();

const asAdmin = { scriptUsername: 'admin' };

/** Runs a script and returns its output. */
async function does(script: string, more: Readonly<Record<string, unknown>> = asAdmin): Promise<readonly string[]> {
  const release = await startRelease(rest, { Go: [scriptTask(asJavaScript(script)), 'last'] }, more);
  return await waitForComments(rest, release, 'run', 'COMPLETED');
}
const read = (release: Release) => rest.get<Release>(`/releases/${release.id}`);

test('a script changes parts of another release', async () => {
  const created = await startRelease(
    rest,
    { One: [gate('hold', 'ready'), 'after'], Two: ['later'], Three: ['gone'] },
    {
      variables: [{ key: 'old', value: 'x' }],
    },
  );
  const [holdTask, after, two, three] = ['hold', 'after', 'Two', 'Three'].map((title) => idOf(created, title));
  const condition = (await rest.get<{ conditions: { id: string }[] }>(`/tasks/${holdTask}`)).conditions[0]!.id;
  expect(
    await does(`taskApi.addCondition('${holdTask}', { title: 'signed' });
taskApi.updateCondition({ id: '${condition}', checked: true });
taskApi.addDependency('${holdTask}', '${two}');
taskApi.copyTask('${after}', '${two}', 0);
taskApi.moveTask('${after}', '${two}');
phaseApi.updatePhase({ id: '${two}', title: 'Second', description: 'changed' });
phaseApi.copyPhase('${two}', 2);
phaseApi.deletePhase('${three}');
phaseApi.addTask('${two}', { type: 'rel.Task', title: 'new' });
releaseApi.deleteVariable('${created.variables[0]!.id}');`),
  ).toEqual([]);
  const now = await read(created);
  expect(now.phases.map(({ title, tasks }) => [title, tasks.map((task) => task.title)])).toEqual([
    ['One', ['hold']],
    ['Second', ['after (copy)', 'later', 'after', 'new']],
    ['Second (copy)', ['after (copy)', 'later', 'after']],
  ]);
  expect(now.variables).toEqual([]);
  expect(await rest.get(`/tasks/${holdTask}`)).toMatchObject({
    conditions: [
      { title: 'ready', checked: true },
      { title: 'signed', checked: false },
    ],
    dependencies: [{ target: two }],
  });
});

test('a script changes parts of its own release', async () => {
  const release = await startRelease(
    rest,
    {
      Go: [
        scriptTask(
          asJavaScript(`const [next] = getPhasesByTitle('Next');
taskApi.addCondition(getTasksByTitle('hold')[0].id, { title: 'seen' });
phaseApi.updatePhase({ ...next, title: 'Then' });
phaseApi.movePhase(getPhasesByTitle('Last')[0].id, 1);`),
        ),
      ],
      Next: [gate('hold')],
      Last: ['end'],
    },
    asAdmin,
  );
  expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual([]);
  expect((await read(release)).phases.map(({ title }) => title)).toEqual(['Go', 'Last', 'Then']);
  expect(await rest.get(`/tasks/${idOf(release, 'hold')}`)).toMatchObject({ conditions: [{ title: 'seen' }] });
});

test('a script uses the ids of new objects, and the fields of the release in texts', async () => {
  const from = await createTemplate(rest, { Build: ['compile'] }, { title: 'Train', tags: ['train'] });
  const script = `from com.xebialabs.xlrelease.api.v1.forms import CreateRelease
p = CreateRelease()
p.releaseTitle = "made by a script"
made = templateApi.create("${from.id}", p)
tags = made.getTags()
tags.append("more")
made.setTags(tags)
releaseApi.updateRelease(made)
releaseApi.start(made.getId())
phaseApi.addPhase(made.id, phaseApi.newPhase('Late'))
step = taskApi.addTask(phase.id, {'type': 'rel.Task', 'title': 'step of \${release.title}'})
releaseVariables['step'] = step.id
taskApi.commentTask(step.id, 'for ' + made.id)
taskApi.assignTask(step.id, 'admin')
hold = taskApi.newTask('rel.GateTask')
hold.title = 'hold'
hold = taskApi.addTask(phase.id, hold)
taskApi.addDependency(hold.id, made.id)
for variable in releaseApi.getVariables("\${release.id}"):
    if variable.key == 'old':
        releaseApi.deleteVariable(str(variable))
print "\${release.id}" == release.id, "\${release.title}|\${release.owner}|\${release.status}", tags`;
  const release = await startRelease(
    rest,
    { Go: [scriptTask(script)] },
    {
      ...asAdmin,
      title: 'Outer',
      variables: ['old', 'step'].map((key) => ({ key, value: 'x', requiresValue: false })),
    },
  );
  const printed = `True ${release.title}|admin|IN_PROGRESS ['train', 'more']`;
  expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual([printed]);
  const created = await rest.get<Release[]>('/releases/byTitle?releaseTitle=made%20by%20a%20script');
  expect(created).toMatchObject([
    { status: 'IN_PROGRESS', tags: ['train', 'more'], phases: [{ title: 'Build' }, { title: 'Late' }] },
  ]);
  const now = await read(release);
  const step = now.phases[0]!.tasks[1]!;
  expect(now.variables).toMatchObject([{ key: 'step', value: step.id }]);
  expect(await rest.get(`/tasks/${step.id}`)).toMatchObject({
    title: `step of ${release.title}`,
    status: 'IN_PROGRESS',
    owner: 'admin',
    comments: [{ text: `for ${created[0]!.id}` }],
  });
  const holdTask = now.phases[0]!.tasks[2]!;
  expect(await rest.get(`/tasks/${holdTask.id}`)).toMatchObject({ dependencies: [{ target: created[0]!.id }] });
});

test('a script changes configurations, folders, templates and shared variables, each once', async () => {
  const outer = await rest.post<Folder>('/folders/Applications', { title: 'Outer' });
  const server = await rest.post<{ id: string }>('/config', {
    type: 'configuration.HttpConnection',
    title: 'Server',
    url: 'http://a',
    password: 'hush-hush',
  });
  const deletedItem = await rest.post<{ id: string }>('/config', {
    type: 'configuration.HttpConnection',
    title: 'Gone',
    url: 'x',
  });
  const pin = await rest.post<{ id: string }>('/config/Configuration/variables/global', {
    key: 'global.pin',
    value: '1',
  });
  const from = await createTemplate(rest, { Build: ['compile'] }, { title: 'From' });
  expect(
    await does(`const server = configurationApi.getConfiguration('${server.id}');
server.url = 'http://a/b';
configurationApi.updateConfiguration(server);
configurationApi.deleteConfiguration('${deletedItem.id}');
const made = configurationApi.addConfiguration({ type: 'configuration.HttpConnection', title: 'Made', url: 'http://c' });
made.url = 'http://d';
configurationApi.updateConfiguration(made);
configurationApi.addGlobalVariable({ key: 'global.new', type: 'rel.StringVariable', value: 'n' });
configurationApi.updateGlobalVariable({ id: '${pin.id}', key: 'global.pin', value: '2' });
folderApi.addFolder('${outer.id}', { title: 'Inner' });
folderApi.rename('${outer.id}', 'Renamed');
folderApi.createVariable('${outer.id}', { key: 'folder.a', value: 'f' });
folderApi.moveTemplate('${outer.id}', '${from.id}');
templateApi.createTemplate({ title: 'Made', phases: [{ title: 'One', tasks: [{ title: 'x' }] }] }, '${outer.id}');
templateApi.create('${from.id}', { releaseTitle: 'Later' });`),
  ).toEqual([]);
  expect(await rest.get(`/config/${server.id}`)).toMatchObject({ url: 'http://a/b', password: '********' });
  expect(await rest.get('/config/byTypeAndTitle?title=Made')).toMatchObject([{ url: 'http://d' }]);
  expect(await rest.sendForError('GET', `/config/${deletedItem.id}`)).toMatch(/^404/);
  const values = await rest.get('/config/Configuration/variableValues/global');
  expect(values).toMatchObject({ '${global.new}': 'n', '${global.pin}': '2' });
  expect(await rest.get(`/folders/${outer.id}?depth=1`)).toMatchObject({
    title: 'Renamed',
    children: [{ title: 'Inner' }],
  });
  expect(await rest.get(`/folders/${outer.id}/templates`)).toMatchObject([{ title: 'From' }, { title: 'Made' }]);
  expect(await rest.get('/releases/byTitle?releaseTitle=Later')).toMatchObject([{ status: 'PLANNED' }]);
  const keys = await database().query<{ count: number }>({
    text: "select count(*) from idempotency_keys where id like 'Script%'",
  });
  expect(keys[0]!.count).toBeGreaterThan(10);
  const moves = `const server = configurationApi.getConfiguration('${server.id}');
server.url = 'http://b';
configurationApi.updateConfiguration(server);`;
  expect(await does(moves)).toEqual([expect.stringContaining("password: 'url' points to another server than before")]);
});

test('a script moves and deletes folders and shared variables', async () => {
  const folder = (title: string) => rest.post<Folder>('/folders/Applications', { title });
  const [unchangedFolder, moved, deletedItem] = [await folder('Kept'), await folder('Moved'), await folder('Gone')];
  const variable = (path: string, key: string) => rest.post<{ id: string }>(path, { key, value: '1' });
  const shared = await variable('/config/Configuration/variables/global', 'global.gone');
  const own = await variable(`/folders/${unchangedFolder.id}/variables`, 'folder.gone');
  const sharedVariable = await variable(`/folders/${unchangedFolder.id}/variables`, 'folder.kept');
  expect(
    await does(`folderApi.move('${moved.id}', '${unchangedFolder.id}');
folderApi.delete('${deletedItem.id}');
configurationApi.deleteGlobalVariable('${shared.id}');
folderApi.deleteVariable('${unchangedFolder.id}', '${own.id}');
folderApi.updateVariable('${unchangedFolder.id}', { id: '${sharedVariable.id}', key: 'folder.kept', value: '2' });
folderApi.addFolder('${deletedItem.id}', { title: 'Nowhere' });`),
  ).toEqual([`An action of the script was refused: there is no folder '${deletedItem.id}'`]);
  expect(await rest.get(`/folders/${unchangedFolder.id}?depth=1`)).toMatchObject({ children: [{ title: 'Moved' }] });
  expect(await rest.sendForError('GET', `/folders/${deletedItem.id}`)).toMatch(/^404/);
  expect(await rest.get('/config/Configuration/variableValues/global')).not.toHaveProperty(['${global.gone}']);
  expect(await rest.get(`/folders/${unchangedFolder.id}/variableValues`)).toMatchObject({ '${folder.kept}': '2' });
  expect(await rest.get(`/folders/${unchangedFolder.id}/variables?folderOnly=true`)).toMatchObject([
    { key: 'folder.kept' },
  ]);
});

test('a script has only the permissions of its run-as user', async () => {
  const server = await rest.post<{ id: string }>('/config', {
    type: 'configuration.HttpConnection',
    title: 'Kept',
    url: 'x',
  });
  const script = `configurationApi.deleteConfiguration('${server.id}'); folderApi.addFolder('Applications', { title: 'No' })`;
  expect(await does(script, {})).toEqual([
    'An action of the script was refused: a script cannot delete a configuration without scriptUsername',
  ]);
  await rest.get(`/config/${server.id}`);
});

test('errors of changes are reported in a comment, with the messages of REST', async () => {
  expect(await does("configurationApi.addConfiguration({ type: 'acme.None', title: '' })")).toEqual([
    'An action of the script was refused: title: expected a text',
  ]);
  expect(await does("taskApi.addCondition(getTasksByTitle('last')[0].id, { title: ' ' })")).toEqual([
    'An action of the script was refused: title: expected a text',
  ]);
});
