import { describe, expect, test } from 'vitest';
import type { Command } from '../commands/registry.ts';
import { command, decide, env, refusal, timePassed } from '../testing/inputs.ts';
import { formatPlan, type PlanOverrides, plan } from '../testing/notation.ts';

const creating = { type: 'CreateReleaseTask' };
const kinds: PlanOverrides = { task: { c: creating, g: { locked: false } } };
const reasonFor = (name = 'c') =>
  `Invalid: scriptUsername: a value is required, because task '${name}' (Task${name}) creates a release`;
const start = command({ type: 'startRelease' });

describe('a release whose tasks create releases', () => {
  test.each(['PLANNED Build: a. c.', 'PLANNED Build: a. g.(c.)', 'PLANNED Build: a. | Ship: c='])(
    'cannot be started without scriptUsername: %s',
    (sketch) => {
      expect(refusal(plan(sketch, kinds), start)).toBe(reasonFor());
      expect(decide(plan(sketch, { ...kinds, scriptUsername: 'rob' }), start).release.status).toBe('IN_PROGRESS');
    },
  );

  test('does not start automatically until it has a scriptUsername', () => {
    const waits = plan('PLANNED Build: a. c.', { ...kinds, autoStart: true });
    expect(formatPlan(decide(waits, timePassed).release)).toBe('PLANNED Build: a. c.');
    expect(formatPlan(decide({ ...waits, scriptUsername: 'rob' }, timePassed).release)).toBe(
      'IN_PROGRESS Build: a> c.',
    );
  });

  test('can be started if the task is already skipped', () => {
    expect(decide(plan('PLANNED Build: a. c-', kinds), start).release.status).toBe('IN_PROGRESS');
  });
});

describe('a running release without scriptUsername', () => {
  const addTask = (containerId: string): Command => ({
    type: 'addTask',
    containerId,
    task: { ...creating, title: 'new' },
  });
  const adds: readonly Command[] = [
    addTask('PhaseBuild'),
    { type: 'changeTaskType', taskId: 'Taskb', targetType: 'CreateReleaseTask' },
    { type: 'addPhase', phase: { title: 'More', tasks: [{ ...creating, title: 'new' }] } },
    {
      type: 'changePlan',
      edits: [
        { type: 'updateRelease', patch: { title: 'x' } },
        { type: 'addTask', containerId: 'PhaseBuild', task: creating },
      ],
    },
  ];

  test.each(adds)('rejects a new task that creates releases: $type', (request) => {
    const release = plan('Build: a> b.');
    expect(refusal(release, command(request))).toContain('scriptUsername: a value is required');
    expect(decide({ ...release, scriptUsername: 'rob' }, command(request)).release.status).toBe('IN_PROGRESS');
    expect(decide({ ...plan('PLANNED Build: a. b.') }, command(request)).release.status).toBe('PLANNED');
  });

  test('continues with its existing task, and rejects a copy of it', () => {
    const legacy = plan('Build: a> b. c.', kinds);
    const edit = command({ type: 'updateTask', taskId: 'Taskb', patch: { title: 'x' } });
    expect(decide(legacy, edit).release.status).toBe('IN_PROGRESS');
    expect(decide(legacy, command({ type: 'addTask', containerId: 'PhaseBuild', task: {} })).release.status).toBe(
      'IN_PROGRESS',
    );
    expect(formatPlan(decide(legacy, command({ type: 'completeTask', taskId: 'Taska' }), env()).release)).toBe(
      'IN_PROGRESS Build: a+ b> c.',
    );
    expect(refusal(legacy, command({ type: 'copyTask', taskId: 'Taskc', containerId: 'PhaseBuild' }))).toBe(
      reasonFor(),
    );
  });

  test('keeps a scriptUsername that a task requires', () => {
    const release = plan('Build: a> c.', { ...kinds, scriptUsername: 'amy' });
    const remove = command({ type: 'updateRelease', patch: { scriptUsername: null } });
    expect(refusal(release, remove)).toBe(reasonFor());
    expect(decide(plan('Build: a> b.', { scriptUsername: 'amy' }), remove).release.scriptUsername).toBe(null);
  });
});
