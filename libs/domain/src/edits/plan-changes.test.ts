import { describe, expect, test } from 'vitest';
import { caller, command, decide, env, log, refusal } from '../testing/inputs.ts';
import { formatPlan, plan } from '../testing/notation.ts';
import { applyPlanChange, changePlanCommand, editsBetween, requestedPlan } from '../testing/requested-plan.ts';

describe('a plan becomes equal to the requested plan', () => {
  test.each([
    ['a task is added', 'Build: a. b.', 'Build: a. x. b.', ['addTask']],
    ['a task is deleted', 'Build: a. b. c.', 'Build: a. c.', ['deleteTask']],
    ['a task moves to a later position', 'Build: a. b. c.', 'Build: b. c. a.', ['moveTask']],
    ['a task moves to an earlier position', 'Build: a. b. c.', 'Build: c. a. b.', ['moveTask']],
    ['two tasks are exchanged', 'Build: a. b. c. d.', 'Build: d. b. c. a.', ['moveTask', 'moveTask']],
    ['a task moves to another phase', 'Build: a. b. | Ship: c.', 'Build: a. | Ship: b. c.', ['moveTask']],
    ['a task moves to an earlier phase', 'Build: a. | Ship: b. c.', 'Build: c. a. | Ship: b.', ['moveTask']],
    ['a task moves into a group', 'Build: a. g.[b.]', 'Build: g.[b. a.]', ['moveTask']],
    ['a task moves into a new group', 'Build: a. b.', 'Build: g.[x. a.] b.', ['addTask', 'moveTask']],
    ['a task moves into a new group of a new group', 'Build: a.', 'Build: g.(h.[a. x.] y.)', ['addTask', 'moveTask']],
    ['a task moves into a new phase', 'Build: a. b.', 'New: b. | Build: a.', ['addPhase', 'moveTask']],
    ['a group is deleted, and its tasks remain', 'Build: g.[a. b.] c.', 'Build: b. c.', ['moveTask', 'deleteTask']],
    ['a phase is deleted, and its tasks remain', 'One: a. b. | Two: c.', 'Two: a. c.', ['moveTask', 'deletePhase']],
    [
      'a group is exchanged with the group in it',
      'Build: g.(h.(a.))',
      'Build: h.(g.(a.))',
      ['moveTask', 'moveTask', 'moveTask'],
    ],
    ['a phase is added', 'One: a.', 'New: x. | One: a.', ['addPhase']],
    ['a phase is deleted', 'One: a. | Two: b.', 'Two: b.', ['deletePhase']],
    ['a phase moves', 'One: a. | Two: b. | Three: c.', 'Three: c. | One: a. | Two: b.', ['movePhase']],
    [
      'all parts differ',
      'One: a. b. | Two: c.',
      'Three: x. | Four: y.',
      ['deletePhase', 'deletePhase', 'addPhase', 'addPhase'],
    ],
    ['nothing differs', 'One: a. g.[b. c.(d.)] | Two: e.', 'One: a. g.[b. c.(d.)] | Two: e.', []],
  ])('%s', (_, from, to, types) => {
    const before = plan(`TEMPLATE ${from}`);
    const edits = editsBetween(before, requestedPlan(to));
    expect(edits.map(({ type }) => type)).toEqual(types);
    const { release } = decide(before, command({ type: 'changePlan', edits }));
    expect(formatPlan(release)).toBe(`TEMPLATE ${to}`);
    expect(editsBetween(release, requestedPlan(to))).toEqual([]);
  });

  test('an absent list stays unchanged', () => {
    const before = plan('TEMPLATE One: a. g.[b.] | Two: c.');
    expect(editsBetween(before, {})).toEqual([]);
    const phases = [{ id: 'PhaseTwo' }, { id: 'PhaseOne', tasks: [{ id: 'Taskg' }] }];
    expect(formatPlan(applyPlanChange(before, { phases }).release)).toBe('TEMPLATE Two: c. | One: g.[b.]');
  });

  test('parts with a missing or unknown id are created', () => {
    const before = plan('TEMPLATE One: a.');
    const phases = [
      { id: 'PhaseOne', tasks: [{ id: 'Taska' }, { title: 'x' }] },
      { id: 'two', title: 'Two', tasks: [] },
    ];
    expect(editsBetween(before, { phases })).toEqual([
      { type: 'addPhase', phase: { id: 'Phasew2', title: 'Two', tasks: [] }, position: 1 },
      { type: 'addTask', containerId: 'PhaseOne', task: { id: 'Taskw1', title: 'x' }, position: 1 },
    ]);
  });

  test('a new phase needs no tasks, and tasks outside a group are ignored', () => {
    const before = plan('TEMPLATE One: a.');
    const phases = [{ id: 'PhaseOne', tasks: [{ id: 'Taska', tasks: [{ title: 'x' }] }] }, { id: 'PhaseTwo' }];
    expect(editsBetween(before, { phases })).toEqual([
      { type: 'addPhase', phase: { id: 'PhaseTwo', tasks: [] }, position: 1 },
    ]);
  });

  test('a part at two positions is rejected', () => {
    const phases = [{ id: 'PhaseOne', tasks: [{ id: 'Taska' }, { id: 'Taska' }] }];
    expect(() => editsBetween(plan('One: a.'), { phases })).toThrow("'Taska' appears twice");
  });

  test('started parts keep their position', () => {
    const before = plan('Build: a+ b> c. d.');
    expect(formatPlan(applyPlanChange(before, requestedPlan('Build: a. b. d. x. c.')).release)).toBe(
      'IN_PROGRESS Build: a+ b> d. x. c.',
    );
  });
});

