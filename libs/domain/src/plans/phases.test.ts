import { describe, expect, test } from 'vitest';
import type { Command } from '../commands/registry.ts';
import { taskOf } from '../model/plan.ts';
import { command, decide, log, refusal } from '../testing/inputs.ts';
import { formatPlan, plan } from '../testing/notation.ts';

const decideOn = (sketch: string, request: Command) => decide(plan(sketch), command(request));
const add = (position?: number | null): Command => ({
  type: 'addPhase',
  phase: { title: 'New', tasks: [{ title: 'n' }] },
  ...(position !== undefined && { position }),
});
const copy = (name: string, targetPosition: number): Command => ({
  type: 'copyPhase',
  phaseId: `Phase${name}`,
  targetPosition,
});
const move = (name: string, position: number): Command => ({ type: 'movePhase', phaseId: `Phase${name}`, position });
const erase = (name: string): Command => ({ type: 'deletePhase', phaseId: `Phase${name}` });

test('the parts of a copy have the chosen ids', () => {
  const ids = { PhaseOne: 'Phasenew', Taskb: 'Tasknew', Taskc: 'Taskforeign' };
  const { release } = decide(
    plan('One: a> b. | Two: c.'),
    command({ type: 'copyPhase', phaseId: 'PhaseOne', targetPosition: 1, ids }),
  );
  const [, phase] = release.phases;
  expect([phase?.id, phase?.tasks.map(({ id }) => id === 'Tasknew')]).toEqual(['Phasenew', [false, true]]);
});

test.each([
  ['is added at the end', 'One: a> | Two: b.', add(), 'IN_PROGRESS One: a> | Two: b. | New: n.', 'PHASE_CREATED n1'],
  ['is added at the end for null', 'One: a>', add(null), 'IN_PROGRESS One: a> | New: n.', 'PHASE_CREATED n1'],
  [
    'is added after the current one',
    'One: a> | Two: b.',
    add(1),
    'IN_PROGRESS One: a> | New: n. | Two: b.',
    'PHASE_CREATED n1',
  ],
  ['is added anywhere in a template', 'TEMPLATE One: a.', add(0), 'TEMPLATE New: n. | One: a.', 'PHASE_CREATED n1'],
  [
    'is copied as planned',
    'One: a+ b> | Two: c.',
    copy('One', 1),
    'IN_PROGRESS One: a+ b> | One (copy): a. b. | Two: c.',
    'PHASE_COPIED n1',
  ],
  [
    'is copied next to a planned one',
    'One: a> | Two: b.',
    copy('Two', 2),
    'IN_PROGRESS One: a> | Two: b. | Two (copy): b.',
    'PHASE_COPIED n1',
  ],
  [
    'is copied to the front before the start',
    'One: a. | Two: b.',
    copy('Two', 0),
    'PLANNED Two (copy): b. | One: a. | Two: b.',
    'PHASE_COPIED n1',
  ],
  [
    'is copied when a restart closed it',
    'One-: a- | Two: b>',
    copy('One', 2),
    'IN_PROGRESS One-: a- | Two: b> | One (copy): a.',
    'PHASE_COPIED n1',
  ],
  [
    'is moved back',
    'One: a> | Two: b. | Three: c.',
    move('Three', 1),
    'IN_PROGRESS One: a> | Three: c. | Two: b.',
    'PHASE_MOVED Three',
  ],
  [
    'is moved forward',
    'One: a> | Two: b. | Three: c.',
    move('Two', 2),
    'IN_PROGRESS One: a> | Three: c. | Two: b.',
    'PHASE_MOVED Two',
  ],
  ['is deleted', 'One: a> | Two: b. | Three: c.', erase('Two'), 'IN_PROGRESS One: a> | Three: c.', 'PHASE_DELETED Two'],
])('a phase %s', (_, sketch, request, expected, entry) => {
  const outcome = decideOn(sketch, request);
  expect(formatPlan(outcome.release)).toBe(expected);
  expect(log(outcome)[0]).toBe(entry);
});

const reached = (position: number, free: number) =>
  `Conflict: cannot put a phase at position ${position}: the first free position is ${free}`;

