import { beforeAll, expect, test } from 'vitest';
import { jarOf, manifest, synthetic } from '../../../libs/plugins/src/testing.ts';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { createRelease, createTemplate, startRelease, tasksOf } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { createImporter, exportTemplate, packXlr } from '../../harness/rest/template-files.ts';

// Properties of plugins that have the names of task members and are sent at the level of the task
const product = serve();
const { rest } = product;

type PluginTask = Task & Readonly<Record<string, unknown>>;

const ofTask = ['title', 'description', 'owner', 'tags'];
const ofAnswers = ['status', 'comments', 'startDate'];
const unusedMembers = ['url', 'phase', 'release', 'gate', 'active', 'children', 'folderId', 'templateId'];
const names = [...ofTask, ...ofAnswers, ...unusedMembers];
const declared = names.map((name) => `<property name="${name}" required="false" default="default"/>`).join('');
const types = `
  <type type="names.Echo" extends="rel.PythonScript">${declared}
    <property name="variables" kind="map_string_string" required="false"/>
    <property name="conditions" required="false"/><property name="links" kind="list_of_string" required="false"/>
  </type>
  <type type="names.Answer" extends="rel.PythonScript">
    ${['status', 'title', 'url', 'comments'].map((name) => `<property name="${name}" category="output"/>`).join('')}
  </type>
  <type type="names.Run" extends="rel.ContainerTask"><property name="url"/><property name="token" password="true"/></type>`;

beforeAll(async () => {
  const files = {
    'META-INF/MANIFEST.MF': manifest,
    'synthetic.xml': synthetic(types),
    'names/Echo.py': `print ' '.join(str(each) for each in [${names.join(', ')}, variables, conditions, links])`,
    'names/Answer.py': "status, title, url, comments = 'open', 'an issue', 'http://issue', 'none'",
  };
  await rest.post('/plugins', fileForm(await jarOf(files)));
});

const ended = async (release: Release): Promise<PluginTask> => {
  const read = async () => tasksOf(await rest.get<Release>(`/releases/${release.id}`))[0]!;
  await expect.poll(async () => (await read()).endDate).toBeDefined();
  return await rest.get<PluginTask>(`/tasks/${(await read()).id}`);
};
const runAndRead = async (task: object) => {
  const release = await startRelease(rest, { Ship: [{ title: 'T', type: 'names.Echo', ...task }] });
  return (await ended(release)).comments.map(({ text }) => text);
};

test('values in pythonScript set properties whose names are also task members', async () => {
  const toOwnValues = (propertyNames: readonly string[]) =>
    Object.fromEntries(propertyNames.map((name) => [name, `my-${name}`]));
  const sent = { ...toOwnValues([...ofTask, ...unusedMembers]), pythonScript: toOwnValues(ofAnswers) };
  const parts = { variables: { a: 'b' }, conditions: 'every', links: ['x'] };
  const expectedOutput = names.map((name) => `my-${name}`).join(' ');
  expect(await runAndRead({ ...sent, tags: ['my-tags'], ...parts })).toEqual([
    `${expectedOutput} {'a': 'b'} every ['x']`,
  ]);
});

test('omitted properties have their default, and task members do not set properties', async () => {
  const others = names.slice(1).map(() => 'default');
  expect(await runAndRead({})).toEqual([`T ${others.join(' ')} {} None []`]);
});

test('values in pythonScript override the task members', async () => {
  const pythonScript = Object.fromEntries(names.map((name) => [name, `in-${name}`]));
  const expectedOutput = names.map((name) => `in-${name}`).join(' ');
  expect(await runAndRead({ pythonScript, description: 'd', status: 'PLANNED' })).toEqual([
    `${expectedOutput} {} None []`,
  ]);
});

test('a script output with such a name does not hide the task member', async () => {
  const release = await startRelease(rest, { Ship: [{ title: 'T', type: 'names.Answer' }] });
  expect(await ended(release)).toMatchObject({
    title: 'T',
    status: 'COMPLETED',
    comments: [],
    url: 'http://issue',
    pythonScript: { status: 'open', title: 'an issue', comments: 'none' },
  });
});

test('a PUT of the unchanged response changes nothing, and pythonScript can be changed', async () => {
  const below = { pythonScript: { status: 'mine' } };
  const sent = { title: 'T', type: 'names.Echo', url: 'u', variables: { a: 'b' }, ...below };
  const release = await createRelease(rest, { Ship: [sent] });
  const path = `/tasks/${tasksOf(release)[0]!.id}`;
  const read = await rest.get<PluginTask>(path);
  expect(read).toMatchObject({ status: 'PLANNED', url: 'u', variables: { a: 'b' }, pythonScript: { status: 'mine' } });
  expect(await rest.put(path, { ...read, status: 'IN_PROGRESS' })).toEqual(read);
  const pythonScript = { status: 'other' };
  expect(await rest.put(path, { ...read, url: 'v', pythonScript })).toMatchObject({ url: 'v', pythonScript });
});

test('an import does not use task members as properties, with and without the plugin', async () => {
  const [first] = await createImporter(rest)(
    await exportTemplate(product, await createTemplate(rest, { Ship: [{ title: 'T', type: 'names.Echo' }] })),
  );
  const later = { title: 'T', type: 'later.Echo', status: 'PLANNED', failuresCount: 0, comments: [], attachments: [] };
  const withoutPlugin = { type: 'rel.Release', title: 'U', phases: [{ title: 'P', tasks: [later] }] };
  const [second] = await createImporter(rest)(await packXlr(withoutPlugin));
  const properties = [...names, 'failuresCount', 'attachments', 'container'].filter((name) => name !== 'title');
  const files = {
    'META-INF/MANIFEST.MF': manifest.replace('acme-plugin', 'later'),
    'synthetic.xml': synthetic(
      `<type type="later.Echo" extends="rel.PythonScript">${properties.map((name) => `<property name="${name}" required="false"/>`).join('')}</type>`,
    ),
    'later/Echo.py': 'print status',
  };
  await rest.post('/plugins', fileForm(await jarOf(files), { name: 'later.jar' }));
  for (const imported of [first!, second!]) {
    const [task] = tasksOf(await rest.get<Release>(`/templates/Applications-${imported.id}`));
    expect(task).toMatchObject({ type: expect.stringMatching(/^(?:names|later)\.Echo$/), status: 'PLANNED' });
    expect(task).not.toHaveProperty('pythonScript');
  }
});

test('a task of a container type keeps its task members, and its secrets are masked', async () => {
  const sent = { title: 'T', type: 'names.Run', url: 'u', token: 't', status: 'mine', displayPath: 'p' };
  const { id } = tasksOf(await createRelease(rest, { Ship: [sent] }))[0]!;
  const read = await rest.get<PluginTask>(`/tasks/${id}`);
  expect(read).toMatchObject({ url: 'u', token: '********', status: 'PLANNED' });
  expect([read.pythonScript, read.displayPath]).toEqual([undefined, undefined]);
});

test('the members of built-in tasks keep their types', async () => {
  const phases = [{ title: 'P', tasks: [{ title: 'g', type: 'rel.GateTask', conditions: 'every' }] }];
  const { status, text } = await rest.send('POST', '/templates', { title: 'T', phases });
  expect([status, text]).toEqual([400, 'phases.0.tasks.0.conditions: expected array, received string\n']);
});
