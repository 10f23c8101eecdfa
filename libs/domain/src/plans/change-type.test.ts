import { describe, expect, test } from 'vitest';
import { blankCreation } from '../model/own-fields.ts';
import { caller, command, decided, log, plan, refusal, task } from '../testing.ts';

const change = (name: string, targetType: string, by = caller()) =>
  command({ type: 'changeTaskType', taskId: `Task${name}`, targetType }, by);

describe('the type of a task', () => {
  test('changes while the task has not started', () => {
    const outcome = decided(plan('P: a> b.'), change('b', 'GateTask'));
    expect(task(outcome.release, 'b').definition.type).toBe('GateTask');
    expect(log(outcome)).toEqual(['TASK_TYPE_CHANGED b']);
  });
  test('may become a group', () => {
    expect(task(decided(plan('P: a> b.'), change('b', 'ParallelGroup')).release, 'b').definition.type).toBe(
      'ParallelGroup',
    );
  });
  test('takes with it what only the old type had, and brings what the new one has', () => {
    const gate = plan('P: a> b.', {
      task: { b: { type: 'GateTask', conditions: [{ id: 'GateCondition1', title: 'ok' }] } },
    });
    expect(task(decided(gate, change('b', 'CreateReleaseTask')).release, 'b').definition).toMatchObject({
      type: 'CreateReleaseTask',
      conditions: [],
      creation: blankCreation,
    });
  });
  test('stays quiet when it is so already', () => {
    const release = plan('P: a> b.');
    expect(decided(release, change('b', 'Task')).release).toBe(release);
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
    const asked = change(name, 'GateTask', caller('amy', 'release#lock_task'));
    expect(refusal(plan(sketch, { task: details }), asked)).toContain(expected);
  });
});
