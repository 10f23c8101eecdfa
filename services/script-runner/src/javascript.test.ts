import type { ScriptRequest } from '@slipway/script-protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withoutNewIds } from './python/testing.ts';
import { startTestRunner, type TestRunner } from './testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner();
});
afterAll(() => running.stop());

/** JSON with integers that JavaScript numbers cannot represent. */
const exactly = Reflect.apply(Reflect.get(JSON, 'rawJSON'), JSON, ['8202522731445525542']) as unknown as string;

const precondition = { purpose: 'precondition' } as const;

test.each<[string, Partial<ScriptRequest>, unknown]>([
  ['a single expression is the result', { ...precondition, script: '1 < 2' }, true],
  [
    'a semicolon and a comment do not make an expression a statement',
    { ...precondition, script: '1 < 2; // why ;' },
    true,
  ],
  ['an address in a string is not a comment', { ...precondition, script: '"http://a;" // b' }, 'http://a;'],
  [
    'with several statements, the variable result is the result',
    { ...precondition, script: 'result = 1 < 2; 7' },
    true,
  ],
  ['the variable can be declared in any way', { ...precondition, script: 'const a = 2;\nlet result = a > 3;' }, false],
  ['an unset variable is null', { ...precondition, script: 'const a = 2; a' }, null],
  ['a blank script has no result', { ...precondition, script: '\n' }, null],
  [
    'in a webhook, the variable authenticated is the result',
    { script: 'const result = 1; var authenticated = true;' },
    true,
  ],
  [
    'in a webhook without the variable, a single expression is the result',
    { script: 'parameters.a[1] === "2"', inputs: { parameters: { a: ['1', '2'] } } },
    true,
  ],
  [
    'lookups of headers ignore case',
    { script: '[headers["x-TOKEN"], "X-token" in headers, headers.none]', inputs: { headers: { 'X-Token': 'a' } } },
    ['a', true, null],
  ],
  [
    'an integer beyond 2^53 is a string of its digits',
    {
      script: '[typeof payload.id, payload.id, payload.size]',
      inputs: { payload: { id: exactly, size: 2 ** 53 - 1 } },
    },
    ['string', '8202522731445525542', 2 ** 53 - 1],
  ],
  ['the first line may contain the language', { script: '// language: javascript\n1 + 1' }, 2],
  ['a date is a string', { script: 'new Date(0)' }, '1970-01-01T00:00:00.000Z'],
  ['a function is not a value', { script: '() => 1' }, null],
  ['all Unicode letters are kept', { script: '"é漢😀\\u2028" + payload', inputs: { payload: 'ß' } }, 'é漢😀\u2028ß'],
])('%s', async (_, request, result) => {
  expect(await running.run(request)).toMatchObject({ error: null, result });
});

test.each([
  ['null.x', { type: 'TypeError', message: "Cannot read properties of null (reading 'x')", line: 1 }],
  ['\nconst a = 1;\nthrow new RangeError("no " + a);', { type: 'RangeError', message: 'no 1', line: 3 }],
  ['\n\nlet a = ;', { type: 'SyntaxError', message: "Unexpected token ';'", line: 3 }],
  ['// here\n/* and */ result = missing;', { type: 'ReferenceError', message: 'missing is not defined', line: 2 }],
  ['throw "text"', { type: 'Error', message: 'text', line: null }],
  ['throw { a: 1 }', { type: 'Error', message: 'the script threw a value that is not an error', line: null }],
])('%j fails with its message and line', async (script, error) => {
  expect((await running.run({ script })).error).toEqual(error);
});

test('an endless script fails with its time limit', async () => {
  const { error } = await running.run({ purpose: 'eventFilter', script: 'for (;;);' });
  expect(error).toEqual({ type: 'Timeout', message: 'the script took longer than 250 ms', line: null });
});

