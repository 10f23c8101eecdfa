import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, createTemplate, idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Folder, Release, Task, Variable } from '../../harness/rest/response-types.ts';

const product = serve();
const { rest } = product;
const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const switchable = [
  { key: 'flag', type: 'rel.BooleanVariable', value: 'True' },
  { key: 'count', type: 'rel.IntegerVariable', value: ' 3' },
];
const valuesOf = (id: string) => rest.get<Record<string, string>>(`/releases/${id}/variableValues`);

describe('the values of variables as strings', () => {
  let release: Release;
  let folder: Folder;
  const shared = { '${global.map}': "{'A B': 'x'}", '${folder.list}': "['near']" };
  beforeAll(async () => {
    const outer = await rest.post<Folder>('/folders/Applications', { title: 'Outer' });
    folder = await rest.post<Folder>(`/folders/${outer.id}`, { title: 'Inner' });
    const global = '/config/Configuration/variables/global';
    await rest.post(global, { key: 'global.map', type: 'rel.MapStringStringVariable', value: { 'A B': 'x' } });
    await rest.post(global, { key: 'global.pin', type: 'rel.PasswordStringVariable', value: 'hidden' });
    const list = (value: string) => ({ key: 'folder.list', type: 'rel.ListStringVariable', value: [value] });
    await rest.post(`/folders/${outer.id}/variables`, list('far'));
    await rest.post(`/folders/${folder.id}/variables`, list('near'));
    const pin = { key: 'pin', type: 'rel.PasswordStringVariable', value: 'hidden' };
    const unset = { key: 'unset', requiresValue: false };
    const variables = [...switchable, { key: 'text', value: '00003' }, pin, unset];
    release = await createRelease(rest, {}, { variables }, { folderId: folder.id });
  });

  test('are those of the release, its folders and global variables, without passwords', async () => {
    expect(await valuesOf(release.id)).toEqual({
      '${flag}': 'True',
      '${count}': '3',
      '${text}': '00003',
      '${unset}': '',
      ...shared,
    });
  });

  test('omit passwords of folders and global variables, too', async () => {
    const { '${global.map}': map, ...others } = shared;
    expect(await rest.get('/config/Configuration/variableValues/global')).toEqual({ '${global.map}': map });
    expect(await rest.get(`/folders/${folder.id}/variableValues`)).toEqual(others);
  });
});

