import { expect, test } from 'vitest';
import type { Call } from '../../harness/contract/document.ts';
import type { Rest } from '../../harness/rest/rest.ts';
import type { Release, Variable } from '../../harness/rest/shapes.ts';

/** What the walk starts from. */
export interface Ground {
  readonly call: Call;
  readonly rest: Rest;
  /** a planned release of the template */
  create(title: string): Promise<Release>;
  template(): Release;
}

const types = {
  StringVariable: 'x',
  PasswordStringVariable: 'x',
  BooleanVariable: true,
  IntegerVariable: 5,
  DateVariable: 0,
  ListStringVariable: ['x'],
  SetStringVariable: ['x'],
  MapStringStringVariable: { k: 'v' },
  ReferenceVariable: 'x',
};

/** Variables of every type, with a value and without. */
const everyType = (scope: string) =>
  Object.entries(types).flatMap(([type, value]) => [
    { key: `${scope}.${type}`, type: `rel.${type}`, value },
    { key: `${scope}.no${type}`, type: `rel.${type}`, requiresValue: false },
  ]);

/** Every call about variables of releases, templates, folders and all. */
export function walkVariables({ call, rest, create, template }: Ground): void {
  test('the variables of a user input task', async () => {
    const { id, phases, variables } = await create('input');
    const [a] = variables;
    const path = { taskId: phases[0]!.tasks[2]!.id };
    await call('updateTask', { path, body: { variables: [a!.id] } });
    const variableId = a!.id.split('/').at(-1)!;
    await call('updateVariable', { path: { variableId }, body: {} });
    await call('updateVariableOfRelease', { path: { releaseId: id, variableId }, body: {} });
    expect(await call('getTaskVariables', { path })).toEqual([a]);
    const [changed] = await call<Variable[]>('updateTaskVariables', { path, body: [{ ...a, value: 'y' }] });
    expect(changed).toEqual({ ...a, value: 'y' });
    expect(await call('getVariableValues', { path: { releaseId: id } })).toMatchObject({ '${a}': 'y' });
    expect(await rest.refused('PUT', `/tasks/${path.taskId}/variables`, [{ key: 'b', value: {} }])).toBe(
      "400 the task does not ask for variable 'b'",
    );
  });

  test.each([
    ['Release', 'releaseId'],
    ['Template', 'templateId'],
  ] as const)('variables of a %s', async (what, parameter) => {
    const owner = what === 'Release' ? await create('variables') : template();
    const path = { [parameter]: owner.id };
    await call(`get${what}Variables`, { path });
    const added = await call<Variable>(`create${what}Variable`, {
      path,
      body: { key: 'f', type: 'rel.DateVariable', value: 0, requiresValue: false },
    });
    const one = { path: { variableId: added.id } };
    await call(`get${what}Variable`, one);
    await call(`update${what}Variable`, { ...one, body: { value: '2026-11-20T12:00:00Z' } });
    await call(`get${what}VariablePossibleValues`, one);
    expect(await call(`is${what}VariableUsed`, one)).toBe(false);
    await call(`replace${what}Variable`, { ...one, body: { value: 'x' } });
    await call(`delete${what}Variable`, one);
    await call(`update${what}Variables`, { path, body: [{ key: 'a', value: 'z' }] });
    if (what === 'Release') expect(await call('getVariableValues', { path })).toEqual({ '${a}': 'z' });
  });

  test('global variables', async () => {
    const made: Variable[] = [];
    for (const body of everyType('global')) made.push(await call<Variable>('addGlobalVariable', { body }));
    expect(await call<Variable[]>('getGlobalVariables')).toHaveLength(made.length);
    for (const { id, ...rest } of made) {
      const path = { variableId: id };
      expect(await call('getGlobalVariable', { path })).toEqual({ id, ...rest });
      expect(await call('updateGlobalVariable', { path, body: rest })).toEqual({ id, ...rest });
    }
    await call('getGlobalVariableValues');
    await call('deleteGlobalVariable', { path: { variableId: made[0]!.id } });
  });

  test('folder variables', async () => {
    const at = { path: { folderId: 'Applications' } };
    const made: Variable[] = [];
    for (const body of everyType('folder')) made.push(await call<Variable>('createFolderVariable', { ...at, body }));
    expect(await call('listFolderVariables', { ...at, query: { folderOnly: 'true' } })).toHaveLength(made.length);
    await call('listFolderVariableValues', at);
    const path = { folderId: 'Applications', variableId: made[0]!.id };
    await call('getFolderVariable', { path });
    await call('updateFolderVariable', { path, body: { value: 'y' } });
    await call('deleteFolderVariable', { path });
  });
}
