import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Folder, Variable } from '../../harness/rest/response-types.ts';

const product = serve();
const { rest } = product;
const global = '/config/Configuration/variables/global';
let outer: Folder;
let inner: Folder;
beforeAll(async () => {
  outer = await rest.post<Folder>('/folders/Applications', { title: 'outer' });
  inner = await rest.post<Folder>(`/folders/${outer.id}`, { title: 'inner' });
});
const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);

describe('a global variable of any type', () => {
  test.each([
    ['StringVariable', 'x', 'x', 'x'],
    ['PasswordStringVariable', 'secret', '********', undefined],
    ['BooleanVariable', 'true', true, 'True'],
    ['IntegerVariable', '5', 5, '5'],
    ['DateVariable', '2026-11-20T12:00:00Z', '2026-11-20T12:00:00.000+00:00', '2026-11-20T12:00:00.000+00:00'],
    ['ListStringVariable', ['b', 'a', 'b'], ['b', 'a', 'b'], "['b', 'a', 'b']"],
    ['SetStringVariable', ['b', 'a', 'b'], ['b', 'a'], "['b', 'a']"],
    ['MapStringStringVariable', { k: 'v' }, { k: 'v' }, "{'k': 'v'}"],
    ['ReferenceVariable', 'Applications/Release1', 'Applications/Release1', 'Applications/Release1'],
  ])('is created, read and changed: %s', async (type, sent, answered, text) => {
    const created = await rest.post<Variable>(global, { key: `global.${type}`, type: `rel.${type}`, value: sent });
    expect(created).toMatchObject({ type: `rel.${type}`, key: `global.${type}`, value: answered });
    expect(created.id).toMatch(/^Configuration\/variables\/global\/Variable[0-9a-f]{32}$/);
    for (const id of [created.id, lastSegmentOf(created.id), encodeURIComponent(created.id)]) {
      expect(await rest.get(`/config/${id}`)).toEqual(created);
    }
    expect(await rest.put(`/config/${created.id}`, created)).toEqual(created);
    const values = await rest.get<Record<string, string>>('/config/Configuration/variableValues/global');
    expect(values[`\${global.${type}}`]).toBe(text);
  });

  test('is listed, and no longer after it was deleted', async () => {
    const keys = (await rest.get<Variable[]>(global)).map(({ key }) => key);
    expect(keys).toEqual(keys.toSorted());
    const created = await rest.post<Variable>(global, { key: 'global.gone' });
    await rest.sendForNoContent('DELETE', `/config/${created.id}`);
    expect(await rest.sendForError('GET', `/config/${created.id}`)).toBe(`404 there is no variable '${created.id}'`);
    expect(await rest.sendForError('DELETE', `/config/${created.id}`)).toBe(`404 there is no variable '${created.id}'`);
  });
});

describe('a shared variable is refused', () => {
  test.each([
    [global, { key: 'plain' }, /^400 key: expected the key of a global variable, which begins with 'global\.'/],
    [global, { key: 'folder.x' }, /^400 key: expected the key of a global variable, which begins with 'global\.'/],
    [global, {}, /^400 key: expected a text$/],
    [
      global,
      { key: 'global.n', type: 'rel.IntegerVariable', value: 'x' },
      /^400 variables\.global\.n: expected a whole/,
    ],
    [global, { key: 'global.n', type: 'rel.NoVariable' }, /^400 type: there is no variable type/],
  ])('%s %j', async (path, body, message) => {
    expect(await rest.sendForError('POST', path, body)).toMatch(message);
  });

  test('with a key that exists already in the same folder; another folder may use it', async () => {
    await rest.post(global, { key: 'global.once' });
    expect(await rest.sendForError('POST', global, { key: '${global.once}' })).toBe(
      "409 A variable already exists by key 'global.once'",
    );
    const created = await rest.post<Variable>(`/folders/${outer.id}/variables`, { key: 'folder.once' });
    await rest.post(`/folders/${inner.id}/variables`, { key: 'folder.once' });
    expect(await rest.sendForError('POST', `/folders/${outer.id}/variables`, { key: 'folder.once' })).toMatch(/^409 /);
    expect(await rest.sendForError('PUT', `/folders/${outer.id}/${created.id}`, { key: 'folder.other' })).toMatch(
      /^400 key: /,
    );
    await rest.post(`/folders/${outer.id}/variables`, { key: 'folder.other' });
    expect(await rest.sendForError('PUT', `/folders/${outer.id}/${created.id}`, { key: 'folder.other' })).toBe(
      "409 A variable already exists by key 'folder.other'",
    );
    expect(await rest.sendForError('GET', `/config/${lastSegmentOf(created.id)}`)).toMatch(/^404 /);
    expect(await rest.sendForError('GET', `/folders/${inner.id}/${lastSegmentOf(created.id)}`)).toMatch(/^404 /);
  });
});

