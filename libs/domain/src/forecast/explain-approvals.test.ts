import { expect, test } from 'vitest';
import { approve, gateRequiring, reject, teamMember } from '../testing/approvals.ts';
import { explanationContext, reasonLines } from '../testing/explanation-context.ts';
import { applyInputs, command, env } from '../testing/inputs.ts';
import { plan, type TaskOverrides } from '../testing/notation.ts';
import { explainRelease } from './explain.ts';

const [ann, bob] = [teamMember('ann', 'QA'), teamMember('bob', 'QA')];
const gated = (gate: TaskOverrides) => plan('Ship: gate> b.', { task: { gate } });
const reasonsOf = (release: ReturnType<typeof gated>) => reasonLines(explainRelease(release, explanationContext()));

test('a gate lists the missing approvals with their teams and roles, and the given ones', () => {
  const gate = gated(gateRequiring({ count: 3 }, { role: 'Security' }));
  expect(reasonsOf(gate)).toEqual([
    "gate: Gate 'gate' is closed: missing approvals: 3 of 3 from team 'QA', 1 of 1 from role 'Security'.",
  ]);
  expect(reasonsOf(applyInputs(gate, env(), approve(ann), approve(bob)))).toEqual([
    "gate: Gate 'gate' is closed: missing approvals: 1 of 3 from team 'QA', 1 of 1 from role 'Security'; given approvals: ann, bob of team 'QA'.",
  ]);
});

test('a gate reports a team or role that was renamed or deleted', () => {
  const gate = gated(gateRequiring({ count: 2 }, { team: 'Ops' }, { role: 'Security' }, { role: 'Audit' }));
  const askers = { teams: ['QA'], roles: ['SECURITY'] };
  expect(reasonLines(explainRelease(gate, explanationContext({ existingApprovers: askers })))).toEqual([
    "gate: Gate 'gate' is closed: missing approvals: 2 of 2 from team 'QA', 1 of 1 from team 'Ops', 1 of 1 from role 'Security', 1 of 1 from role 'Audit'; team 'Ops' no longer exists: change the requirements of the gate; role 'Audit' no longer exists: change the requirements of the gate.",
  ]);
});

test('a gate reports the users who have rejected it, with their reasons', () => {
  const explained = explainRelease(
    applyInputs(gated(gateRequiring()), env(), reject(ann, 'no tests'), approve(bob)),
    explanationContext(),
  );
  expect(reasonLines(explained)).toEqual(["gate: Gate 'gate' is closed: ann has rejected it: no tests."]);
  expect(explained.moving).toBe(false);
  const { rejections, counts, holds } = explained.reasons[0]!.approvals!;
  expect(rejections.map(({ username, comment }) => [username, comment])).toEqual([['ann', 'no tests']]);
  expect([counts.map(({ approvers, missing }) => [approvers, missing]), holds]).toEqual([[[['bob'], 0]], false]);
});

test('a gate reports each verdict that does not count, with the reason', () => {
  const edit = (taskId: string) =>
    command({ type: 'updateTask', taskId, patch: { title: 'gate 2' } }, teamMember('max'));
  const stale = (gate: TaskOverrides, taskId: string) =>
    reasonsOf(applyInputs(gated(gate), env(), approve(ann), edit(taskId)));
  expect(stale(gateRequiring({ count: 2 }), 'Taskgate')).toEqual([
    "gate: Gate 'gate 2' is closed: missing approvals: 2 of 2 from team 'QA'; the verdict of ann does not count: the gate has changed since then.",
  ]);
  expect(stale(gateRequiring({ count: 2, wholeRelease: true }), 'Taskb')).toEqual([
    "gate: Gate 'gate' is closed: missing approvals: 2 of 2 from team 'QA'; the verdict of ann does not count: the release has changed since then.",
  ]);
  const verdict = (fields: object) => ({
    ...gateRequiring({ count: 2 }),
    run: { signing: { createdBy: 'ann', changedBy: null, revision: 1, verdicts: [{ ...approvalFields, ...fields }] } },
  });
  const missingTexts =
    "gate: Gate 'gate' is closed: missing approvals: 2 of 2 from team 'QA'; the verdict of ann does not count:";
  expect(reasonsOf(gated(verdict({})))).toEqual([`${missingTexts} ann has created the gate.`]);
  expect(reasonsOf(gated(verdict({ ahead: true })))).toEqual([
    `${missingTexts} it was given before the flow had reached the gate.`,
  ]);
  expect(reasonsOf(gated(verdict({ teams: ['Ops'] })))).toEqual([`${missingTexts} no requirement includes this user.`]);
});

const approvalFields = {
  kind: 'APPROVED',
  username: 'ann',
  date: 0,
  comment: null,
  gate: 1,
  plan: 1,
  ahead: false,
  teams: ['QA'],
  roles: [],
} as const;
