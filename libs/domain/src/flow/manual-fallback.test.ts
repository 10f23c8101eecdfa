import { describe, expect, test } from 'vitest';
import type { TaskDefinition } from '../model/task.ts';
import { parseInput } from '../testing/examples.ts';
import { caller, command, decide, env, log, task } from '../testing/inputs.ts';
import { formatPlan, plan, pluginType } from '../testing/notation.ts';

const automatedTypes = { has: (type: string) => type === pluginType, inContainers: new Set(['acme.Boxed']) };
const environment = env({ automatedTypes });
const reaching = (definition: Partial<TaskDefinition>) => plan('Build: a> s.', { task: { s: definition } });
const reached = (definition: Partial<TaskDefinition>) =>
  decide(reaching(definition), parseInput('complete a'), environment);

const orInstall = 'complete the task manually, or install the plugin, fail the task, and retry it.';

describe('a task without a runner', () => {
  test.each<[Partial<TaskDefinition>, string]>([
    [{ type: 'GroovyScriptTask' }, 'Groovy scripts cannot run here: complete the task manually.'],
    [{ type: 'ExternalScriptTask' }, 'External scripts cannot run here: complete the task manually.'],
    [{ type: 'acme.Boxed' }, 'Scripts in containers cannot run here: complete the task manually.'],
    [
      { type: 'CustomScriptTask', scriptType: 'acme.Boxed' },
      'Scripts in containers cannot run here: complete the task manually.',
    ],
    [{ type: 'acme.Gone' }, `No installed plugin has the task type 'acme.Gone': ${orInstall}`],
    [
      { type: 'CustomScriptTask', scriptType: 'acme.Gone' },
      `No installed plugin has the task type 'acme.Gone': ${orInstall}`,
    ],
    [{ type: 'CustomScriptTask' }, 'The task has no script: complete it manually.'],
  ])('of type %j is manual, and flagged when it starts', (definition, reason) => {
    const outcome = reached(definition);
    expect(formatPlan(outcome.release)).toBe('IN_PROGRESS Build: a+ s>');
    expect(log(outcome)).toEqual(['TASK_COMPLETED a', 'TASK_STARTED s', 'COMMENT_ADDED s', 'TASK_UPDATED s']);
    expect(outcome.comments.map(({ text }) => text)).toEqual([reason]);
    const { definition: flagged, passive, run, beforeRun } = task(outcome.release, 's');
    expect([flagged.flagStatus, run.hasBeenFlagged, beforeRun?.flagStatus]).toEqual(['ATTENTION_NEEDED', true, 'OK']);
    expect(passive).toEqual({ kind: 'stored', changes: { flagComment: reason } });
    expect(formatPlan(decide(outcome.release, parseInput('complete s'), environment).release)).toBe(
      'COMPLETED Build: a+ s+',
    );
  });

  test('keeps an existing flag', () => {
    const outcome = reached({ type: 'GroovyScriptTask', flagStatus: 'AT_RISK' });
    expect(task(outcome.release, 's')).toMatchObject({ definition: { flagStatus: 'AT_RISK' }, beforeRun: null });
    expect(outcome.comments).toHaveLength(1);
  });

  test.each([
    { type: 'Task' },
    { type: 'NotificationTask' },
    { type: 'GateTask', conditions: [{ id: 'c', title: 'c' }] },
  ])('is distinguished from a manual task: %j', (definition) => {
    expect(log(reached(definition))).toEqual(['TASK_COMPLETED a', 'TASK_STARTED s']);
  });

  test('runs its script if a runner is installed before it starts', () => {
    for (const definition of [
      { type: pluginType },
      { type: 'CustomScriptTask', scriptType: pluginType },
      { type: 'ScriptTask' },
    ])
      expect(formatPlan(reached(definition).release)).toBe('IN_PROGRESS Build: a+ s&');
  });

  test('stays manual if a runner is installed while it runs, and runs its script after a retry', () => {
    const standing = reached({ type: 'acme.Gone' }).release;
    const installed = env({ automatedTypes: new Set(['acme.Gone']) });
    expect(formatPlan(decide(standing, parseInput('complete s'), installed).release)).toBe('COMPLETED Build: a+ s+');
    const failed = decide(standing, parseInput('fail s'), installed).release;
    expect(formatPlan(decide(failed, parseInput('retry s'), installed).release)).toBe('IN_PROGRESS Build: a+ s&');
  });

  describe('with a flag for its missing runner', () => {
    const installed = env({ automatedTypes: new Set(['acme.Gone']) });
    const failed = decide(reached({ type: 'acme.Gone' }).release, parseInput('fail s'), environment).release;
    const retriedAfter = (patch: object) => {
      const edited = decide(failed, command({ type: 'updateTask', taskId: 'Tasks', patch }, caller())).release;
      return task(decide(edited, parseInput('retry s'), installed).release, 's').definition.flagStatus;
    };
    test('loses the flag when its script runs', () => {
      const retried = decide(failed, parseInput('retry s'), installed);
      expect(log(retried).slice(0, 3)).toEqual(['TASK_RESTARTED s', 'TASK_STARTED s', 'TASK_UPDATED s']);
      const { definition, passive, run } = task(retried.release, 's');
      expect([definition.flagStatus, run.flaggedByHand]).toEqual(['OK', false]);
      expect(passive).toEqual({ kind: 'stored', changes: { flagComment: null } });
    });
    test('keeps the flag until its script runs, and a flag that a user has changed', () => {
      expect(task(decide(failed, parseInput('retry s'), environment).release, 's').definition.flagStatus).toBe(
        'ATTENTION_NEEDED',
      );
      expect(retriedAfter({ title: 'other' })).toBe('OK');
      expect(retriedAfter({ flagStatus: 'AT_RISK' })).toBe('AT_RISK');
      expect(retriedAfter({ flagComment: 'mine' })).toBe('ATTENTION_NEEDED');
    });
  });

  test('is automatic once its script runs, even if its plugin is removed', () => {
    const running = plan('Build: s>', { task: { s: { type: pluginType } } });
    const withoutPlugins = env({ automatedTypes: new Set() });
    expect(formatPlan(decide(running, parseInput('stop s'), withoutPlugins).release)).toBe('FAILED Build: s!');
  });
});
