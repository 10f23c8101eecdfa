import { describe, expect, test } from 'vitest';
import { contextFor } from '../decision/context.ts';
import { Forbidden } from '../model/errors.ts';
import { approve, gateRequiring, teamMember } from '../testing/approvals.ts';
import { applyInputs, caller, command, decide, env, fact, finished, refusal, task } from '../testing/inputs.ts';
import { formatPlan, plan } from '../testing/notation.ts';
import { requireMayBypassGate } from './skip-gate.ts';

const ann = teamMember('ann', 'QA');
const mayNot =
  "Forbidden: cannot skip gate 'gate' (Taskgate): missing approvals: 1 of 1 from team 'QA'. " +
  'Permission release#lock_task on APPLICATIONS on Taskgate is not granted to you.';
const skip = (by = ann, comment?: string, name = 'gate') =>
  command({ type: 'skipTask', taskId: `Task${name}`, ...(comment !== undefined && { comment }) }, by);
const running = plan('Ship: gate> b.', { task: { gate: gateRequiring() } });

describe('a gate with missing approvals is skipped', () => {
  test('by a user with the permission to edit locked tasks, with a reason', () => {
    expect(refusal(running, skip())).toBe(mayNot);
    expect(refusal(running, skip(caller()))).toBe(refusal(running, skip(caller(), ' ')));
    expect(refusal(running, skip(caller(), ' '))).toBe(
      "Invalid: comment: a reason is required to skip gate 'gate' (Taskgate), which lacks approvals",
    );
    expect(formatPlan(decide(running, skip(caller(), 'the house is on fire')).release)).toBe(
      'IN_PROGRESS Ship: gate- b>',
    );
  });

  test('not with its group or in advance without the permission', () => {
    const ahead = plan('Ship: a> g.(gate.) z.', { task: { gate: gateRequiring() } });
    expect([refusal(ahead, skip()), refusal(ahead, skip(ann, 'x', 'g'))]).toEqual([mayNot, mayNot]);
    expect(formatPlan(decide(ahead, skip(ann, undefined, 'z')).release)).toBe('IN_PROGRESS Ship: a> g.(gate.) z_');
  });

  test('not by a failure handler, and not by a script without the permission', () => {
    const handled = { ...gateRequiring(), taskFailureHandlerEnabled: true } as const;
    const skips = plan('Ship: gate> b.', { task: { gate: { ...handled, taskRecoverOp: 'SKIP_TASK' } } });
    const failed = decide(skips, command({ type: 'failTask', taskId: 'Taskgate' }));
    expect(formatPlan(failed.release)).toBe('FAILED Ship: gate! b.');
    expect(failed.comments.map(({ text }) => text)).toEqual([
      'The failure handler did not skip the gate: it lacks approvals.',
    ]);
    const scripted = plan('Ship: gate* b.', { task: { gate: { ...handled, hasFailureHandler: true } } });
    const decision = decide(scripted, finished('gate', true, { type: 'skipTask', taskId: 'Taskgate', comment: 'x' }));
    expect(formatPlan(decision.release)).toBe('FAILED Ship: gate! b.');
  });

  test.each([
    ['without the permission', ann, "its author 'ann' needs permission release#lock_task"],
    ['that is not stored', null, 'it has no stored author; save it again to become its author'],
    ['with the permission', caller(), null],
  ])('by a script with an author %s', (_, scriptAuthor, refused) => {
    const pass = () =>
      requireMayBypassGate(running, contextFor(env(), caller(), { scriptAuthor }), task(running, 'gate'));
    if (refused === null) expect(pass).not.toThrow();
    else expect(pass).toThrow(new Forbidden(`the script cannot bypass gate 'gate' (Taskgate): ${refused}`));
  });

  test('by a restart from a later task only with the permission', () => {
    const release = plan('Ship: gate- b>', { task: { gate: gateRequiring() } });
    const from = (fromTaskId: string | null, by = ann) =>
      command(
        { type: 'restartRelease', fromPhaseId: 'PhaseShip', fromTaskId, phaseVersion: 'LATEST', resume: true },
        by,
      );
    expect(refusal(release, from('Taskb'))).toBe(mayNot);
    expect(formatPlan(decide(release, from('Taskb', caller())).release)).toBe(
      'IN_PROGRESS Ship-: gate- b- | Ship (2): gate- b>',
    );
    expect(formatPlan(decide(release, from(null)).release)).toBe('IN_PROGRESS Ship-: gate- b- | Ship (2): gate> b.');
  });
});

test('a gate whose approvals are complete can be skipped', () => {
  const closed = plan('Ship: gate> b.', {
    task: { gate: { ...gateRequiring(), conditions: [{ id: 'GateCondition1', title: 'x' }] } },
  });
  expect(formatPlan(applyInputs(closed, env(), approve(ann), skip(ann)))).toBe('IN_PROGRESS Ship: gate- b>');
});

test.each([
  ['approveTask', 'approve'],
  ['rejectTask', 'reject'],
  ['withdrawApproval', 'withdraw from'],
] as const)('no script gives an approval, independent of its run-as user: %s', (type, verb) => {
  const release = plan('Ship: p>[s& gate>]', { task: { s: { type: 'Script' }, gate: gateRequiring() } });
  const decision = finished('s', true, { type, taskId: 'Taskgate', comment: 'x' });
  if (decision.kind !== 'fact' || decision.fact.type !== 'scriptFinished') throw new Error('no script has finished');
  const done = decide(release, fact({ ...decision.fact, by: ann }));
  expect(done.comments.map(({ text }) => text)).toEqual([
    `An action of the script was refused: cannot ${verb} task 'gate' (Taskgate): scripts cannot approve or reject gates`,
  ]);
});