test.each<readonly [string, Command, string]>([
  ['One: a> | Two: b.', add(0), reached(0, 1)],
  ['One: a+ | Two: b>', add(1), reached(1, 2)],
  ['One: a>', add(2), 'Invalid: position: expected a whole number from 0 to 1, got 2'],
  ['One: a>', add(-1), 'Invalid: position: expected a whole number from 0 to 1, got -1'],
  ['One: a>', add(0.5), 'Invalid: position: expected a whole number from 0 to 1, got 0.5'],
  ['One: a>', { type: 'addPhase', phase: { id: 'PhaseOne' } }, "Conflict: 'PhaseOne' already exists"],
  ['One: a>', { type: 'addPhase', phase: { tasks: [{ id: 'Taska' }] } }, "Conflict: 'Taska' already exists"],
  ['One: a>', { type: 'addPhase', phase: { title: '' } }, 'Invalid: title: a phase needs a title'],
  ['One: a+ | Two: b>', copy('One', 2), "Conflict: cannot copy phase 'One' (PhaseOne) while it is COMPLETED"],
  ['One: a> | Two: b.', copy('One', 0), reached(0, 1)],
  ['One: a> | Two: b.', copy('One', 3), 'Invalid: position: expected a whole number from 0 to 2, got 3'],
  [
    'PAUSED One-: a-',
    copy('One', 1),
    "Conflict: cannot copy phase 'One' to position 1: it is not next to a planned or running phase",
  ],
  ['One: a>', copy('Two', 1), "NotFound: there is no phase 'PhaseTwo' in release 'Release1'"],
  ['One: a> | Two: b.', move('One', 1), "Conflict: cannot move phase 'One' (PhaseOne) while it is IN_PROGRESS"],
  ['One: a> | Two: b.', move('Two', 0), reached(0, 1)],
  ['One: a> | Two: b.', move('Two', 2), 'Invalid: position: expected a whole number from 0 to 1, got 2'],
  ['One: a> | Two: b.', erase('One'), "Conflict: cannot delete phase 'One' (PhaseOne) while it is IN_PROGRESS"],
  ['One: a+ | Two: b>', erase('One'), "Conflict: cannot delete phase 'One' (PhaseOne) while it is COMPLETED"],
  ['One: a! | Two: b.', erase('One'), "Conflict: cannot delete phase 'One' (PhaseOne) while it is FAILED"],
  [
    'One: a+ | Two: b>',
    { type: 'updatePhase', phaseId: 'PhaseOne', patch: { title: 'x' } },
    "Conflict: cannot update phase 'One' (PhaseOne) while it is COMPLETED",
  ],
  [
    'One-: a- | Two: b>',
    { type: 'updatePhase', phaseId: 'PhaseOne', patch: { title: 'x' } },
    "Conflict: cannot update phase 'One' (PhaseOne) while it is SKIPPED",
  ],
  [
    'One: a>',
    { type: 'updatePhase', phaseId: 'PhaseOne', patch: { title: ' ' } },
    'Invalid: title: a phase needs a title',
  ],
])('rejected in %s: %j', (sketch, request, message) => {
  expect(refusal(plan(sketch), command(request))).toBe(message);
});

describe('a phase', () => {
  test('can be updated while it is open, and logs nothing if it is unchanged', () => {
    const patch = { title: 'First', color: '#ff0000', description: 'text' };
    const outcome = decideOn('One: a>', { type: 'updatePhase', phaseId: 'PhaseOne', patch });
    expect(outcome.release.phases[0]).toMatchObject({
      title: 'First',
      color: '#ff0000',
      passive: { changes: { description: 'text' } },
    });
    expect(log(outcome)).toEqual(['PHASE_UPDATED One']);
    const release = plan('One: a+ | Two: b>');
    expect(
      decide(release, command({ type: 'updatePhase', phaseId: 'PhaseOne', patch: { title: 'One' } })).release,
    ).toBe(release);
  });

  test('logs nothing if it is moved to its own position', () => {
    const release = plan('One: a> | Two: b.');
    expect(decide(release, command(move('Two', 1))).release).toBe(release);
  });

  test('gets new ids in a copy, and gates in the copy depend on copied tasks', () => {
    const gate = { type: 'GateTask', dependencies: [{ id: 'Dependency1', target: 'Taska' }] };
    const outcome = decide(plan('One: a. g.', { task: { g: gate } }), command(copy('One', 1)));
    const [copied, waiting] = outcome.release.phases[1]?.tasks ?? [];
    expect(outcome.release.phases[1]).toMatchObject({ originId: null, status: 'PLANNED', startDate: null });
    expect(waiting?.definition.dependencies.map(({ target }) => target)).toEqual([copied?.id]);
    expect(taskOf(outcome.release, 'Taskg').definition.dependencies[0]?.target).toBe('Taska');
  });

  test('runs if it is added at the end of a release that is about to complete', () => {
    const outcome = decideOn('One: a>', { type: 'addPhase', phase: { title: 'Two' } });
    expect(formatPlan(decide(outcome.release, command({ type: 'completeTask', taskId: 'Taska' })).release)).toBe(
      'COMPLETED One: a+ | Two+:',
    );
  });
});