test('the log contains each edit, and the plan changes once', () => {
  const before = plan('TEMPLATE One: a. b.');
  const outcome = applyPlanChange(before, requestedPlan('One: b. x.'));
  expect(log(outcome)).toEqual(['TASK_DELETED a', 'TASK_CREATED x']);
  expect(outcome.release.authorship.revision).toBe(before.authorship.revision + 1);
});

describe('all edits are refused', () => {
  const names = (sketch: string, to: string, by = caller()) => {
    const before = plan(sketch);
    return refusal(before, changePlanCommand(before, requestedPlan(to), by), env());
  };

  test.each([
    ['Build: a> b.', 'Build: b. x.', "Conflict: cannot delete task 'a' (Taska) while it is IN_PROGRESS"],
    ['Build: a+ b>', 'Build: b. a.', "Conflict: cannot move task 'b' (Taskb) while it is IN_PROGRESS"],
    [
      'Build: a> b.',
      'Build: x. a. b.',
      "Conflict: new task 'x': cannot put a task at position 0: the flow has passed it; the first free position is 1",
    ],
    [
      'One: a> | Two: b.',
      'New: x. | One: a. | Two: b.',
      "Conflict: new phase 'New': cannot put a phase at position 0: the first free position is 1",
    ],
    ['One: a+ | Two: b>', 'Two: b.', "Conflict: cannot delete phase 'One' (PhaseOne) while it is COMPLETED"],
    [
      'One: a+ | Two: b> c.',
      'One: a. c. | Two: b.',
      "Conflict: task 'c' (Taskc): cannot add a task to phase 'One' while it is COMPLETED",
    ],
    ['ABORTED One: a#', 'One: a. b.', "Conflict: new task 'b': cannot add a task while release 'Release1' is ABORTED"],
    [
      'ABORTED One#: a#',
      'Two: b.',
      "Conflict: phase 'One' (PhaseOne): cannot delete a phase while release 'Release1' is ABORTED",
    ],
  ])('%s to %s', (sketch, to, message) => {
    expect(names(sketch, to)).toBe(message);
  });

  test('if the permission for one of them is missing', () => {
    const requested = 'One: b. a.';
    expect(names('One: a. b.', requested, caller('tom', 'release#edit'))).toBe(
      'Forbidden: Permission release#edit on APPLICATIONS on Taskb is not granted to you.',
    );
  });
});
