import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';

/**
 * Clients that set variables. A build step reads the variables of a release, changes the value of one, and sends it
 * back whole. A script of an operator sends booleans as strings, and searches the text of a refusal to find out that
 * the variable exists.
 */
const { rest } = serve({ TYPE_PREFIX: 'family' });

interface Variable {
  readonly id: string;
  readonly key: string;
  readonly type: string;
  readonly value?: unknown;
}
interface Item {
  readonly id: string;
}

/** Returns a variable with all members; unset members are null. */
const variable = (key: string, type: string, value: unknown) => ({
  id: null,
  key,
  type: `family.${type}`,
  requiresValue: 'false',
  showOnReleaseStart: 'False',
  value,
  label: '',
  description: '',
  multiline: false,
  inherited: false,
  externalVariableValue: null,
  valueProvider: null,
});

/** The path for new variables, the prefix of their keys, and the path of a variable, for each owner. */
const owners = {
  global: async () => ({
    at: '/config/Configuration/variables/global',
    prefix: 'global.',
    one: (id: string) => `/config/${id}`,
  }),
  folder: async () => {
    const { id } = await rest.post<Item>('/folders/Applications', { title: `Variables ${randomUUID()}` });
    return {
      at: `/folders/${id}/variables`,
      prefix: 'folder.',
      one: (candidate: string) => `/folders/${id}/${candidate}`,
    };
  },
  template: async () => {
    const { id } = await rest.post<Item>('/templates', { title: 'Variables' });
    return { at: `/templates/${id}/variables`, prefix: '', one: (candidate: string) => `/templates/${candidate}` };
  },
  'template, by the paths of releases': async () => {
    const { id } = await rest.post<Item>('/templates', { title: 'Variables' });
    return { at: `/releases/${id}/variables`, prefix: '', one: (candidate: string) => `/releases/${candidate}` };
  },
  release: async () => {
    const template = await rest.post<Item>('/templates', { title: 'Variables' });
    const { id } = await rest.post<Item>(`/templates/${template.id}/create`, { releaseTitle: 'Variables' });
    return { at: `/releases/${id}/variables`, prefix: '', one: (candidate: string) => `/releases/${candidate}` };
  },
};

describe.each(Object.entries(owners))('variables of a %s', (_, createOwner) => {
  test('are created once, found in the list, and sent back with another value', async () => {
    const { at, prefix, one: pathOfVariable } = await createOwner();
    const key = `${prefix}version`;
    const created = await rest.post<Variable>(at, variable(key, 'StringVariable', '1'));
    expect(created).toMatchObject({ key, type: 'family.StringVariable', value: '1' });
    const repeated = await rest.send('POST', at, variable(key, 'StringVariable', '1'));
    expect([repeated.status, repeated.text]).toEqual([409, `A variable already exists by key '${key}'\n`]);

    const foundVariable = (await rest.get<Variable[]>(at)).find((candidate) => candidate.key === key)!;
    expect(await rest.put(pathOfVariable(foundVariable.id), { ...foundVariable, value: '2' })).toEqual({
      ...foundVariable,
      value: '2',
    });
    expect(await rest.get(pathOfVariable(foundVariable.id))).toEqual({ ...foundVariable, value: '2' });
    await rest.sendForNoContent('DELETE', pathOfVariable(foundVariable.id));
    expect((await rest.send('GET', pathOfVariable(foundVariable.id))).status).toBe(404);
  });

  test.each([
    ['BooleanVariable', 'True', true],
    ['BooleanVariable', 'false', false],
    ['BooleanVariable', '', undefined],
    ['IntegerVariable', '42', 42],
    ['IntegerVariable', '', undefined],
    ['DateVariable', '', undefined],
    ['DateVariable', null, undefined],
    ['ListStringVariable', ['a', 'b'], ['a', 'b']],
    ['ListStringVariable', null, []],
    ['ListStringVariable', '', []],
    ['SetStringVariable', '', []],
    ['MapStringStringVariable', { a: 'b' }, { a: 'b' }],
    ['MapStringStringVariable', '', {}],
    ['PasswordStringVariable', 'secret', '********'],
    ['StringVariable', '', ''],
  ])('a %s accepts %o', async (type, value, expected) => {
    const { at, prefix, one: pathOfVariable } = await createOwner();
    const key = `${prefix}of${type}${JSON.stringify(value).replace(/\W/g, '')}`;
    const created = await rest.post<Variable>(at, variable(key, type, value));
    expect(created.value).toEqual(expected);
    expect((await rest.put<Variable>(pathOfVariable(created.id), { ...created, value })).value).toEqual(expected);
    await rest.sendForNoContent('DELETE', pathOfVariable(created.id));
  });
});

test('a build step finds a variable by its key and sets the value of the build', async () => {
  const template = await rest.post<Item>('/templates', {
    title: 'Set',
    phases: [{ title: 'P', tasks: [{ title: 'work' }] }],
    variables: [variable('build', 'StringVariable', null), variable('done', 'BooleanVariable', null)],
  });
  const { id } = await rest.post<Item>(`/templates/${template.id}/start`, { releaseTitle: 'Set' });
  const at = `/releases/${id}/variables`;
  for (const [key, value, expected] of [
    ['build', '17', '17'],
    ['done', 'True', true],
  ] as const) {
    const foundVariable = (await rest.get<Variable[]>(at)).find((candidate) => candidate.key === key)!;
    expect('value' in foundVariable).toBe(false);
    expect(await rest.put(`/releases/${foundVariable.id}`, { ...foundVariable, value })).toEqual({
      ...foundVariable,
      value: expected,
    });
  }
  expect(await rest.get(`/releases/${id}/variableValues`)).toEqual({ '${build}': '17', '${done}': 'True' });
});

test('all variables of a release are set in one request, or none', async () => {
  const template = await rest.post<Item>('/templates', {
    title: 'All',
    variables: [variable('a', 'StringVariable', '1'), variable('b', 'IntegerVariable', 1)],
  });
  const { id } = await rest.post<Item>(`/templates/${template.id}/create`, { releaseTitle: 'All' });
  const at = `/releases/${id}/variables`;
  const before = await rest.get<Variable[]>(at);
  expect(
    await rest.put<Variable[]>(
      at,
      before.map((candidate) => ({ ...candidate, value: '5' })),
    ),
  ).toMatchObject([{ value: '5' }, { value: 5 }]);
  expect(
    await rest.sendForError(
      'PUT',
      at,
      before.map((candidate) => ({ ...candidate, value: 'x' })),
    ),
  ).toMatch(/^400 .*expected a whole number/);
  expect(await rest.get(at)).toMatchObject([{ value: '5' }, { value: 5 }]);
});
