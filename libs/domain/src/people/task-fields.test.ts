import { describe, expect, test } from 'vitest';
import type { Caller } from '../decision/inputs.ts';
import type { Permission } from '../model/catalogs/permissions.ts';
import type { TaskDraft, TaskPatch } from '../model/draft.ts';
import { blankCreation } from '../model/own-fields.ts';
import { blankTaskPassive } from '../model/task.ts';
import { attachment, command, decide, env, refusal, variable } from '../testing/inputs.ts';
import { noon, plan, pluginType, type TaskOverrides } from '../testing/notation.ts';

const callerWith = (permissions: readonly Permission[], teams: readonly string[] = []): Caller => ({
  username: 'eli',
  roles: [],
  teams,
  may: (permission) => permissions.includes(permission),
});

/** Returns the first missing permission of an update, or `done`. */
function updating(patch: TaskPatch, by: Caller, details: TaskOverrides = {}, sketch = 'Build: a.'): string {
  const passives = new Map([['Taska', { ...blankTaskPassive, watchers: ['bob'] }]]);
  const environment = env({ data: { ...env().data, passives } });
  const release = plan(sketch, { task: { a: { team: 'Ops', ...details } } });
  const request = command({ type: 'updateTask', taskId: 'Taska', patch }, by);
  try {
    decide(release, request, environment);
    return 'done';
  } catch {
    return (
      /Permission (\S+) on/.exec(refusal(release, request, environment))?.[1] ?? refusal(release, request, environment)
    );
  }
}

const creation = { ...blankCreation, templateVariables: [variable('x', 'y')] };

describe('each field that an update changes requires its own permission', () => {
  test.each<readonly [Permission, TaskPatch, TaskOverrides]>([
    ['release#edit_task', { title: 'x' }, {}],
    ['release#edit_task', { checkAttributes: true }, {}],
    ['release#edit_task', { configurationUri: 'x' }, {}],
    ['release#edit_task', { properties: { subject: 'x' } }, { type: 'NotificationTask' }],
    ['release#edit_task', { creation: { ...blankCreation, newReleaseTitle: 'x' } }, { type: 'CreateReleaseTask' }],
    ['release#edit_task', { watchers: ['bob', 'zoe'] }, {}],
    ['release#edit_task_description', { description: 'x' }, {}],
    ['release#edit_task_dates', { scheduledStartDate: noon }, {}],
    ['release#edit_task_dates', { dueDate: noon }, {}],
    ['release#edit_task_dates', { plannedDuration: 60 }, {}],
    ['release#edit_task_dates', { waitForScheduledStartDate: false }, {}],
    ['release#edit_task_flag', { flagStatus: 'AT_RISK' }, {}],
    ['release#edit_task_flag', { flagComment: 'x' }, {}],
    ['release#edit_task_tags', { tags: ['x'] }, {}],
    ['release#edit_task_script', { abortScript: 'x' }, {}],
    ['release#edit_task_script', { properties: { script: 'x' } }, { type: 'ScriptTask' }],
    ['release#edit_task_script', { properties: { script: 'x' } }, { type: 'GroovyScriptTask' }],
    ['release#edit_task_input_output_properties', { properties: { server: 'x' } }, { type: pluginType }],
    ['release#edit_task_input_output_properties', { properties: { x: 'y' } }, { type: 'CustomScriptTask' }],
    ['release#edit_task_input_output_properties', { variableMapping: { title: '${x}' } }, {}],
    ['release#edit_task_input_output_properties', { creation }, { type: 'CreateReleaseTask', creation: blankCreation }],
    ['release#edit_task_input_output_properties', { creation: null }, { type: 'CreateReleaseTask', creation }],
    ['release#edit_precondition', { precondition: 'x' }, {}],
    ['release#edit_failure_handler', { failureHandler: 'x' }, {}],
    ['release#edit_failure_handler', { taskFailureHandlerEnabled: true }, {}],
    ['release#edit_failure_handler', { taskRecoverOp: 'SKIP_TASK' }, {}],
    ['release#edit_blackout', { delayDuringBlackout: true }, {}],
    ['release#edit_task_attachments', { attachments: [attachment('x')] }, {}],
    ['release#edit_task_configuration_facet', { facets: ['x'] }, {}],
    ['release#reassign_task', { owner: 'bob' }, {}],
    ['release#reassign_task', { team: 'Dev' }, {}],
  ])('%s for %j', (permission, patch, details) => {
    expect(updating(patch, callerWith(['release#view']), details)).toBe(permission);
    expect(updating(patch, callerWith([permission]), details)).toBe('done');
  });
});

describe('in a template', () => {
  const onTemplate = (patch: TaskPatch, ...permissions: readonly Permission[]) =>
    updating(patch, callerWith(['template#view', ...permissions]), {}, 'TEMPLATE Build: a.');

  test('the precondition and the failure handler have separate permissions, and all other fields require template#edit', () => {
    expect(onTemplate({ title: 'x' })).toBe('template#edit');
    expect(onTemplate({ owner: 'bob' }, 'template#edit')).toBe('done');
    expect(onTemplate({ precondition: 'x' }, 'template#edit')).toBe('template#edit_precondition');
    expect(onTemplate({ precondition: 'x' }, 'template#edit_precondition')).toBe('done');
    expect(onTemplate({ failureHandler: 'x' }, 'template#edit')).toBe('template#edit_failure_handler');
    expect(onTemplate({ failureHandler: 'x' }, 'template#edit_failure_handler')).toBe('done');
  });

  test('release permissions do not count', () => {
    expect(onTemplate({ description: 'x' }, 'release#edit_task', 'release#edit_task_description')).toBe(
      'template#edit',
    );
  });
});

