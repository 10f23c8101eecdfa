import { describe, expect, test } from 'vitest';
import { createTemplate } from '../commands/handle.ts';
import { awaitsOf } from '../flow/effects.ts';
import { taskOf } from '../model/plan.ts';
import { caller, decide, env, onTask } from '../testing/inputs.ts';
import { formatPlan, plan, type TaskOverrides } from '../testing/notation.ts';
import { awaitedSourceId } from './event-wait.ts';

const waits = (eventSource: string | null, details: TaskOverrides = {}): TaskOverrides => ({
  type: 'events.WaitForJsonEvent',
  eventSource,
  ...details,
});

describe('a task that waits for an event', () => {
  test.each<[string, string, TaskOverrides, readonly string[]]>([
    ['waits for its event source', 'B: w>', waits('Configuration1'), ['Configuration1']],
    ['can have a source id with folders', 'B: w>', waits('Applications/Folder1/Configuration1'), ['Configuration1']],
    [
      'can have a variable as source, with its value from the start',
      'B: w>',
      waits('${hook}', { run: { values: { hook: 'Configuration/Custom/Configuration2' } } }),
      ['Configuration2'],
    ],
    [
      'can have a mapped source',
      'B: w>',
      waits('Configuration1', { run: { mapped: { eventSource: 'Configuration3' } } }),
      ['Configuration3'],
    ],
    ['does not wait with an unknown variable', 'B: w>', waits('${hook}'), []],
    ['does not wait without a source', 'B: w>', waits(null), []],
    ['does not wait before the flow has reached it', 'B: a> w.', waits('Configuration1'), []],
    ['does not wait after its end', 'B: w+ a>', waits('Configuration1'), []],
    ['does not wait with another type', 'B: w>', { ...waits('Configuration1'), type: 'Task' }, []],
  ])('%s', (_, sketch, details, expected) => {
    const awaits = awaitsOf(plan(sketch, { task: { w: details } }));
    expect(awaits).toEqual(
      expected.map((reference) => ({ taskId: 'Taskw', kind: 'event', purpose: null, reference, until: null })),
    );
  });

  test.each([
    ['of another type', 'B: w>', { ...waits('Configuration1'), type: 'Task' }],
    ['of a plugin type', 'B: w>', { ...waits('Configuration1'), type: 'acme.Wait' }],
    ['that has not started', 'B: a> w.', waits('Configuration1')],
  ])('has no awaited source: a task %s', (_, sketch, details) => {
    expect(awaitedSourceId(taskOf(plan(sketch, { task: { w: details } }), 'Taskw'))).toBeNull();
  });

  test.each([
    ['completeTask', 'w+ a>'],
    ['failTask', 'w! a.'],
    ['skipTask', 'w- a>'],
    ['abortTask', 'w! a.'],
  ] as const)('accepts %s like any other task, and then no longer waits', (action, expected) => {
    const waiting = plan('B: w> a.', { task: { w: waits('Configuration1') } });
    const { release } = decide(waiting, onTask(action, 'w'), env());
    expect(formatPlan(release)).toContain(`B: ${expected}`);
    expect(awaitsOf(release)).toEqual([]);
  });
});

test.each([
  [{ eventSource: 'Configuration1' }, 'Configuration1'],
  [{ eventSource: { id: 'Configuration1', type: 'events.PostWebhookEndpoint' } }, 'Configuration1'],
  [{ eventSource: { type: 'events.PostWebhookEndpoint' } }, null],
  [{ eventSource: '' }, null],
  [{}, null],
])('a task with %j waits for the source %s', (properties, expected) => {
  const tasks = [{ title: 't', type: 'events.WaitForJsonEvent', properties }];
  const { release } = createTemplate({ title: 'Plan', phases: [{ tasks }] }, 'Folder1', caller(), env());
  expect(release.phases[0]!.tasks[0]!.definition.eventSource).toBe(expected);
});
