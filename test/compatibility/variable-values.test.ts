import { expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';

/**
 * Test suites of plugins. They run a release, read all its values as one flat map, and compare the whole map with the
 * expected values. A library for such plugins reads and sets values by key, and creates missing variables.
 */
const { rest } = serve({ TYPE_PREFIX: 'family' });

interface Item {
  readonly id: string;
  readonly title: string;
}
interface Variable {
  readonly id: string;
  readonly key: string;
  readonly type: string;
  readonly value?: unknown;
}

const variable = (key: string, type: string, value?: unknown) => ({
  key,
  type: `family.${type}`,
  requiresValue: false,
  showOnReleaseStart: false,
  ...(value !== undefined && { value }),
});
const values = (id: string) => rest.get<Readonly<Record<string, string>>>(`/releases/${id}/variableValues`);

async function released() {
  const folder = await rest.post<Item>('/folders/Applications', { title: 'Suite' });
  const template = await rest.post<Item>('/templates', {
    id: 'Applications/Release_suite_1',
    title: 'Suite',
    type: 'family.Release',
    status: 'TEMPLATE',
    scheduledStartDate: '2030-06-01T00:00:00+00:00',
    dueDate: '2030-07-01T00:00:00+00:00',
  });
  const phase = await rest.post<Item>(`/phases/${template.id}/phase`, { title: 'Test Phase', type: 'family.Phase' });
  await rest.post(`/tasks/${phase.id}/tasks`, { title: 'Manual Task', type: 'family.Task' });
  const initialVariables = [
    variable('text', 'StringVariable', 'a value'),
    variable('empty', 'StringVariable'),
    variable('number', 'IntegerVariable', 5),
    variable('yes', 'BooleanVariable', true),
    variable('no', 'BooleanVariable', false),
    variable('list', 'ListStringVariable', ['a', 'b']),
    variable('map', 'MapStringStringVariable', { 'A B': 'x' }),
    variable('set', 'SetStringVariable', ['Pears']),
    { ...variable('ref', 'ReferenceVariable'), referencedType: 'family.StringVariable' },
    variable('password', 'PasswordStringVariable', 'secret'),
  ];
  for (const item of initialVariables) await rest.post(`/templates/${template.id}/variables`, item);
  await rest.sendForNoContent('POST', `/folders/${folder.id}/templates/${template.id}`);
  const [moved] = (await rest.get<Item[]>(`/folders/${folder.id}/templates`)).filter(({ title }) => title === 'Suite');
  const release = await rest.post<Item>(`/templates/${moved!.id}/create`, { releaseTitle: 'Suite 1' });
  return { folder, release };
}

test('the map contains exactly all values as strings', async () => {
  const { folder, release } = await released();
  const own = {
    '${text}': 'a value',
    '${empty}': '',
    '${number}': '5',
    '${yes}': 'True',
    '${no}': 'False',
    '${list}': "['a', 'b']",
    '${map}': "{'A B': 'x'}",
    '${set}': "['Pears']",
    '${ref}': '',
  };
  expect(await values(release.id)).toEqual(own);
  await rest.post('/config/Configuration/variables/global', variable('global.theirs', 'StringVariable', 'g'));
  await rest.post(`/folders/${folder.id}/variables`, variable('folder.theirs', 'StringVariable', 'f'));
  expect(await values(release.id)).toEqual({ ...own, '${global.theirs}': 'g', '${folder.theirs}': 'f' });
  expect(await rest.get('/config/Configuration/variableValues/global')).toEqual({ '${global.theirs}': 'g' });
  expect(await rest.get(`/folders/${folder.id}/variableValues`)).toMatchObject({ '${folder.theirs}': 'f' });
});

test('values are read and set by key, and missing variables are created', async () => {
  const [release] = await rest.get<Item[]>('/releases/byTitle?releaseTitle=Suite%201');
  const at = `/releases/${release!.id}/variables`;
  const set = async (key: string, type: string, value: unknown): Promise<Variable> => {
    const foundVariable = (await rest.get<Variable[]>(at)).find((item) => item.key === key);
    if (foundVariable) return await rest.put<Variable>(`/releases/${foundVariable.id}`, { ...foundVariable, value });
    return await rest.post<Variable>(at, { ...variable(key, type, value), id: null, label: null, description: null });
  };
  expect(await set('text', 'StringVariable', 'changed')).toMatchObject({ value: 'changed' });
  expect(await set('map', 'MapStringStringVariable', { env: 'prod', tier: 'gold' })).toMatchObject({
    value: { env: 'prod', tier: 'gold' },
  });
  const created = await set('colours', 'SetStringVariable', ['red', 'blue']);
  expect([created.type, new Set(created.value as string[])]).toEqual([
    'family.SetStringVariable',
    new Set(['red', 'blue']),
  ]);
  expect(await values(release!.id)).toMatchObject({
    '${text}': 'changed',
    '${map}': "{'env': 'prod', 'tier': 'gold'}",
  });
});

test('the task, phase and folder of a script are found by ids and by titles', async () => {
  const [release] = await rest.get<Item[]>('/releases/byTitle?releaseTitle=Suite%201');
  const [task] = await rest.get<Item[]>(
    `/tasks/byTitle?taskTitle=Manual%20Task&releaseId=${release!.id}&phaseTitle=Test%20Phase`,
  );
  expect(await rest.get(`/tasks/byTitle?taskTitle=Manual%20Task&releaseId=${release!.id}`)).toMatchObject([
    { id: task!.id },
  ]);
  const phaseId = task!.id.slice(0, task!.id.lastIndexOf('/'));
  expect(await rest.get(`/phases/${phaseId}`)).toMatchObject({ id: phaseId, title: 'Test Phase' });
  const folderId = release!.id.slice(0, release!.id.lastIndexOf('/'));
  expect(await rest.get(`/folders/${folderId}`)).toMatchObject({ id: folderId, title: 'Suite' });
  await rest.post(`/releases/${release!.id}/abort`, { abortComment: 'Aborting for test cleanup' });
  await rest.sendForNoContent('DELETE', `/releases/${release!.id}`);
  await rest.sendForNoContent('DELETE', `/folders/${folderId}`);
});