describe('boolean and integer variables accept strings', () => {
  const values = { flag: 'FALSE', count: '04' };
  const convertedValues = [false, 4];
  const storedValue = async (id: string) =>
    (await rest.get<Variable[]>(`/releases/${id}/variables`)).slice(0, 2).map(({ value }) => value);

  test('when a template or a release is created', async () => {
    const template = await createTemplate(rest, {}, { variables: switchable });
    expect(await storedValue(template.id)).toEqual([true, 3]);
    const order = { releaseTitle: 'Made', variables: values };
    const created = await rest.post<Release>(`/templates/${template.id}/create`, order);
    expect(await storedValue(created.id)).toEqual(convertedValues);
    const deprecated = { releaseTitle: 'Made', releaseVariables: { '${flag}': 'FALSE', '${count}': '04' } };
    const started = await rest.post<Release>(`/templates/${template.id}/start`, deprecated);
    expect(await storedValue(started.id)).toEqual(convertedValues);
  });

  test('when they are added, changed and replaced', async () => {
    const { id } = await createRelease(rest, {});
    const [flag, count] = [
      await rest.post<Variable>(`/releases/${id}/variables`, switchable[0]),
      await rest.post<Variable>(`/releases/${id}/variables`, switchable[1]),
    ];
    expect(await storedValue(id)).toEqual([true, 3]);
    await rest.put(`/releases/${flag.id}`, { ...flag, value: 'FALSE' });
    await rest.put(`/releases/${count.id}`, { ...count, value: '04' });
    expect(await storedValue(id)).toEqual(convertedValues);
    await rest.put(`/releases/${id}/variables`, switchable);
    expect(await storedValue(id)).toEqual([true, 3]);
  });

  test('in a user input task', async () => {
    const input = { title: 'ask', type: 'rel.UserInputTask' };
    const { id, phases, variables } = await startRelease(rest, { Ask: [input] }, { variables: switchable });
    const task = phases[0]!.tasks[0]!.id;
    await rest.put(`/tasks/${task}`, { variables: variables.map((variable) => variable.id) });
    const taskVariables = await rest.get<Variable[]>(`/tasks/${task}/variables`);
    await rest.put(
      `/tasks/${task}/variables`,
      taskVariables.map((item) => ({ ...item, value: item.key === 'flag' ? 'FALSE' : '04' })),
    );
    expect(await storedValue(id)).toEqual(convertedValues);
  });

  test('from the owner of a user input task without other permissions on the release', async () => {
    const people = peopleOf(product);
    const owner = await people.createUser('zoe');
    const valueProvider = { type: 'rel.ListOfStringValueProviderConfiguration', values: ['test', 'live'] };
    const listed = { key: 'stage', requiresValue: false, valueProvider };
    const named = [
      ...switchable,
      { key: 'pin', type: 'rel.PasswordStringVariable' },
      { key: 'other', value: 'kept' },
      listed,
      { key: 'note', requiresValue: false },
    ];
    const variables = named.map((item) => ({ ...item, id: `Variable${item.key}`, showOnReleaseStart: false }));
    const inputs = ['Variableflag', 'Variablecount', 'Variablepin', 'Variablestage', 'Variablenote'];
    const inputTask = { title: 'ask', type: 'rel.UserInputTask', owner: 'zoe', variables: inputs };
    const release = await startRelease(rest, { Ask: ['first', inputTask] }, { variables });
    const [flag, count, , secondVariable] = release.variables;
    const stage = release.variables.find(({ key }) => key === 'stage');
    const task = `/tasks/${idOf(release, 'ask')}`;
    const unseen = `404 there is no variable '${flag!.id}'`;
    expect(await owner.sendForError('PUT', `/releases/${flag!.id}`, { value: false })).toBe(unseen);
    await rest.post(`/tasks/${idOf(release, 'first')}/complete`, {});
    await owner.put(`/releases/${flag!.id}`, { ...flag, value: 'FALSE' });
    await owner.put(`/variables/${count!.id}`, { value: '04' });
    expect(await storedValue(release.id)).toEqual(convertedValues);
    await owner.put(`/releases/${release.id}/variables/${lastSegmentOf(flag!.id)}`, { value: 'True' });
    await owner.put(`${task}/variables`, [{ key: 'count', value: '5' }]);
    const many = [
      { key: 'flag', value: false },
      { key: 'count', value: 'many' },
    ];
    expect(await owner.sendForError('PUT', `${task}/variables`, many)).toBe(
      '400 variables.count: expected a whole number',
    );
    expect(await storedValue(release.id)).toEqual([true, 5]);
    expect(await owner.sendForError('PUT', `/releases/${flag!.id}`, { label: 'x', value: false })).toContain('403');
    expect(await owner.sendForError('PUT', `/releases/Releasenone/variables/${lastSegmentOf(flag!.id)}`, {})).toContain(
      '404',
    );
    expect(await owner.sendForError('PUT', `/variables/${secondVariable!.id}`, { value: 'x' })).toContain('404');
    const complete = (...newValues: readonly object[]) =>
      owner.sendForError('POST', `${task}/complete`, { variables: newValues });
    expect(await complete({ key: 'flag', value: false })).toBe(
      `400 cannot complete task 'ask' (${lastSegmentOf(idOf(release, 'ask'))}): pin has no value`,
    );
    expect(await complete({ key: 'other', value: 'x' })).toContain("does not request variable 'other'");
    const notOffered = "400 variables.stage: 'prod' is not in the list of allowed values";
    expect(await complete({ key: 'stage', value: 'prod' })).toBe(notOffered);
    expect(await owner.sendForError('PUT', `/variables/${stage!.id}`, { value: 'prod' })).toBe(notOffered);
    const byOther = notOffered.replace('prod', '${other}');
    expect(await complete({ key: 'stage', value: '${other}' })).toBe(byOther);
    expect(await owner.sendForError('PUT', `/variables/${stage!.id}`, { value: '${other}' })).toBe(byOther);
    expect(await owner.sendForError('PUT', `${task}/variables`, [{ key: 'stage', value: '${other}' }])).toBe(byOther);
    expect(await owner.sendForError('PUT', `${task}/variables`, [{ key: 'note', value: 'so ${other}' }])).toBe(
      '400 variables.note: a value for a task cannot contain a placeholder (${key})',
    );
    expect(await owner.sendForError('PUT', `/variables/${count!.id}`, { value: 'many' })).toBe(
      '400 variables.count: expected a whole number',
    );
    await owner.put(`/variables/${stage!.id}`, { value: 'live' });
    expect(await complete({ value: 'x' })).toBe('400 variables.0.key: expected a text');
    expect(await storedValue(release.id)).toEqual([true, 5]);
    const answers = {
      comment: 'so',
      variables: [
        { key: 'count', value: 6 },
        { key: 'pin', value: 'hidden' },
      ],
    };
    expect(await owner.post<Task>(`${task}/complete`, answers)).toMatchObject({ status: 'COMPLETED' });
    expect(await storedValue(release.id)).toEqual([true, 6]);
    expect(await rest.get(`/releases/${release.variables[2]!.id}`)).toMatchObject({ value: '********' });
  });

  test('but no other strings', async () => {
    const { id } = await createRelease(rest, {}, { variables: switchable });
    const [flag] = await rest.get<Variable[]>(`/releases/${id}/variables`);
    expect(await rest.sendForError('PUT', `/releases/${flag!.id}`, { ...flag, value: 'yes' })).toBe(
      '400 variables.flag: expected true or false',
    );
  });
});

