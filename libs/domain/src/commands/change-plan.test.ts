import { describe, expect, test } from 'vitest';
import type { Caller } from '../decision/inputs.ts';
import type { PlanEdit } from '../decision/plan-commands.ts';
import { caller, command, decided, env, refusal, task } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import { handle } from './handle.ts';

const release = plan('Build: a> b. gate. | Ship: c.', { owner: 'zoe', task: { gate: { type: 'GateTask' } } });
const change = (...edits: readonly PlanEdit[]) => command({ type: 'changePlan', edits });
const by = (who: Caller, edit: PlanEdit) => command({ type: 'changePlan', edits: [edit] }, who);
const why = (...edits: readonly PlanEdit[]) => refusal(release, change(...edits));

test('an edit of what is not there is refused', () => {
  expect(why({ type: 'updatePhase', phaseId: 'Phasex', patch: {} })).toMatch(/^NotFound: there is no phase 'Phasex'/);
  expect(why({ type: 'updateTask', taskId: 'Taskx', patch: {} })).toMatch(/^NotFound: there is no task 'Taskx'/);
});

describe('the data that edits require', () => {
  const world = env({ world: { creators: new Map() } });
  const wants = (...edits: readonly PlanEdit[]) => handle(release, change(...edits), world);

  test('is requested at once: the old texts of all changed parts, for the log', () => {
    const asked = wants(
      { type: 'updateRelease', patch: { description: 'r' } },
      { type: 'updatePhase', phaseId: 'PhaseBuild', patch: { description: 'p' } },
      { type: 'updateTask', taskId: 'Taska', patch: { description: 'a' } },
      { type: 'updateTask', taskId: 'Taskb', patch: { description: 'b' } },
    );
    expect(asked).toEqual({
      kind: 'wants',
      wants: [
        { kind: 'releasePassive', id: release.id },
        { kind: 'phasePassive', id: 'PhaseBuild' },
        { kind: 'passive', id: 'Taska' },
        { kind: 'passive', id: 'Taskb' },
      ],
    });
  });

  test('is requested at once', () => {
    const asked = wants(
      { type: 'updateRelease', patch: { owner: 'ann' } },
      { type: 'updateTask', taskId: 'Taskb', patch: { owner: 'bob' } },
      { type: 'addTask', containerId: 'PhaseShip', task: { owner: 'cas' } },
      { type: 'addPhase', phase: { tasks: [{ owner: 'dan' }] } },
      { type: 'addDependency', taskId: 'Taskgate', target: 'Applications/Releaseout' },
    );
    const user = (name: string) => ({ kind: 'user', name });
    expect(asked).toEqual({
      kind: 'wants',
      wants: [user('ann'), user('bob'), user('cas'), user('dan'), { kind: 'target', id: 'Releaseout' }],
    });
  });

  test('is empty if the edits name no user, or only users that the plan contains', () => {
    const { outcome } = wants(
      { type: 'updateRelease', patch: { title: 'x' } },
      { type: 'updateTask', taskId: 'Taskb', patch: { title: 'y' } },
      { type: 'addPhase', phase: {} },
      { type: 'addDependency', taskId: 'Taskgate', target: 'Taskc' },
      { type: 'addDependency', taskId: 'Taskgate', target: '${late}' },
    ) as Extract<ReturnType<typeof handle>, { kind: 'decided' }>;
    expect(task(outcome.release, 'gate').definition.dependencies).toHaveLength(2);
  });
});

describe('a refusal names the part of the plan', () => {
  test.each<[string, PlanEdit]>([
    [
      "NotFound: there is no task 'Tasknone' in release 'Release1'",
      { type: 'updateTask', taskId: 'Tasknone', patch: { owner: null } },
    ],
    ["NotFound: there is no phase 'Phasenone' in release 'Release1'", { type: 'deletePhase', phaseId: 'Phasenone' }],
    [
      "Invalid: new task '': position: expected a whole number from 0 to 1, got 9",
      { type: 'addTask', containerId: 'PhaseShip', task: {}, position: 9 },
    ],
    [
      "Invalid: new phase '': position: expected a whole number from 0 to 2, got 9",
      { type: 'addPhase', phase: {}, position: 9 },
    ],
    [
      "Invalid: phase 'Ship' (PhaseShip): title: a phase needs a title",
      { type: 'updatePhase', phaseId: 'PhaseShip', patch: { title: ' ' } },
    ],
    ['Invalid: title: a release needs a title', { type: 'updateRelease', patch: { title: ' ' } }],
    ["NotFound: there is no release, phase or task '?'", { type: 'addDependency', taskId: 'Taskgate', target: '?' }],
  ])('%s', (line, edit) => {
    expect(why(edit)).toBe(line);
  });

  test('even where the task or phase is gone by then', () => {
    const gone = { type: 'deleteTask', taskId: 'Taskb' } as const;
    expect(why(gone, { type: 'updateTask', taskId: 'Taskb', patch: { title: ' ' } })).toMatch(
      /^NotFound: there is no task 'Taskb'/,
    );
  });
});

test('a part comes with an id once', () => {
  const add = (type: 'addCondition' | 'addDependency', id: string): PlanEdit =>
    type === 'addCondition'
      ? { type, taskId: 'Taskgate', id, title: 'sure?', checked: false }
      : { type, taskId: 'Taskgate', id, target: 'Taskc' };
  expect(why(add('addCondition', 'GateConditionone'), add('addCondition', 'GateConditionone'))).toBe(
    "Conflict: task 'gate' (Taskgate): 'GateConditionone' exists already",
  );
});

test('each edit is held against the plan as it was, and a condition that moves is an edit of its task', () => {
  const gate = plan('Ship: gate>', {
    task: {
      gate: {
        type: 'GateTask',
        conditions: [
          { id: 'GateCondition1', title: '1' },
          { id: 'GateCondition2', title: '2' },
        ],
      },
    },
  });
  const to = (position: number): PlanEdit => ({ type: 'updateCondition', conditionId: 'GateCondition1', position });
  const { release: moved } = decided(gate, change(to(9)));
  expect(task(moved, 'gate').definition.conditions.map(({ title }) => title)).toEqual(['2', '1']);
  const tom = caller('tom', 'release#edit_task');
  expect(refusal(gate, by(tom, to(9)))).toMatch(/^Forbidden: Permission release#edit_task /);
  expect(decided(gate, by(tom, to(0))).release).toBe(gate);
});

test('a lock is no change of the plan', () => {
  const { release: locked } = decided(release, change({ type: 'lockTask', taskId: 'Taskb' }));
  expect(locked.authorship).toEqual(release.authorship);
});