test('one missing permission refuses the whole update', () => {
  const mixed: TaskPatch = { description: 'x', precondition: 'y' };
  expect(updating(mixed, callerWith(['release#view', 'release#edit_task_description']))).toBe(
    'release#edit_precondition',
  );
  expect(updating(mixed, callerWith(['release#edit_task_description', 'release#edit_precondition']))).toBe('done');
});

test('participants can change only flags and attachments', () => {
  const member = callerWith(['release#view'], ['Ops']);
  expect(updating({ flagStatus: 'AT_RISK', flagComment: 'x', attachments: [attachment('y')] }, member)).toBe('done');
  expect(updating({ flagStatus: 'AT_RISK', tags: ['x'] }, member)).toBe('release#edit_task_tags');
});

test('users with the permission to view a task can watch it', () => {
  expect(updating({ watchers: ['bob', 'Eli'] }, callerWith(['release#view']))).toBe('done');
  expect(updating({ watchers: ['bob'] }, callerWith([], ['Ops']))).toBe('done');
  expect(updating({ watchers: [] }, callerWith(['release#view']))).toBe('release#edit_task');
  expect(updating({ watchers: ['bob', 'Eli'] }, callerWith([]))).toBe("NotFound: there is no task 'Taska'");
});

test('an unchanged field requires no permission', () => {
  const same: TaskPatch = { title: 'a', team: 'Ops', dueDate: null, tags: undefined, locked: true };
  expect(updating(same, callerWith(['release#view']))).toBe('done');
  expect(updating(same, callerWith([]))).toBe("NotFound: there is no task 'Taska'");
  expect(updating({ ...same, title: 'b' }, callerWith(['release#view']))).toBe('release#edit_task');
});

describe('a new task requires the same permissions as an update for these fields', () => {
  /**
   * Returns the first missing permission for a new task in an existing phase, in a new phase and in a plan; or `done`.
   */
  function adding(task: TaskDraft, permissions: readonly Permission[], sketch: string): readonly string[] {
    const by = callerWith(['release#view', 'template#view', ...permissions]);
    const phases = [{ title: 'Next', tasks: [{ type: 'ParallelGroup', tasks: [{}, task] }] }];
    const edits = [{ type: 'addTask', containerId: 'PhaseBuild', task }] as const;
    return [...edits, { type: 'addPhase', phase: phases[0]! } as const, { type: 'changePlan', edits } as const].map(
      (request) => {
        try {
          decide(plan(sketch), command(request, by));
          return 'done';
        } catch {
          const message = refusal(plan(sketch), command(request, by));
          return /Permission (\S+) on/.exec(message)?.[1] ?? message;
        }
      },
    );
  }
  const all = (permission: string) => [permission, permission, permission];

  test.each<readonly [TaskDraft, Permission, Permission]>([
    [{ precondition: 'x' }, 'release#edit_precondition', 'template#edit_precondition'],
    [{ failureHandler: 'x' }, 'release#edit_failure_handler', 'template#edit_failure_handler'],
    [{ taskFailureHandlerEnabled: true }, 'release#edit_failure_handler', 'template#edit_failure_handler'],
    [{ taskRecoverOp: 'SKIP_TASK' }, 'release#edit_failure_handler', 'template#edit_failure_handler'],
    [{ delayDuringBlackout: true }, 'release#edit_blackout', 'template#edit'],
    [{ locked: true }, 'release#lock_task', 'template#lock_task'],
  ])('%j', (task, onRelease, onTemplate) => {
    expect(adding(task, ['release#edit'], 'PLANNED Build: a.')).toEqual(all(onRelease));
    expect(adding(task, ['release#edit', onRelease], 'PLANNED Build: a.')).toEqual(all('done'));
    expect(adding(task, [onRelease], 'PLANNED Build: a.')).toEqual(all('release#edit'));
    expect(adding(task, ['template#edit', onTemplate], 'TEMPLATE Build: a.')).toEqual(all('done'));
    const without: readonly Permission[] = onTemplate === 'template#edit' ? [] : ['template#edit'];
    expect(adding(task, without, 'TEMPLATE Build: a.')).toEqual(all(onTemplate));
  });

  test('unless they are blank; all other fields of a new task are part of its creation', () => {
    const blank: TaskDraft = { precondition: ' \n', failureHandler: null, taskRecoverOp: null, locked: false };
    const task: TaskDraft = {
      ...blank,
      taskFailureHandlerEnabled: undefined,
      description: 'x',
      tags: ['y'],
      dueDate: 1,
    };
    expect(adding(task, ['release#edit'], 'PLANNED Build: a.')).toEqual(all('done'));
  });
});
