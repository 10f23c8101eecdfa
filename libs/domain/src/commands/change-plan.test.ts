import { describe, expect, test } from 'vitest';
import type { Caller } from '../decision/inputs.ts';
import { blankCreation } from '../model/own-fields.ts';
import { caller, command, decide, env, refusal, task, variable } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import { type ChangePlan, changePlan } from './change-plan.ts';
import { handle } from './handle.ts';
import type { PlanEdit } from './plan-edits.ts';

const release = plan('Build: a> b. gate. | Ship: c.', { owner: 'zoe', task: { gate: { type: 'GateTask' } } });
const change = (...edits: readonly PlanEdit[]) => command({ type: 'changePlan', edits });
const by = (author: Caller, edit: PlanEdit) => command({ type: 'changePlan', edits: [edit] }, author);
const refusalOf = (...edits: readonly PlanEdit[]) => refusal(release, change(...edits));

test('an edit of a missing part is refused', () => {
  expect(refusalOf({ type: 'updatePhase', phaseId: 'Phasex', patch: {} })).toMatch(
    /^NotFound: there is no phase 'Phasex'/,
  );
  expect(refusalOf({ type: 'updateTask', taskId: 'Taskx', patch: {} })).toMatch(/^NotFound: there is no task 'Taskx'/);
});

describe('the data that edits require', () => {
  const environment = env({ data: { creators: new Map() } });
  const requirementsOf = (...edits: readonly PlanEdit[]) => handle(release, change(...edits), environment);

  test('is requested together: the previous texts of all changed parts, for the log', () => {
    const requirements = requirementsOf(
      { type: 'updateRelease', patch: { description: 'r' } },
      { type: 'updatePhase', phaseId: 'PhaseBuild', patch: { description: 'p' } },
      { type: 'updateTask', taskId: 'Taska', patch: { description: 'a' } },
      { type: 'updateTask', taskId: 'Taskb', patch: { description: 'b' } },
    );
    expect(requirements).toEqual({
      kind: 'missingData',
      requirements: [
        { kind: 'releasePassive', id: release.id },
        { kind: 'phasePassive', id: 'PhaseBuild' },
        { kind: 'passive', id: 'Taska' },
        { kind: 'passive', id: 'Taskb' },
      ],
    });
  });

  test('is requested together', () => {
    const requirements = requirementsOf(
      { type: 'updateRelease', patch: { owner: 'ann' } },
      { type: 'updateTask', taskId: 'Taskb', patch: { owner: 'bob' } },
      { type: 'addTask', containerId: 'PhaseShip', task: { owner: 'cas' } },
      { type: 'addPhase', phase: { tasks: [{ owner: 'dan' }] } },
      { type: 'addDependency', taskId: 'Taskgate', target: 'Applications/Releaseout' },
    );
    const user = (name: string) => ({ kind: 'user', name });
    expect(requirements).toEqual({
      kind: 'missingData',
      requirements: [user('ann'), user('bob'), user('cas'), user('dan'), { kind: 'target', id: 'Releaseout' }],
    });
  });

  test('is empty if the edits name no user, or only users that the plan contains', () => {
    const { outcome } = requirementsOf(
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
    expect(refusalOf(edit)).toBe(line);
  });

  test('even if an earlier edit has deleted the task or phase', () => {
    const deletion = { type: 'deleteTask', taskId: 'Taskb' } as const;
    expect(refusalOf(deletion, { type: 'updateTask', taskId: 'Taskb', patch: { title: ' ' } })).toMatch(
      /^NotFound: there is no task 'Taskb'/,
    );
  });
});

test('a chosen id can be used only once', () => {
  const add = (type: 'addCondition' | 'addDependency', id: string): PlanEdit =>
    type === 'addCondition'
      ? { type, taskId: 'Taskgate', id, title: 'sure?', checked: false }
      : { type, taskId: 'Taskgate', id, target: 'Taskc' };
  expect(refusalOf(add('addCondition', 'GateConditionone'), add('addCondition', 'GateConditionone'))).toBe(
    "Conflict: task 'gate' (Taskgate): 'GateConditionone' already exists",
  );
});

test('each edit is checked against the plan before the first edit, and moving a condition is an edit of its task', () => {
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
  const { release: moved } = decide(gate, change(to(9)));
  expect(task(moved, 'gate').definition.conditions.map(({ title }) => title)).toEqual(['2', '1']);
  const tom = caller('tom', 'release#edit_task');
  expect(refusal(gate, by(tom, to(9)))).toMatch(/^Forbidden: Permission release#edit_task /);
  expect(decide(gate, by(tom, to(0))).release).toBe(gate);
});

test('a lock does not change the revision of the plan', () => {
  const { release: locked } = decide(release, change({ type: 'lockTask', taskId: 'Taskb' }));
  expect(locked.authorship).toEqual(release.authorship);
});

describe('a restore of a version', () => {
  const template = plan('TEMPLATE Build: a.');
  const restore = (revision: number) =>
    command({
      type: 'changePlan',
      edits: [{ type: 'updateRelease', patch: { title: 'Old' } }],
      restored: { number: 3, revision },
    });

  test('is logged before its edits', () => {
    const { entries } = decide(template, restore(template.authorship.revision));
    expect(entries.map(({ message }) => message)).toEqual([
      "Restored version 3 of template 'Webshop 1.0'",
      "Updated release 'Old': title from 'Webshop 1.0' to 'Old'",
    ]);
  });

  test('encrypts only the secrets that are not encrypted yet', () => {
    const seal = (_: string, text: string) => `v1.00000000.${text}`;
    const secret = (value: string) => variable(value, value, { type: 'PasswordStringVariable' });
    const templateVariables = [secret('v1.0a1b2c3d.stored'), secret('clear')];
    const patch = { creation: { ...blankCreation, templateVariables } };
    const edits = [{ type: 'updateTask', taskId: 'Taska', patch }] as const;
    const valuesOf = (input: Pick<ChangePlan, 'restored'>) =>
      changePlan.secrets
        ?.seal({ type: 'changePlan', edits, ...input }, { seal }, template)
        .edits.flatMap((edit) => ('patch' in edit && 'creation' in edit.patch ? edit.patch.creation : []))
        .flatMap((creation) => creation?.templateVariables.map(({ value }) => value));
    expect(valuesOf({ restored: { number: 3, revision: 1 } })).toEqual(['v1.0a1b2c3d.stored', 'v1.00000000.clear']);
    expect(valuesOf({})).toEqual(['v1.00000000.v1.0a1b2c3d.stored', 'v1.00000000.clear']);
  });

  test('is refused if the plan has changed since its edits were determined', () => {
    expect(refusal(template, restore(template.authorship.revision - 1))).toBe(
      "Conflict: release 'Release1' has changed since it was read: read it again",
    );
  });
});
