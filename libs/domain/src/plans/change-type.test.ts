import { describe, expect, test } from 'vitest';
import { blankCreation } from '../model/own-fields.ts';
import { caller, command, decide, log, plan, refusal, task } from '../testing.ts';

const change = (name: string, targetType: string, by = caller()) =>
  command({ type: 'changeTaskType', taskId: `Task${name}`, targetType }, by);

describe('the type of a task', () => {
  test('changes while the task has not started', () => {
    const outcome = decide(plan('P: a> b.'), change('b', 'GateTask'));
    expect(task(outcome.release, 'b').definition.type).toBe('GateTask');
    expect(log(outcome)).toEqual(['TASK_TYPE_CHANGED b']);
  });
  test('can become a group', () => {
    expect(task(decide(plan('P: a> b.'), change('b', 'ParallelGroup')).release, 'b').definition.type).toBe(
      'ParallelGroup',
    );
  });
  test('loses the fields of the old type and gets those of the new type', () => {
    const gate = plan('P: a> b.', {
      scriptUsername: 'rob',
      task: { b: { type: 'GateTask', conditions: [{ id: 'GateCondition1', title: 'ok' }] } },
    });
    expect(task(decide(gate, change('b', 'CreateReleaseTask')).release, 'b').definition).toMatchObject({
      type: 'CreateReleaseTask',
      conditions: [],
      creation: blankCreation,
    });
  });
  const script = (name: string, scriptType: string) =>
    command({ type: 'changeTaskType', taskId: `Task${name}`, targetType: 'CustomScriptTask', scriptType }, caller());
  const mapped = { 'pythonScript.job': '${job}', title: '${title}' };
  const scripted = plan('P: a> b.', {
    task: { b: { type: 'CustomScriptTask', scriptType: 'acme.Old', variableMapping: mapped } },
  });
  test.each([
    ['a task without a script', plan('P: a> b.'), {}],
    ['a task with another script', scripted, { title: '${title}' }],
  ])('can be a plugin script: %s', (_, before, variableMapping) => {
    const outcome = decide(before, script('b', 'acme.New'));
    const changed = task(outcome.release, 'b');
    expect(changed.definition).toMatchObject({ type: 'CustomScriptTask', scriptType: 'acme.New', variableMapping });
    expect(changed.definition.variableMapping).toEqual(variableMapping);
    expect(changed.passive).toMatchObject({ changes: { properties: { pythonScript: { type: 'acme.New' } } } });
    expect(decide(outcome.release, script('b', 'acme.New')).release).toBe(outcome.release);
  });
  test('removes the plugin script', () => {
    const changed = task(decide(scripted, change('b', 'ScriptTask')).release, 'b');
    expect(changed.definition).toMatchObject({ type: 'ScriptTask', scriptType: null });
    expect(changed.definition.variableMapping).toEqual({ title: '${title}' });
    expect(changed.passive).toMatchObject({ changes: { properties: {} } });
  });
  test('logs nothing if it is unchanged', () => {
    const release = plan('P: a> b.');
    expect(decide(release, change('b', 'Task')).release).toBe(release);
  });
  test.each([
    ['PLANNED', 'P: a> b.', 'b', true],
    ['FAILED', 'P: a! b.', 'a', true],
    ['IN_PROGRESS', 'P: a> b.', 'a', false],
  ])('changes before a retry of a task that is %s', (status, sketch, name, isChanged) => {
    const release = plan(sketch);
    const type = 'changeTaskType' as const;
    const request = (options: { beforeRetry?: true }) =>
      command({ type, taskId: `Task${name}`, targetType: 'ScriptTask', ...options }, caller());
    if (isChanged)
      expect(task(decide(release, request({ beforeRetry: true })).release, name).definition.type).toBe('ScriptTask');
    if (status !== 'PLANNED') {
      const refused = `cannot change the type of task '${name}' (Task${name}) while it is ${status}`;
      expect(refusal(release, request(isChanged ? {} : { beforeRetry: true }))).toContain(refused);
    }
  });
  test.each([
    [
      'once the task has started',
      'P: a> b.',
      'a',
      {},
      "cannot change the type of task 'a' (Taska) while it is IN_PROGRESS",
    ],
    ['of a group', 'P: a> g.[b.]', 'g', {}, "cannot change the type of group 'g' (Taskg)"],
    [
      'of a locked task',
      'P: a> b.',
      'b',
      { b: { locked: true } },
      "cannot change the type of task 'b' (Taskb) while it is locked",
    ],
  ] as const)('cannot change %s', (_, sketch, name, details, expected) => {
    const request = change(name, 'GateTask', caller('amy', 'release#lock_task'));
    expect(refusal(plan(sketch, { task: details }), request)).toContain(expected);
  });
});
