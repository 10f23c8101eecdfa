import { describe, expect, test } from 'vitest';
import type { Release } from '../model/release.ts';
import { blankTaskPassive } from '../model/task.ts';
import type { RestartOptions } from '../restart/restart.ts';
import { applyInputs, caller, command, decide, env, plan, task } from '../testing.ts';
import { type PassiveParts, previewRestart } from './restart-preview.ts';

const from = (fromPhaseId: string, more: Partial<RestartOptions> = {}): RestartOptions => ({
  fromPhaseId,
  fromTaskId: null,
  phaseVersion: 'LATEST',
  resume: false,
  ...more,
});
const noTexts: PassiveParts = { phases: new Map(), tasks: new Map() };
/** Returns a preview. The generated ids differ from all existing ids. */
function previewOf(release: Release, options: RestartOptions, texts = noTexts) {
  let idCount = 0;
  return previewRestart(release, options, texts, caller(), env({ newId: (kind) => `${kind}look${idCount++}` }));
}

const running = plan('Build: compile+ | QA: check+ measure> sign. | Ship: deploy.');

describe('the effect of a restart', () => {
  test('it closes the current phase, skips its open tasks, and copies the phases up to it', () => {
    expect(previewOf(running, from('PhaseBuild'))).toEqual({
      closes: [{ id: 'PhaseQA', title: 'QA' }],
      skips: [
        { id: 'Taskmeasure', title: 'measure' },
        { id: 'Tasksign', title: 'sign' },
      ],
      copies: [
        { source: { id: 'PhaseBuild', title: 'Build' }, title: 'Build (2)', tasks: 1, skipsInAdvance: [] },
        { source: { id: 'PhaseQA', title: 'QA' }, title: 'QA (2)', tasks: 3, skipsInAdvance: [] },
      ],
      differences: [],
    });
  });
  test('tasks before the chosen one are skipped in advance, with the ids of their sources', () => {
    expect(previewOf(running, from('PhaseQA', { fromTaskId: 'Taskmeasure' })).copies[0]?.skipsInAdvance).toEqual([
      { id: 'Taskcheck', title: 'check' },
    ]);
  });
  test('groups with tasks are not counted as tasks of a copy, as in the progress', () => {
    const grouped = plan('Build: all>[compile+ test>] | Ship: deploy.');
    expect(previewOf(grouped, from('PhaseBuild')).copies[0]?.tasks).toBe(2);
  });
  test('the preview changes nothing', () => {
    const before = structuredClone(running);
    previewOf(running, from('PhaseQA'));
    expect(running).toEqual(before);
  });
  test('the preview is rejected like the restart', () => {
    expect(() => previewOf(running, from('PhaseShip'))).toThrow(
      "cannot restart from phase 'Ship': the release has not reached it",
    );
  });
});

describe('the differences between LATEST and ORIGINAL', () => {
  const restarted = applyInputs(
    running,
    env(),
    command({ type: 'restartRelease', fromPhaseId: 'PhaseQA', phaseVersion: 'LATEST', resume: false }),
  );
  const copy = restarted.phases[2]!;

  test('titles, edited fields, and added and deleted tasks, field by field', () => {
    const environment = env({ newId: (kind) => `${kind}x` });
    const edited = applyInputs(
      restarted,
      environment,
      command({ type: 'updateTask', taskId: copy.tasks[0]!.id, patch: { owner: 'bob' } }),
      command({ type: 'deleteTask', taskId: copy.tasks[2]!.id }),
      command({ type: 'addTask', containerId: copy.id, task: { title: 'more' } }),
    );
    expect(previewOf(edited, from(copy.id)).differences).toEqual([
      {
        original: { id: 'PhaseQA', title: 'QA' },
        latest: { id: copy.id, title: 'QA (2)' },
        fields: [{ field: 'title', original: 'QA', latest: 'QA (2)' }],
        tasks: [
          {
            original: { id: 'Taskcheck', title: 'check' },
            latest: { id: copy.tasks[0]!.id, title: 'check' },
            fields: [{ field: 'owner', original: null, latest: 'bob' }],
          },
          { original: null, latest: { id: 'Taskx', title: 'more' }, fields: [] },
          { original: { id: 'Tasksign', title: 'sign' }, latest: null, fields: [] },
        ],
      },
    ]);
  });
  test('the conditions and targets of gates', () => {
    const gated = plan('QA: gate>', {
      task: {
        gate: {
          type: 'GateTask',
          conditions: [{ id: 'GateCondition1', title: 'old' }],
          dependencies: [{ id: 'Dependency1', target: 'Release7' }],
        },
      },
    });
    const secondRestart = applyInputs(
      gated,
      env(),
      command({ type: 'restartRelease', fromPhaseId: 'PhaseQA', phaseVersion: 'LATEST', resume: false }),
    );
    const gate = secondRestart.phases[1]!.tasks[0]!;
    const renamed = applyInputs(
      secondRestart,
      env(),
      command({ type: 'updateCondition', conditionId: gate.definition.conditions[0]!.id, title: 'new' }),
    );
    expect(previewOf(renamed, from(secondRestart.phases[1]!.id)).differences[0]?.tasks[0]?.fields).toEqual([
      { field: 'conditions', original: ['old'], latest: ['new'] },
    ]);
  });
  test('passive texts', () => {
    const texts: PassiveParts = {
      phases: new Map([['PhaseQA', { description: 'first', flagComment: null }]]),
      tasks: new Map([[copy.tasks[0]!.id, { ...blankTaskPassive, description: 'new' }]]),
    };
    const [difference] = previewOf(restarted, from(copy.id), texts).differences;
    expect(difference?.fields).toContainEqual({ field: 'description', original: 'first', latest: null });
    expect(difference?.tasks[0]?.fields).toContainEqual({ field: 'description', original: null, latest: 'new' });
  });
  test('tasks are compared as they were before they ran, because a restart copies that state', () => {
    const resumed = applyInputs(restarted, env(), command({ type: 'resumeRelease' }));
    const first = resumed.phases[2]!.tasks[0]!;
    const { release } = decide(
      resumed,
      command({ type: 'updateTask', taskId: first.id, patch: { title: 'renamed while it ran' } }),
    );
    expect(task(release, first.id.slice('Task'.length)).definition.title).toBe('renamed while it ran');
    expect(previewOf(release, from(copy.id)).differences[0]?.tasks).toEqual([]);
  });
});
