import { describe, expect, test } from 'vitest';
import { copyPassive, mergeChanges, storedPassive } from '../model/passive.ts';
import { blankPhasePassive } from '../model/phase.ts';
import { tasksOf } from '../model/plan.ts';
import { command, decide } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import { toStoredRelease } from './stored-release.ts';

describe('the passive fields of an object', () => {
  test('merge changes into stored, copied and new fields', () => {
    expect(mergeChanges(storedPassive, {})).toBe(storedPassive);
    expect(mergeChanges(storedPassive, { description: 'x' })).toEqual({
      kind: 'stored',
      changes: { description: 'x' },
    });
    const fresh = { kind: 'new', value: blankPhasePassive } as const;
    expect(mergeChanges(fresh, { description: 'x' })).toEqual({
      kind: 'new',
      value: { ...blankPhasePassive, description: 'x' },
    });
    const copy = copyPassive('Phase1', storedPassive, false);
    expect(copy).toEqual({ kind: 'copy', of: 'Phase1', beforeRun: false, changes: null });
    expect(mergeChanges(copy, { description: 'x' })).toEqual({ ...copy, changes: { description: 'x' } });
  });

  test('are copied from the stored fields with later changes', () => {
    const edited = { kind: 'stored', changes: { description: 'x' } } as const;
    expect(copyPassive('Phase1', edited, true)).toEqual({
      kind: 'copy',
      of: 'Phase1',
      beforeRun: true,
      changes: { description: 'x' },
    });
    const fresh = { kind: 'new', value: blankPhasePassive } as const;
    expect(copyPassive('Phase1', fresh, false)).toBe(fresh);
  });
});

describe('a release after a save', () => {
  const release = plan('One: a> p.[b. c.] | Two: d.');

  test('is the same object if all passive fields were already stored', () => {
    expect(toStoredRelease(release)).toBe(release);
  });

  test.each([
    ['the release', command({ type: 'updateRelease', patch: { description: 'x' } })],
    ['a phase', command({ type: 'updatePhase', phaseId: 'PhaseTwo', patch: { description: 'x' } })],
    ['a task', command({ type: 'updateTask', taskId: 'Taska', patch: { description: 'x' } })],
    ['a task in a group', command({ type: 'updateTask', taskId: 'Taskc', patch: { description: 'x' } })],
    ['a new task', command({ type: 'addTask', containerId: 'PhaseTwo', task: {} })],
    ['a new phase', command({ type: 'addPhase', phase: { tasks: [{}] } })],
  ])('has only stored passive fields, and no other changes: %s', (_, input) => {
    const before = decide(release, input).release;
    const saved = toStoredRelease(before);
    expect(
      [saved.passive, ...saved.phases.map(({ passive }) => passive)].every((passive) => passive === storedPassive),
    ).toBe(true);
    expect([...tasksOf(saved)].every(({ passive }) => passive === storedPassive)).toBe(true);
    expect({ ...saved, passive: null, phases: [] }).toEqual({ ...before, passive: null, phases: [] });
  });
});
