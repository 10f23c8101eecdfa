import { expect, test } from 'vitest';
import type { Call } from '../../harness/contract/contract-client.ts';
import type { Release, Variable } from '../../harness/rest/response-types.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';

/** The input of the walk. */
export interface WalkContext {
  readonly call: Call;
  readonly rest: RestClient;
  /** creates a planned release from the template */
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

/** Variables of every type, with and without a value. */
const variablesOfEveryType = (scope: string) =>
  Object.entries(types).flatMap(([type, value]) => [
    { key: `${scope}.${type}`, type: `rel.${type}`, value },
    { key: `${scope}.no${type}`, type: `rel.${type}`, requiresValue: false },
  ]);

/** Calls every endpoint of variables of releases, templates and folders, and of global variables. */
export function walkVariables({ call, rest, create, template }: WalkContext): void {
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
    expect(await rest.sendForError('PUT', `/tasks/${path.taskId}/variables`, [{ key: 'b', value: {} }])).toBe(
      "400 the task does not request variable 'b'",
    );
  });

  test('the variables of the releases that a template creates', async () => {
    const variables = [{ key: 'version' }, { key: 'pin', type: 'rel.PasswordStringVariable', value: 'x' }];
    const child = await rest.post<Release>('/templates', { title: 'child', variables });
    const task = { title: 'make', type: 'rel.CreateReleaseTask', newReleaseTitle: 'made', templateId: child.id };
    const parent = await rest.post<Release>('/templates', { title: 'parent', phases: [{ title: 'P', tasks: [task] }] });
    const path = { templateId: parent.id };
    const taskId = parent.phases[0]!.tasks[0]!.id;
    const listed = { taskId, templateId: child.id, variables: [{ key: 'version' }, { key: 'pin', value: '********' }] };
    expect(await call('getChildVariables', { path })).toMatchObject([listed]);
    const body = { releaseTitle: 'parent', childVariables: [{ taskId, variables: { version: '1' } }] };
    const { phases } = await rest.post<Release>(`/templates/${parent.id}/create`, body);
    expect(phases[0]?.tasks[0]).toMatchObject({ templateVariables: [{ key: 'version', value: '1' }] });
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
    const variablePath = { path: { variableId: added.id } };
    await call(`get${what}Variable`, variablePath);
    await call(`update${what}Variable`, { ...variablePath, body: { value: '2026-11-20T12:00:00Z' } });
    await call(`get${what}VariablePossibleValues`, variablePath);
    expect(await call(`is${what}VariableUsed`, variablePath)).toBe(false);
    await call(`replace${what}Variable`, { ...variablePath, body: { value: 'x' } });
    await call(`delete${what}Variable`, variablePath);
    await call(`update${what}Variables`, { path, body: [{ key: 'a', value: 'z' }] });
    if (what === 'Release') expect(await call('getVariableValues', { path })).toEqual({ '${a}': 'z' });
  });

  test('global variables', async () => {
    const created: Variable[] = [];
    for (const body of variablesOfEveryType('global'))
      created.push(await call<Variable>('addGlobalVariable', { body }));
    expect(await call<Variable[]>('getGlobalVariables')).toHaveLength(created.length);
    for (const { id, ...rest } of created) {
      const path = { variableId: id };
      expect(await call('getGlobalVariable', { path })).toEqual({ id, ...rest });
      expect(await call('updateGlobalVariable', { path, body: rest })).toEqual({ id, ...rest });
    }
    await call('getGlobalVariableValues');
    await call('deleteGlobalVariable', { path: { variableId: created[0]!.id } });
  });

  test('folder variables', async () => {
    const folderPath = { path: { folderId: 'Applications' } };
    const created: Variable[] = [];
    for (const body of variablesOfEveryType('folder'))
      created.push(await call<Variable>('createFolderVariable', { ...folderPath, body }));
    expect(await call('listFolderVariables', { ...folderPath, query: { folderOnly: 'true' } })).toHaveLength(
      created.length,
    );
    await call('listFolderVariableValues', folderPath);
    const path = { folderId: 'Applications', variableId: created[0]!.id };
    await call('getFolderVariable', { path });
    await call('updateFolderVariable', { path, body: { value: 'y' } });
    await call('deleteFolderVariable', { path });
  });
}