test('the printed text of all scripts, including failed ones, is returned and cut at the limit', async () => {
  const printed = await running.run({
    script:
      'print("a", 1, { b: [2] }); console.log(null, undefined); print(new RangeError("far")); throw new Error("x");',
  });
  expect(printed.output).toBe('a 1 {"b":[2]}\nnull undefined\nRangeError: far\n');
  const long = await running.run({ script: 'for (let i = 0; i < 70; i++) print("x".repeat(999)); 1' });
  expect(long.output).toHaveLength(64 * 1024 + '\n… (the rest is cut)\n'.length);
  expect(long.output).toMatch(/x\n… \(the rest is cut\)\n$/);
});

test('requested variables are returned if JSON can represent them', async () => {
  const script = 'const a = [1]; var b = "x"; c = { d: null }; let f = () => 1; class G {} big = 1n; result = 2;';
  const some = await running.run({ script, wanted: ['a', 'b', 'none', 'f', 'not a name', 'if'] });
  expect(some.variables).toEqual({ a: [1], b: 'x' });
  const all = await running.run({ script: `${script} input = 3;`, wanted: '*', inputs: { input: 1, other: 1 } });
  expect(all.variables).toEqual({ a: [1], b: 'x', c: { d: null }, input: 3 });
});

test('an output that JSON cannot represent is stored as its text, with a warning', async () => {
  const script =
    'big = 1n; loop = { a: 1 }; loop.self = loop; odd = { toString() { throw 1; }, n: 2n }; map = new Map([["a", [null]]]);';
  const { error, variables, output } = await running.run({ script, wanted: ['big', 'loop', 'odd', 'map'] });
  expect({ error, variables }).toEqual({
    error: null,
    variables: { big: '1', loop: '[object Object]', odd: 'Object', map: { a: [null] } },
  });
  expect(output.split('\n')).toEqual([
    ...['big', 'loop', 'odd'].map(
      (name) => `Warning: '${name}' contains a value that JSON does not support. Its text is stored`,
    ),
    '',
  ]);
});

test('secrets are masked in output, errors and comments, in each encoding', async () => {
  const secret = 'päss "word"+1';
  const base64 = Buffer.from(secret).toString('base64');
  const script = `print(pw, encodeURIComponent(pw), JSON.stringify([pw]), ${JSON.stringify(base64)}); throw new Error("not " + pw);`;
  const { output, error } = await running.run({ script, inputs: { pw: secret }, secrets: [secret, 'abc'] });
  expect([output, error?.message]).toEqual(['******** ******** ["********"] ********\n', 'not ********']);
});

