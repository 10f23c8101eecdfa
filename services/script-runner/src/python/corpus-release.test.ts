import { afterAll, describe, expect, test } from 'vitest';
import { startPython, withoutNewIds } from './testing.ts';

const id = 'Applications/Folder1/Release1';
const task = (number: number, title: string, status: string, tasks: readonly unknown[] = []) => ({
  id: `${id}/Phase1/Task${number}`,
  type: 'rel.Task',
  title,
  status,
  locked: false,
  tasks,
});
const variable = (key: string, value: unknown) => ({
  id: `${id}/Variable_${key}`,
  key,
  type: 'StringVariable',
  requiresValue: true,
  value,
});
const snapshot = {
  release: {
    id,
    type: 'rel.Release',
    title: 'Weekly',
    status: 'IN_PROGRESS',
    phases: [
      {
        id: `${id}/Phase1`,
        type: 'rel.Phase',
        title: 'Build',
        tasks: [
          task(1, 'compile', 'COMPLETED'),
          task(2, 'group', 'IN_PROGRESS', [task(3, 'deploy', 'FAILED'), task(4, 'check', 'PLANNED')]),
        ],
      },
    ],
  },
  phaseId: `${id}/Phase1`,
  taskId: `${id}/Phase1/Task3`,
  folder: { id: 'Applications/Folder1', title: 'Payments' },
  releaseVariables: [variable('attempt', 1), variable('env', 'test'), variable('tags', ['a'])],
  globalVariables: [variable('global.stage', 'live')],
  folderVariables: [variable('folder.owner', 'ann')],
};
const own = `${id}/Phase1/Task3`;

/** Typical preconditions and their results. */
const preconditions: readonly (readonly [says: string, script: string, result: unknown])[] = [
  ['a comparison with filled placeholders', '"production" == "pro"', false],
  ['a trailing comment does not make a statement', '"pro" == "pro"  # only in production', true],
  ['a list literal has a length', "len(['a', 'b']) > 0", true],
  ['a variable is compared', "releaseVariables['env'] == 'test'", true],
  ['an assignment is the result', "result = releaseVariables['attempt'] < 3", true],
  [
    'with several statements, the variable result is the result',
    "import json\nresult = releaseVariables.has_key('env')",
    true,
  ],
  ['without the variable, there is no result', 'x = True\ny = False', null],
  ['a blank script has no result', '  \n# later\n', null],
  [
    'a block with if and else',
    "if globalVariables['global.stage'] == 'live':\n    result = True\nelse:\n    result = False",
    true,
  ],
  ['the strings true and false stay strings', "flags = {'a': 'true'}\nresult = flags['a'] == 'true'", true],
  [
    'a function is defined and called',
    "def ready(t):\n    return t.status != 'FAILED'\nresult = ready(getCurrentTask())",
    false,
  ],
  [
    'the current task has getters',
    "task.getTitle() + '/' + task.title + '/' + task.type.toString()",
    'deploy/deploy/rel.Task',
  ],
  ['getters of flags begin with is', 'task.isLocked()', false],
  [
    'release, phase and folder are predefined',
    '[release.title, phase.title, getCurrentFolder().title, getCurrentRelease().getStatus()]',
    ['Weekly', 'Build', 'Payments', 'IN_PROGRESS'],
  ],
  ['tasks are found by title, also in groups', "[t.id for t in getTasksByTitle('deploy')]", [own]],
  ['tasks are found in a phase', "len(getTasksByTitle('deploy', 'Build')) - len(getTasksByTitle('deploy', 'Ship'))", 1],
  [
    'phases are found by title',
    "[p.title for p in getPhasesByTitle('Build')] + getPhasesByTitle('Ship', release.id)",
    ['Build'],
  ],
  ['trees can be traversed', 'sum(len(p.tasks) for p in release.phases)', 2],
  ['finders accept keyword arguments', "len(getTasksByTitle(phaseTitle='Build', taskTitle='deploy'))", 1],
  ['folder variables are read', "folderVariables.get('folder.owner')", 'ann'],
];