describe('a required variable that is not shown at the start', () => {
  const hidden = { key: 'later', showOnReleaseStart: false };
  const plan = { Ship: ['first', 'use ${later}'] };

  test('does not block the creation or the start of a release, but the task that uses it', async () => {
    const { id, phases, variables } = await startRelease(rest, plan, { variables: [hidden] });
    const [first, use] = phases[0]!.tasks.map((task) => task.id) as [string, string];
    await rest.post(`/tasks/${first}/complete`, {});
    expect(await rest.get<Task>(`/tasks/${use}`)).toMatchObject({ status: 'WAITING_FOR_INPUT' });
    expect(await rest.get(`/releases/${id}/explain`)).toMatchObject({ count: 1 });
    await rest.put(`/releases/${variables[0]!.id}`, { ...variables[0], value: 'now' });
    expect(await rest.get<Task>(`/tasks/${use}`)).toMatchObject({ status: 'IN_PROGRESS', title: 'use now' });
  });

  test('is missing for its task in a preview, while a variable shown at the start is missing for the release', async () => {
    const shown = { key: 'first' };
    const { id } = await createTemplate(rest, plan, { variables: [hidden, shown] });
    const order = { releaseTitle: 'Made' };
    const preview = await rest.post<{ missingVariables: string[]; phases: { tasks: unknown[] }[] }>(
      `/templates/${id}/preview`,
      order,
    );
    expect(preview.missingVariables).toEqual(['first']);
    expect(preview.phases[0]!.tasks[1]).toMatchObject({ missingVariables: ['later'] });
    expect(await rest.sendForError('POST', `/templates/${id}/create`, order)).toBe(
      '400 variables: a value is required for first',
    );
  });

  test('does not block a create-release task', async () => {
    const child = await createTemplate(rest, plan, { title: 'Child', variables: [hidden] });
    const task = { title: 'make', type: 'rel.CreateReleaseTask', templateId: child.id, newReleaseTitle: 'Born' };
    await startRelease(rest, { Make: [task] }, { scriptUsername: 'admin' });
    expect(await rest.get<Release[]>('/releases/byTitle?releaseTitle=Born')).toMatchObject([{ status: 'IN_PROGRESS' }]);
  });
});

test('a list of variables without types keeps the types and secrets of the variables', async () => {
  const pin = { key: 'pin', type: 'rel.PasswordStringVariable', value: 'hidden', requiresValue: false };
  const { id } = await createRelease(rest, {}, { variables: [...switchable, pin] });
  const sent = [
    { key: 'pin', value: 'other' },
    { key: '${count}', value: 4 },
    { key: 'flag', value: true },
  ];
  const after = await rest.put<Variable[]>(`/releases/${id}/variables`, sent);
  expect(after.map(({ key, type, value }) => [key, type, value])).toEqual([
    ['pin', 'rel.PasswordStringVariable', '********'],
    ['count', 'rel.IntegerVariable', 4],
    ['flag', 'rel.BooleanVariable', true],
  ]);
});