describe('a script of a release', () => {
  const task = (id: string, title: string, status: string) => ({
    id: `Release1/Phase1/${id}`,
    type: 'rel.Task',
    title,
    status,
    tasks: [],
  });
  const group = { ...task('Group1', 'both', 'IN_PROGRESS'), tasks: [task('Task2', 'deploy', 'IN_PROGRESS')] };
  const phase = {
    id: 'Release1/Phase1',
    type: 'rel.Phase',
    title: 'Build',
    tasks: [task('Task1', 'compile', 'FAILED'), group],
  };
  const variable = (key: string, value: string | number | string[]) => ({
    id: `Release1/Variable-${key}`,
    key,
    type: 'StringVariable',
    requiresValue: false,
    value,
  });
  const snapshot = {
    release: { id: 'Release1', type: 'rel.Release', title: 'One', phases: [phase] },
    phaseId: 'Release1/Phase1',
    taskId: 'Release1/Phase1/Task1',
    folder: { id: 'Applications', title: 'Applications' },
    releaseVariables: [variable('attempt', 1), variable('list', ['a'])],
    globalVariables: [variable('global.x', 'y')],
    folderVariables: [],
  };
  const runScript = (script: string) => running.run({ ...precondition, script, snapshot });

  test.each([
    ['[release.title, phase.title, task.title, getCurrentFolder().title]', ['One', 'Build', 'compile', 'Applications']],
    ['getTasksByTitle("deploy").map((found) => found.id)', ['Release1/Phase1/Task2']],
    ['getTasksByTitle("deploy", "Ship").length + getPhasesByTitle("Build").length', 1],
    ['taskApi.searchTasksByTitle("compile", null, "Release1")[0].status', 'FAILED'],
    ['releaseApi.getActiveTasks(release.id).map((found) => found.title)', ['both', 'deploy']],
    ['releaseVariables.attempt + globalVariables["global.x"]', '1y'],
    ['releaseVariables.constructor === Object && !("none" in releaseVariables)', true],
  ])('reads %s', async (script, result) => {
    expect(await runScript(script)).toMatchObject({ error: null, result });
  });

  test('the actions of a script are recorded in order', async () => {
    const { actions, error } = await runScript(`
      releaseVariables.attempt += 1;
      releaseVariables.list.push('b');
      taskApi.retryTask(task.id, taskApi.newComment('again'));
      taskApi.addTask(phase.id, Object.assign(taskApi.newTask(), { title: 'more' }), 0);
      const deploy = taskApi.getTask('Task2'); deploy.title = 'ship'; taskApi.updateTask(deploy);
      releaseApi.abort(release.id); templateApi.start('Release9', { releaseTitle: 'Two' });`);
    expect(error).toBe(null);
    expect(withoutNewIds(actions)).toEqual([
      { does: 'setVariable', key: 'attempt', value: 2 },
      { does: 'retryTask', taskId: 'Release1/Phase1/Task1', comment: 'again' },
      { does: 'addTask', containerId: 'Release1/Phase1', task: { type: 'rel.Task', title: 'more' }, position: 0 },
      { does: 'updateTask', taskId: 'Release1/Phase1/Task2', task: { ...task('Task2', 'ship', 'IN_PROGRESS') } },
      { does: 'abortRelease', releaseId: 'Release1', comment: null },
      { does: 'startTemplate', templateId: 'Release9', order: { releaseTitle: 'Two' } },
      { does: 'setVariable', key: 'list', value: ['a', 'b'] },
    ]);
  });

  test.each([
    ['taskApi.none(1)', 'taskApi.none is not supported in scripts here'],
    ['folderApi.deleteFolder("a")', 'folderApi.deleteFolder is not supported in scripts here'],
    ['reportApi.getReport()', 'reportApi.getReport is not supported in scripts here'],
    ['taskApi.getTask("Task9")', 'this script can read only its own release'],
    ['taskApi.retryTask()', 'an id is required, or an object with an id'],
    ['getTasksByTitle("a", null, "Release2")', 'this script can read only its own release'],
    ['releaseVariables.a = 1n', 'the variable a cannot store this value'],
  ])('%s is rejected with a reason', async (script, message) => {
    expect((await runScript(script)).error?.message).toBe(message);
  });

  test('an object can be used before it is created', async () => {
    const { actions, error } = await runScript(`
      const made = phaseApi.addPhase(release.id, phaseApi.newPhase('Ship'), 1);
      const added = taskApi.addTask(made, { title: 'a' });
      added.title = 'b'; taskApi.updateTask(added); added.title = 'c';
      taskApi.addTask(made.id, { title: 'd' }, 0);`);
    expect(error).toBe(null);
    const phase = { type: 'rel.Phase', title: 'Ship', tasks: [{ title: 'd' }, { title: 'b' }] };
    expect(withoutNewIds(actions)).toEqual([{ does: 'addPhase', releaseId: 'Release1', phase, position: 1 }]);
  });

  test('a script that fails has no actions', async () => {
    expect(await runScript('taskApi.skipTask(task.id); throw new Error("no");')).toMatchObject({
      actions: [],
      variables: {},
    });
  });

  test('a script without a release has no release names', async () => {
    expect(await running.run({ script: '[typeof release, typeof taskApi, typeof getCurrentTask]' })).toMatchObject({
      result: ['undefined', 'undefined', 'undefined'],
    });
  });
});