/** Failure handlers and their actions. */
const handlers: readonly (readonly [says: string, script: string, actions: readonly unknown[]])[] = [
  [
    'count up and retry under a limit',
    `attempt = releaseVariables['attempt']
if attempt < 3:
    releaseVariables['attempt'] = attempt + 1
    taskApi.retryTask(getCurrentTask().id, 'attempt %s' % (attempt + 1))
else:
    taskApi.skipTask(getCurrentTask().id, 'given up')`,
    [
      { does: 'setVariable', key: 'attempt', value: 2 },
      { does: 'retryTask', taskId: own, comment: 'attempt 2' },
    ],
  ],
  [
    'skip with a comment object',
    "taskApi.skipTask(task.id, taskApi.newComment('enough'))",
    [{ does: 'skipTask', taskId: own, comment: 'enough' }],
  ],
  [
    'a task can be passed instead of its id',
    'taskApi.completeTask(task)',
    [{ does: 'completeTask', taskId: own, comment: null }],
  ],
  [
    'add a task after the failed one',
    `new = taskApi.newTask('rel.Task')
new.title = 'look at it'
new.setDescription('by hand')
taskApi.addTask(phase.id, new, 1)`,
    [
      {
        does: 'addTask',
        containerId: `${id}/Phase1`,
        task: { type: 'rel.Task', title: 'look at it', description: 'by hand' },
        position: 1,
      },
    ],
  ],
  [
    'change a task and send it back',
    "task.title = 'deploy again'\ntask.tasks = []\ntaskApi.updateTask(task)",
    [{ does: 'updateTask', taskId: own, task: { ...task(3, 'deploy again', 'FAILED') } }],
  ],
  [
    'a variable is fetched, changed and updated',
    "for v in releaseApi.getVariables(release.id):\n    if v.key == 'env':\n        v.value = 'prod'\n        releaseApi.updateVariable(v)",
    [{ does: 'updateVariable', variableId: `${id}/Variable_env`, variable: variable('env', 'prod') }],
  ],
  [
    'a change inside a value is stored',
    "releaseVariables['tags'].append('b')",
    [{ does: 'setVariable', key: 'tags', value: ['a', 'b'] }],
  ],
  [
    'a new variable is stored',
    "releaseVariables.update({'seen': True})",
    [{ does: 'setVariable', key: 'seen', value: true }],
  ],
  ['a removed variable is emptied', "del releaseVariables['env']", [{ does: 'setVariable', key: 'env', value: null }]],
  [
    'the last status line of a task is stored',
    "task.setStatusLine('waiting')\ntask.setStatusLine('done')",
    [{ does: 'setStatusLine', text: 'done' }],
  ],
  ['writing the same value changes nothing', "releaseVariables['env'] = 'test'", []],
  [
    'the release is aborted',
    "releaseApi.abort(release.id, 'enough')",
    [{ does: 'abortRelease', releaseId: id, comment: 'enough' }],
  ],
];

const python = startPython();
afterAll(python.stop);

describe('scripts of a release', () => {
  test.each(preconditions)('precondition: %s', (_, script, decided) => {
    const { error, result } = python.run(script, { purpose: 'precondition', snapshot });
    expect({ error, result }).toEqual({ error: null, result: decided });
  });

  test.each(handlers)('handler: %s', (_, script, expectedActions) => {
    const { error, actions } = python.run(script, { purpose: 'failureHandler', snapshot });
    expect({ error, actions: withoutNewIds(actions) }).toEqual({ error: null, actions: expectedActions });
  });

  test('an unknown method is reported by name', () => {
    const { error } = python.run('\nfolderApi.deleteEverything()', { purpose: 'failureHandler', snapshot });
    expect(error).toEqual({
      type: 'RuntimeError',
      message: 'folderApi.deleteEverything is not supported in scripts here',
      line: 2,
    });
  });

  test('API methods have positional arguments only', () => {
    const { error } = python.run("taskApi.skipTask(comment='x', taskId=task.id)", {
      purpose: 'failureHandler',
      snapshot,
    });
    expect(error?.message).toBe('taskApi.skipTask() takes no argument by the name comment here');
  });

  test('a value that JSON cannot represent is rejected for a variable', () => {
    const { error } = python.run("releaseVariables['env'] = len", { purpose: 'failureHandler', snapshot });
    expect(error?.message).toBe('builtin_function_or_method objects cannot be handed over');
  });

  test('a custom task reads its inputs and sets its outputs by name', () => {
    const script =
      "print 'to %s' % server.url\ncount = len(items)\nanswer = {'ok': True, 'items': [i.upper() for i in items]}\nskipped = lambda: 1";
    const inputs = { server: { url: 'https://x', password: 'p' }, items: ['a', 'b'] };
    expect(
      python.run(script, {
        purpose: 'task',
        inputs,
        objects: ['server'],
        wanted: ['count', 'answer', 'skipped', 'unset'],
        snapshot,
      }),
    ).toEqual({
      error: null,
      result: null,
      variables: { count: 2, answer: { ok: true, items: ['A', 'B'] } },
      actions: [],
      output: 'to https://x\n',
    });
  });

  test('an output that JSON cannot represent is stored as its text, with a warning', () => {
    const script = `class Odd(object):
    def __str__(self): raise ValueError('no')
one = ValueError('none')
odd = {'a': [Odd()], 'b': {'c': None}}
loop = []
loop.append(loop)
print 'done',`;
    const { error, variables, output } = python.run(script, { wanted: ['one', 'odd', 'loop'] });
    expect({ error, variables }).toEqual({
      error: null,
      variables: { one: 'none', odd: { a: ['<Odd object>'], b: { c: null } }, loop: '[[...]]' },
    });
    expect(output).toBe(`done
Warning: 'one' holds values of type ValueError. Their texts are stored
Warning: 'odd' holds values of type Odd. Their texts are stored
Warning: 'loop' is nested too deeply. Its text is stored
`);
  });

  test('a dry run returns the variables without the inputs', () => {
    expect(
      python.run('a = 1\nimport json\nb = x + 1\nx = 5', { inputs: { x: 1, y: 2 }, wanted: '*' }).variables,
    ).toEqual({ a: 1, b: 2, x: 5 });
  });
});