describe('a folder', () => {
  test('has the variables of its parent folders, and the nearest one for each key', async () => {
    const far = await rest.post<Variable>(`/folders/${outer.id}/variables`, { key: 'folder.x', value: 'far' });
    await rest.post(`/folders/${outer.id}/variables`, { key: 'folder.y', value: 'y' });
    const near = await rest.post<Variable>(`/folders/${inner.id}/variables`, { key: 'folder.x', value: 'near' });
    expect(far.id).toBe(`${outer.id}/${lastSegmentOf(far.id)}`);
    const ids = async (query: string) =>
      (await rest.get<Variable[]>(`/folders/${inner.id}/variables${query}`))
        .filter(({ key }) => !['folder.once', 'folder.other'].includes(key))
        .map(({ value }) => value);
    expect([await ids(''), await ids('?folderOnly=true')]).toEqual([['near', 'y'], ['near']]);
    expect(await rest.get(`/folders/${inner.id}/variableValues`)).toMatchObject({
      '${folder.x}': 'near',
      '${folder.y}': 'y',
    });
    const changed = await rest.put<Variable>(`/folders/${inner.id}/${near.id}`, {
      ...near,
      value: 'nearer',
      label: 'L',
    });
    expect(changed).toEqual({ ...near, value: 'nearer', label: 'L' });
    expect(await rest.get(`/folders/${inner.id}/${lastSegmentOf(near.id)}`)).toEqual(changed);
    await rest.sendForNoContent('DELETE', `/folders/${inner.id}/${near.id}`);
    expect(await ids('')).toEqual(['far', 'y']);
  });

  test('keeps the ids of its variables when it moves', async () => {
    const [from, to] = [
      await rest.post<Folder>('/folders/Applications', { title: 'from' }),
      await rest.post<Folder>('/folders/Applications', { title: 'to' }),
    ];
    const created = await rest.post<Variable>(`/folders/${from.id}/variables`, { key: 'folder.kept', value: 'v' });
    await rest.sendForNoContent('POST', `/folders/${from.id}/move?newParentId=${to.id}`);
    expect((await rest.get<Variable>(`/folders/${from.id}/${created.id}`)).id).toBe(
      `${to.id}/${lastSegmentOf(from.id)}/${lastSegmentOf(created.id)}`,
    );
  });
});

test('a task gets the shared values at its start, and a password is never visible', async () => {
  const wordVariable = await rest.post<Variable>(global, { key: 'global.word', value: 'one' });
  await rest.post(global, { key: 'global.pass', type: 'rel.PasswordStringVariable', value: 'top secret' });
  await rest.post(`/folders/${outer.id}/variables`, { key: 'folder.word', value: 'deep' });
  const title = '${global.word} ${folder.word} ${global.pass}';
  const release = await startRelease(rest, { Build: [title, { title }] }, {}, { folderId: inner.id });
  await rest.put(`/config/${wordVariable.id}`, { value: 'two' });
  const [first, second] = release.phases[0]!.tasks;
  await rest.post(`/tasks/${first!.id}/complete`);
  const titles = await Promise.all([first, second].map((task) => rest.get<{ title: string }>(`/tasks/${task!.id}`)));
  expect(titles.map((task) => task.title)).toEqual(['one deep ********', 'two deep ********']);
  const answers = await Promise.all([rest.send('GET', global), rest.send('GET', `/releases/${release.id}`)]);
  expect(answers.filter(({ text }) => /top secret|v1\.[0-9a-f]{8}\./.test(text))).toEqual([]);
});

test('a task lists the values of its list boxes, also for a participant who cannot view the release', async () => {
  const people = peopleOf(product);
  const owner = await people.createUser('yan');
  const folder = await rest.post<Folder>('/folders/Applications', { title: 'Boxes' });
  const far = { key: 'folder.far', type: 'rel.ListStringVariable', value: ['oslo'] };
  await rest.post(`/folders/${folder.id}/variables`, far);
  const type = 'rel.ListOfStringValueProviderConfiguration';
  const list = 'rel.ListStringVariable';
  const named = [
    { key: 'hidden', type: list, value: ['north', 'south'] },
    { key: 'fixed', valueProvider: { type, values: ['a', 'b'] } },
    { key: 'many', type: list, value: ['b'], valueProvider: { type, values: ['a', 'b'] } },
    { key: 'byOther', value: 'gone', valueProvider: { type, variable: '${hidden}' } },
    { key: 'shared', valueProvider: { type, variable: '${folder.far}' } },
    { key: 'unknown', valueProvider: { type, variable: '${none}' } },
    { key: 'pin', type: 'rel.PasswordStringVariable', valueProvider: { type, values: ['a'] } },
    { key: 'plain' },
  ];
  const variables = named.map((namedVariable) => ({
    ...namedVariable,
    id: `Variable${namedVariable.key}`,
    requiresValue: false,
    showOnReleaseStart: false,
  }));
  const inputs = variables.slice(1).map(({ id }) => id);
  const inputTask = { title: 'pick', type: 'rel.UserInputTask', owner: 'yan', variables: inputs };
  const release = await startRelease(rest, { Ask: [inputTask, 'later'] }, { variables }, { folderId: folder.id });
  const path = `/tasks/${idOf(release, 'pick')}`;
  interface Input extends Variable {
    readonly possibleValues?: readonly string[];
  }
  const offers = (all: readonly Input[]) => all.map(({ key, possibleValues }) => [key, possibleValues]);
  const expected = [
    ['fixed', ['a', 'b']],
    ['many', ['a', 'b']],
    ['byOther', ['north', 'south']],
    ['shared', ['oslo']],
    ['unknown', undefined],
    ['pin', undefined],
    ['plain', undefined],
  ];
  expect(await owner.sendForError('GET', `/releases/${release.id}`)).toContain('404');
  const taskInputs = await owner.get<Input[]>(`${path}/variables`);
  expect(offers(taskInputs)).toEqual(expected);
  expect(offers(await owner.put<Input[]>(`${path}/variables`, taskInputs))).toEqual(expected);
  const { reasons } = await owner.get<{ reasons: { sentence: string }[] }>(`${path}/explain`);
  expect(reasons.map(({ sentence }) => sentence)).toEqual([
    "Task 'pick' is in progress: yan has to fill in the values and complete it.",
  ]);
  expect(await owner.sendForError('GET', `/tasks/${idOf(release, 'later')}/explain`)).toContain('404');
});
