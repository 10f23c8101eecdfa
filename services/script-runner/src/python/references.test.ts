import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

const python = startPython();
afterAll(() => python.stop());

const id = 'Applications/Folder1/Release1';
const at = `${id}/Phase1`;
const task = (name: string, title: string, status: string, fields = {}) => ({
  id: `${at}/${name}`,
  type: 'rel.Task',
  title,
  status,
  container: at,
  ...fields,
});
const dependency = { id: `${at}/Task2/Dependency1`, gateTask: `${at}/Task2`, target: 'Release9', targetId: 'Release9' };
const inner = task('Task4', 'inner', 'PLANNED', { container: `${at}/Task3` });
const release = {
  id,
  type: 'rel.Release',
  title: 'Weekly',
  status: 'FAILED',
  variables: [{ key: 'stage', value: 'live' }],
  phases: [
    {
      id: at,
      type: 'rel.Phase',
      title: 'Build',
      status: 'FAILED',
      release: id,
      tasks: [
        task('Task1', 'compile', 'FAILED'),
        task('Task2', 'gate', 'PLANNED', { type: 'rel.GateTask', conditions: [], dependencies: [dependency] }),
        task('Task3', 'group', 'SKIPPED', { type: 'rel.ParallelGroup', tasks: [inner] }),
        task('Task5', 'job', 'IN_PROGRESS', { type: 'rel.CustomScriptTask', pythonScript: { type: 'acme.Run' } }),
      ],
    },
  ],
};
const otherRelease = { value: { id: 'Applications/Release9', title: 'Other', status: 'COMPLETED', phases: [] } };
const server = {
  id: 'Configuration/Custom/Configuration2',
  type: 'acme.Server',
  title: 'Jenkins',
  url: 'http://jenkins',
};
const job = {
  id: 'Configuration/Custom/Configuration1',
  title: 'Job',
  server: server.id,
  home: 'Configuration/Custom/By Title',
};
const questionOf = (question: object, value: object) => [JSON.stringify(question), { value }] as const;
const reads = Object.fromEntries([
  [JSON.stringify({ asks: 'release', id: 'Release9' }), otherRelease],
  questionOf({ asks: 'configuration', id: job.id }, job),
  questionOf({ asks: 'configuration', id: server.id }, server),
  questionOf({ asks: 'configuration', id: 'Configuration/Custom/By Title' }, { ...server, title: 'By Title' }),
]);
const snapshot = {
  release,
  phaseId: at,
  taskId: `${at}/Task1`,
  folder: { id: 'Applications/Folder1', title: 'Payments' },
  releaseVariables: [],
  globalVariables: [],
  folderVariables: [],
  reads,
};
const prelude = `gate = getTasksByTitle('gate')[0]
group = getTasksByTitle('group')[0]
inner = getTasksByTitle('inner')[0]
dependency = gate.dependencies[0]
job = configurationApi.getConfiguration('${job.id}')
`;

/** compatibility.md, Scripts: a reference acts as the object, which is read on access. */
describe('a reference', () => {
  test.each([
    [
      'to a configuration has the members of that configuration',
      "[job.server.title, job['server'].title, job['server'].url, job.server.getTitle()]",
      ['Jenkins', 'Jenkins', 'http://jenkins', 'Jenkins'],
    ],
    ['has items by key', "[job['server']['url'], job.server.getProperty('url')]", ['http://jenkins', 'http://jenkins']],
    ['to a configuration can be its title', 'job.home.title', 'By Title'],
    [
      'to the target of a dependency is that release',
      '[dependency.target.title, dependency.target.isActive(), dependency.getTarget().getStatus()]',
      ['Other', false, 'COMPLETED'],
    ],
    ['to a gate leads back to the gate', 'dependency.gateTask.title', 'gate'],
    [
      'to a container is the phase or group',
      '[task.container.title, inner.container.title, inner.getContainer().isTaskGroup()]',
      ['Build', 'group', true],
    ],
    [
      'contains the tasks of the object',
      '[t.title for t in task.container.tasks]',
      ['compile', 'gate', 'group', 'job'],
    ],
    [
      'leads to further references',
      '[task.container.release.title, inner.container.container.title]',
      ['Weekly', 'Build'],
    ],
    [
      'to release and phase exists in each task',
      '[inner.release.title, inner.phase.title, inner.getRelease().getTitle(), phase.getRelease().id]',
      ['Weekly', 'Build', 'Weekly', id],
    ],
    [
      'has the id as its string',
      `[task.container == '${at}', task.container.split('/')[-1], '%s' % dependency.target, str(job.server), len(dependency.target)]`,
      [true, 'Phase1', 'Release9', server.id, 8],
    ],
    ['has an id without being read', '[dependency.target.id, dependency.target.getId()]', ['Release9', 'Release9']],
    [
      'finds an object by id, and is found by it',
      `[getTasksByTitle('gate', 'Build', inner.release)[0].title, {'${at}': 1}[task.container], task.container in ['${at}']]`,
      ['gate', 1, true],
    ],
    ['is stored as text', '[task.container, dependency.target]', [at, 'Release9']],
    ['can be passed instead of an id', 'phaseApi.getPhase(task.container).title', 'Build'],
    ['stays a string in a member with an id', "dependency.targetId.title() == 'Release9'", true],
  ])('%s', (_, expression, value) => {
    const { error, result } = python.run(`${prelude}result = ${expression}`, { purpose: 'failureHandler', snapshot });
    expect({ error, result }).toEqual({ error: null, result: value });
  });
});

describe('an object has the computed members that REST lacks', () => {
  test.each([
    ['its folder', '[release.folderId, release.getFolderId()]', ['Applications/Folder1', 'Applications/Folder1']],
    [
      'the type of a task',
      '[task.getTaskType(), task.taskType, getTasksByTitle("job")[0].getTaskType(), str(task.getTaskType())]',
      ['rel.Task', 'rel.Task', 'acme.Run', 'rel.Task'],
    ],
    [
      'its status',
      '[task.isFailed(), task.isActive(), gate.isPlanned(), gate.isActive(), group.isDone(), group.isSkipped(), release.isActive(), phase.isFailed(), task.isInProgress()]',
      [true, true, true, false, true, true, true, true, false],
    ],
    [
      'all tasks',
      '[len(release.getAllTasks()), len(phase.getAllTasks()), [t.title for t in group.allTasks]]',
      [5, 5, ['inner']],
    ],
    ['all gates', '[t.title for t in release.getAllGates()]', ['gate']],
    ['active tasks', '[t.title for t in release.getActiveTasks()]', ['job']],
    [
      'variables by key',
      "['stage' in release.getVariablesByKeys(), release.variablesByKeys['stage'].value]",
      [true, 'live'],
    ],
  ])('%s', (_, expression, value) => {
    const { error, result } = python.run(`${prelude}result = ${expression}`, { purpose: 'failureHandler', snapshot });
    expect({ error, result }).toEqual({ error: null, result: value });
  });
});

test('a reference that is not used is not read', () => {
  const script = "print dependency.target\nresult = bool(dependency.target) and dependency.target != 'x'";
  const unread = { ...snapshot, reads: undefined };
  const gate = "dependency = getTasksByTitle('gate')[0].dependencies[0]\n";
  expect(python.run(gate + script, { purpose: 'failureHandler', snapshot: unread })).toMatchObject({
    error: null,
    result: true,
    output: 'Release9\n',
  });
  expect(python.run(`${gate}dependency.target.title`, { purpose: 'failureHandler', snapshot: unread }).error).toEqual({
    type: 'RuntimeError',
    message: 'this script can read only its own release',
    line: 2,
  });
});
