import { describe, expect, test } from 'vitest';
import { changed, copied, stored } from '../model/passive.ts';
import { blankPhasePassive } from '../model/phase.ts';
import { tasksOf } from '../model/plan.ts';
import { command, decided } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import { asStored } from './as-stored.ts';

describe('the part of an item that no rule reads', () => {
  test('takes changes over what is stored, copied or new', () => {
    expect(changed(stored, {})).toBe(stored);
    expect(changed(stored, { description: 'x' })).toEqual({ kind: 'stored', changes: { description: 'x' } });
    const fresh = { kind: 'new', value: blankPhasePassive } as const;
    expect(changed(fresh, { description: 'x' })).toEqual({
      kind: 'new',
      value: { ...blankPhasePassive, description: 'x' },
    });
    const copy = copied('Phase1', stored, false);
    expect(copy).toEqual({ kind: 'copy', of: 'Phase1', beforeRun: false, changes: null });
    expect(changed(copy, { description: 'x' })).toEqual({ ...copy, changes: { description: 'x' } });
  });

  test('is copied from where it is stored, with what has changed since', () => {
    const edited = { kind: 'stored', changes: { description: 'x' } } as const;
    expect(copied('Phase1', edited, true)).toEqual({
      kind: 'copy',
      of: 'Phase1',
      beforeRun: true,
      changes: { description: 'x' },
    });
    const fresh = { kind: 'new', value: blankPhasePassive } as const;
    expect(copied('Phase1', fresh, false)).toBe(fresh);
  });
});

describe('a release that was saved', () => {
  const release = plan('One: a> p.[b. c.] | Two: d.');

  test('is the same when every part is in its row already', () => {
    expect(asStored(release)).toBe(release);
  });

  test.each([
    ['the release', command({ type: 'updateRelease', patch: { description: 'x' } })],
    ['a phase', command({ type: 'updatePhase', phaseId: 'PhaseTwo', patch: { description: 'x' } })],
    ['a task', command({ type: 'updateTask', taskId: 'Taska', patch: { description: 'x' } })],
    ['a task in a group', command({ type: 'updateTask', taskId: 'Taskc', patch: { description: 'x' } })],
    ['a new task', command({ type: 'addTask', containerId: 'PhaseTwo', task: {} })],
    ['a new phase', command({ type: 'addPhase', phase: { tasks: [{}] } })],
  ])('has everything in its row, and the rest is untouched: %s', (_, input) => {
    const before = decided(release, input).release;
    const saved = asStored(before);
    expect([saved.passive, ...saved.phases.map(({ passive }) => passive)].every((passive) => passive === stored)).toBe(
      true,
    );
    expect([...tasksOf(saved)].every(({ passive }) => passive === stored)).toBe(true);
    expect({ ...saved, passive: null, phases: [] }).toEqual({ ...before, passive: null, phases: [] });
  });
});
