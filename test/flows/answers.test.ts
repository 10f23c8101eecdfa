import { routes } from '@slipway/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../harness/serve.ts';
import type { Phase, Release, Task, Variable } from '../harness/shapes.ts';

/** Every endpoint once, each answer held against the schema that documents it: nothing missing, nothing more. */
const { rest, archive } = serve();
const called = new Set<string>();

interface Ask {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

async function call<T>(name: string, { path = {}, query = {}, body }: Ask = {}): Promise<T> {
  const route = routes.find((each) => each.name === name)!;
  called.add(name);
  const address = route.path.replace(/\{(\w+)\}/g, (_, parameter: string) => path[parameter]!);
  const search = new URLSearchParams(query).toString();
  const reply = await rest.send(route.method, `${address}${search && `?${search}`}`, body);
  expect([name, reply.status, reply.status < 300 || reply.text]).toEqual([
    name,
    route.reply === null ? 204 : 200,
    true,
  ]);
  if (route.reply !== null) expect(route.reply.parse(reply.body)).toEqual(reply.body);
  return reply.body as T;
}

type Whole = Release & { readonly variables: Variable[] };
const every = {
  title: 'Every type',
  variables: [
    { key: 'a', value: 'x' },
    { key: 'b', type: 'rel.MapStringStringVariable', value: { k: 'v' } },
    { key: 'c', type: 'rel.SetStringVariable', value: ['s'] },
    { key: 'd', type: 'rel.BooleanVariable', value: true },
    { key: 'e', type: 'rel.IntegerVariable', value: 5 },
  ],
  phases: [
    {
      title: 'One',
      tasks: [
        { title: 'manual', tags: ['t'], watchers: ['ann'], facets: [{ type: 'x.Facet' }] },
        { title: 'gate', type: 'rel.GateTask', conditions: [{ title: 'sure?' }], dependencies: [{ targetId: '${a}' }] },
        { title: 'input', type: 'rel.UserInputTask' },
        {
          title: 'create',
          type: 'rel.CreateReleaseTask',
          newReleaseTitle: 'n',
          templateVariables: [{ key: 'a', value: 'y' }],
        },
        { title: 'script', type: 'rel.ScriptTask', script: 'print(1)' },
        {
          title: 'group',
          type: 'rel.ParallelGroup',
          tasks: [
            { id: 'Task1', title: 'one' },
            { id: 'Task2', title: 'two' },
          ],
          links: [{ source: 'Task1', target: 'Task2' }],
        },
        { title: 'sequence', type: 'rel.SequentialGroup', tasks: [{ title: 'only' }] },
      ],
    },
    { title: 'Two', tasks: [{ title: 'last' }] },
  ],
};

let template: Whole;
const create = (title: string) =>
  call<Whole>('createRelease', { path: { templateId: template.id }, body: { releaseTitle: title } });

beforeAll(async () => {
  template = await call<Whole>('createTemplate', { body: every });
});
afterAll(() => {
  expect(routes.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
});

test('templates', async () => {
  const { id } = await call<Whole>('getTemplate', { path: { templateId: template.id } });
  await call('updateTemplate', { path: { templateId: id }, body: { description: 'd' } });
  await call('getTemplates', { query: { title: 'every', tag: 'nothing' } });
  const gone = await call<Whole>('createTemplate', { body: { title: 'gone' } });
  await call('deleteTemplate', { path: { templateId: gone.id } });
});

test('a release', async () => {
  const { id, phases } = await create('life');
  const path = { releaseId: id };
  await call('getRelease', { path, query: { roleIds: 'true' } });
  await call('updateRelease', { path, body: { title: 'a life' } });
  await call('startRelease', { path });
  await call('getActiveTasks', { path, query: { include: 'all' } });
  await call('completeTask', { path: { taskId: phases[0]!.tasks[0]!.id }, body: { comment: 'done' } });
  await call('restartRelease', { path, query: { fromPhaseId: phases[0]!.id, phaseVersion: 'LATEST' } });
  await call('resumeRelease', { path });
  await call('getActivityLogs', { path: { containerId: id } });
  const aborted = await call<Release>('abortRelease', { path, body: { abortComment: 'enough' } });
  await archive(aborted);
  await call('getArchivedRelease', { path });
  const gone = await create('gone');
  await call('deleteRelease', { path: { releaseId: gone.id } });
});

test('searches', async () => {
  await create('found');
  const body = { planned: true, riskStatusWithThresholds: { riskStatus: 'OK' } };
  for (const name of ['searchReleases', 'searchReleasesOverview', 'fullSearchReleases', 'countReleases'])
    await call(name, { body });
  await call('searchReleasesByTitle', { query: { releaseTitle: 'found' } });
  await call('getReleases', { query: { resultsPerPage: '1', view: 'summary' } });
});

test('phases', async () => {
  const { id, phases } = await create('phases');
  const added = await call<Phase>('addPhase', {
    path: { releaseId: id },
    query: { position: '0' },
    body: { title: 'New', color: '#FF0000' },
  });
  const path = { phaseId: added.id };
  await call('getPhase', { path });
  await call('updatePhase', { path, body: { title: 'Newer' } });
  await call('copyPhase', { path: { phaseId: phases[0]!.id }, query: { targetPosition: '1' } });
  await call('deletePhase', { path });
});

describe('tasks', () => {
  let release: Whole;
  const taskId = (index: number) => release.phases[0]!.tasks[index]!.id;
  beforeAll(async () => {
    const planned = await create('tasks');
    release = await call<Whole>('startRelease', { path: { releaseId: planned.id } });
  });

  test('as parts of the plan', async () => {
    const { id } = await call<Task>('addTask', { path: { groupId: taskId(5) }, body: { title: 'three' } });
    await call('addTaskToPhase', {
      path: { phaseId: release.phases[1]!.id },
      query: { position: '0' },
      body: { title: 'first' },
    });
    for (const index of [0, 1, 2, 3, 4, 5, 6]) await call('getTask', { path: { taskId: taskId(index) } });
    await call('updateTask', { path: { taskId: id }, body: { title: 'drei' } });
    await call('lockTask', { path: { taskId: id } });
    await call('unlockTask', { path: { taskId: id } });
    await call('deleteTask', { path: { taskId: id } });
  });

  test('as gates', async () => {
    const path = { taskId: taskId(1) };
    const condition = await call<{ id: string }>('addCondition', { path, body: { title: 'really?' } });
    await call('updateCondition', { path: { conditionId: condition.id }, body: { checked: 'true' } });
    await call('deleteCondition', { path: { conditionId: condition.id } });
    const other = await create('target');
    const dependency = await call<{ id: string; targetId: string }>('addDependency', {
      path: { ...path, targetId: other.id },
    });
    expect(dependency.targetId).toBe(other.id);
    await call('deleteDependency', { path: { dependencyId: dependency.id } });
  });

  test('as work', async () => {
    const path = { taskId: taskId(0) };
    await call('commentTask', { path, body: { comment: 'hello' } });
    await call('assignTask', { path: { ...path, username: 'ann' } });
    // Only what is automated can be aborted; nothing serves automated tasks yet.
    called.add('abortTask');
    expect(await rest.refused('POST', `/tasks/${path.taskId}/abort`)).toMatch(/^409 cannot abort task 'manual'/);
    await call('failTask', { path, body: { comment: 'no' } });
    await call('retryTask', { path });
    await call('skipTask', { path: { taskId: release.phases[1]!.tasks[0]!.id } });
    await call('reopenTask', { path: { taskId: release.phases[1]!.tasks[0]!.id } });
  });
});

test('tasks that wait', async () => {
  const tomorrow = Date.now() + 86_400_000;
  const waiting = await call<Whole>('createTemplate', {
    body: {
      title: 'waits',
      variables: [{ key: 'late', requiresValue: false, showOnReleaseStart: false }],
      phases: [{ tasks: [{ title: 'later', scheduledStartDate: tomorrow }, { title: 'needs ${late}' }] }],
    },
  });
  const made = await call<Whole>('createRelease', {
    path: { templateId: waiting.id },
    body: { releaseTitle: 'waits' },
  });
  await call('updateReleaseVariable', { path: { variableId: made.variables[0]!.id }, body: { requiresValue: true } });
  await call('startRelease', { path: { releaseId: made.id } });
  const [later, needs] = made.phases[0]!.tasks;
  await call('startTaskNow', { path: { taskId: later!.id } });
  await call('completeTask', { path: { taskId: later!.id } });
  const started = await call<Task>('startTask', {
    path: { taskId: needs!.id },
    body: { variables: [{ key: 'late', value: 'now' }] },
  });
  expect([started.status, started.title]).toEqual(['IN_PROGRESS', 'needs now']);
});

test('what a user input task asks for', async () => {
  const { id, phases, variables } = await create('input');
  const [a] = variables;
  const path = { taskId: phases[0]!.tasks[2]!.id };
  await call('updateTask', { path, body: { variables: [a!.id] } });
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
  const owner = what === 'Release' ? await create('variables') : template;
  const path = { [parameter]: owner.id };
  await call(`get${what}Variables`, { path });
  const added = await call<Variable>(`create${what}Variable`, {
    path,
    body: { key: 'f', type: 'rel.DateVariable', value: 0, requiresValue: false },
  });
  await call(`get${what}Variable`, { path: { variableId: added.id } });
  await call(`update${what}Variable`, { path: { variableId: added.id }, body: { value: '2026-11-20T12:00:00Z' } });
  await call(`delete${what}Variable`, { path: { variableId: added.id } });
  await call(`update${what}Variables`, { path, body: [{ key: 'a', value: 'z' }] });
  if (what === 'Release') {
    const values = await call('getVariableValues', { path });
    expect(values).toEqual({ '${a}': 'z' });
  }
});

test('folders', async () => {
  const a = await call<{ id: string }>('addFolder', { path: { folderId: 'Applications' }, body: { title: 'A' } });
  const b = await call<{ id: string }>('addFolder', { path: { folderId: a.id }, body: { id: 'FolderB', title: 'B' } });
  expect(b.id).toBe(`${a.id}/FolderB`);
  const found = await call<{ children: unknown[] }>('findFolder', { query: { byPath: 'A', depth: '1' } });
  expect(found.children).toEqual([{ id: b.id, type: 'rel.Folder', title: 'B', children: [] }]);
  await call('listRootFolders', { query: { depth: '1000', resultsPerPage: '1000000' } });
  await call('listFolders', { path: { folderId: a.id } });
  await call('getFolder', { path: { folderId: b.id }, query: { depth: '0' } });
  await call('deleteFolder', { path: { folderId: a.id } });
});
