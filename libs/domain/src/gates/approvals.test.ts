import { describe, expect, test } from 'vitest';
import { blankGateAuthorship, type Verdict } from '../model/approval.ts';
import { approve, gateRequiring, reject, roleHolder, teamMember, withdraw } from '../testing/approvals.ts';
import { parseInput } from '../testing/examples.ts';
import { applyInputs, command, decide, env, log, refusal, task } from '../testing/inputs.ts';
import { formatPlan, noon, type PlanOverrides, plan, type TaskOverrides } from '../testing/notation.ts';

const [ann, bob, cyd] = ['ann', 'bob', 'cyd'].map((name) => teamMember(name, 'QA')) as [Member, Member, Member];
type Member = ReturnType<typeof teamMember>;
const authorship = { createdBy: 'amy', startedBy: 'sue', changedBy: 'max', revision: 3 };
const gated = (gate: TaskOverrides, sketch = 'Ship: gate> b.', more: PlanOverrides = {}) =>
  plan(sketch, { authorship: authorship, ...more, task: { gate, ...more.task } });
const two = gated(gateRequiring({ count: 2 }));

const verdictOf = (release: typeof two): Verdict => {
  const [verdict] = task(release, 'gate').run.signing?.verdicts ?? [];
  if (verdict === undefined) throw new Error('denied has said anything');
  return verdict;
};

describe('a gate with approval requirements', () => {
  test('completes automatically with the last approval, in the name of the system, with the approver as cause', () => {
    const first = decide(two, approve(ann));
    expect(formatPlan(first.release)).toBe('IN_PROGRESS Ship: gate> b.');
    expect(log(first)).toEqual(['GATE_APPROVED gate']);
    const last = decide(first.release, approve(bob, 'gate', { comment: 'looks good' }));
    expect(formatPlan(last.release)).toBe('IN_PROGRESS Ship: gate+ b>');
    expect(log(last)).toEqual(['COMMENT_ADDED gate', 'GATE_APPROVED gate', 'TASK_COMPLETED gate', 'TASK_STARTED b']);
    expect(last.entries.map(({ username, message }) => [username, message]).slice(1, 3)).toEqual([
      ['bob', "Approved version 1.3 of task 'gate'"],
      ['SYSTEM', "Completed task 'gate', after bob approved version 1.3 of task 'gate'"],
    ]);
  });

  test('stores the user, time, version, teams and roles of each verdict', () => {
    const { run } = task(applyInputs(two, env(), approve(ann, 'gate', { comment: 'yes' })), 'gate');
    expect(run.signing).toEqual({
      createdBy: null,
      changedBy: null,
      revision: 1,
      verdicts: [
        {
          kind: 'APPROVED',
          username: 'ann',
          date: noon,
          comment: 'yes',
          gate: 1,
          plan: 3,
          ahead: false,
          teams: ['QA'],
          roles: [],
        },
      ],
    });
  });

  test('counts a user once, independent of the number and spelling of their approvals', () => {
    const repeatedApproval = decide(applyInputs(two, env(), approve(ann)), approve(ann));
    expect([log(repeatedApproval), repeatedApproval.comments]).toEqual([[], []]);
    const { roles, teams, ...rest } = verdictOf(applyInputs(two, env(), approve(ann)));
    const stored = {
      ...gateRequiring({ count: 2 }),
      run: { signing: { ...blankGateAuthorship, verdicts: [{ roles, teams, ...rest }] } },
    };
    expect(log(decide(gated(stored), approve(ann)))).toEqual([]);
    expect(formatPlan(applyInputs(two, env(), approve(ann), approve(teamMember('ANN', 'QA'))))).toBe(
      'IN_PROGRESS Ship: gate> b.',
    );
    const repeated = decide(applyInputs(two, env(), approve(ann)), approve(ann, 'gate', { comment: 'still' }));
    expect(log(repeated)).toEqual(['COMMENT_ADDED gate', 'GATE_APPROVED gate']);
  });

  test('accepts roles, case-insensitively', () => {
    const byRole = gated(gateRequiring({ role: 'Release managers' }));
    expect(formatPlan(applyInputs(byRole, env(), approve(roleHolder('ann', 'release MANAGERS'))))).toBe(
      'IN_PROGRESS Ship: gate+ b>',
    );
    expect(refusal(byRole, approve(ann))).toBe(
      "Forbidden: cannot approve task 'gate' (Taskgate): it requires role 'Release managers'",
    );
  });

  test('counts a user for one requirement only, and assigns users so that as many approvals as possible count', () => {
    const both = gated(gateRequiring({ count: 1 }, { team: 'Security' }));
    const all = teamMember('all', 'QA', 'Security');
    expect(formatPlan(applyInputs(both, env(), approve(all)))).toBe('IN_PROGRESS Ship: gate> b.');
    expect(formatPlan(applyInputs(both, env(), approve(all), approve(ann)))).toBe('IN_PROGRESS Ship: gate+ b>');
    expect(formatPlan(applyInputs(both, env(), approve(ann), approve(all)))).toBe('IN_PROGRESS Ship: gate+ b>');
    expect(formatPlan(applyInputs(both, env(), approve(ann), approve(bob)))).toBe('IN_PROGRESS Ship: gate> b.');
  });

  test('also waits for its conditions and dependencies', () => {
    const conditions = [{ id: 'GateCondition1', title: 'signed' }];
    const dependencies = [{ id: 'Dependency1', target: 'Taskx' }];
    const gate = { ...gateRequiring(), conditions, dependencies };
    const release = gated(gate, 'Ship: p>[gate> x>]', { task: {} });
    const tick = command({ type: 'updateCondition', conditionId: 'GateCondition1', checked: true });
    expect(formatPlan(applyInputs(release, env(), approve(ann), tick))).toBe('IN_PROGRESS Ship: p>[gate> x>]');
    expect(formatPlan(applyInputs(release, env(), approve(ann), parseInput('complete x')))).toBe(
      'IN_PROGRESS Ship: p>[gate> x+]',
    );
    expect(formatPlan(applyInputs(release, env(), approve(ann), parseInput('complete x'), tick))).toBe(
      'COMPLETED Ship: p+[gate+ x+]',
    );
    expect(formatPlan(applyInputs(release, env(), parseInput('complete x'), tick, approve(ann)))).toBe(
      'COMPLETED Ship: p+[gate+ x+]',
    );
  });

  test('cannot be completed manually or in advance without them', () => {
    expect(refusal(two, parseInput('complete gate'))).toBe(
      "Conflict: cannot complete gate 'gate' (Taskgate): missing approvals: 2 of 2 from team 'QA'",
    );
    expect(refusal(applyInputs(two, env(), approve(ann)), parseInput('complete gate'))).toBe(
      "Conflict: cannot complete gate 'gate' (Taskgate): missing approvals: 1 of 2 from team 'QA'; given approvals: ann of team 'QA'",
    );
    expect(refusal(gated(gateRequiring(), 'Ship: a> gate.'), parseInput('complete gate'))).toBe(
      "Conflict: cannot complete gate 'gate' (Taskgate) in advance: it requires approvals and opens automatically when they are given",
    );
  });
});

describe('an approval is rejected', () => {
  const denied = "Forbidden: cannot approve task 'gate' (Taskgate): it requires team 'QA'";
  test('for a user who matches no requirement, also with the admin permission', () => {
    expect(refusal(two, approve(teamMember('eve')))).toBe(denied);
    expect(refusal(two, approve(roleHolder('admin', 'QA')))).toBe(denied);
  });

  test.each([
    ['amy', 'amy has created the release'],
    ['Sue', 'Sue has started the release'],
    ['max', 'max was the last to change the release'],
    ['gil', 'gil has created the gate'],
    ['pat', 'pat was the last to change the gate'],
  ])('by four eyes to %s', (name, message) => {
    const signing = { createdBy: 'gil', changedBy: 'pat', revision: 1, verdicts: [] };
    const signed = gated({ ...gateRequiring(), run: { signing } });
    expect(refusal(signed, approve(teamMember(name, 'QA')))).toBe(
      `Forbidden: cannot approve task 'gate' (Taskgate): ${message}, and the gate requires a second person`,
    );
    const free = gated({ ...gateRequiring({ fourEyes: false }), run: { signing } });
    expect(formatPlan(applyInputs(free, env(), approve(teamMember(name, 'QA'))))).toBe('IN_PROGRESS Ship: gate+ b>');
  });

  test('before the flow has reached the gate, unless allowed', () => {
    const early = (aheadOfTime: boolean) => gated(gateRequiring({ aheadOfTime }), 'Ship: a> gate. b.');
    expect(refusal(early(false), approve(ann))).toBe(
      "Conflict: cannot approve task 'gate' (Taskgate) before the flow has reached it",
    );
    expect(formatPlan(applyInputs(early(true), env(), approve(ann), parseInput('complete a')))).toBe(
      'IN_PROGRESS Ship: a+ gate+ b>',
    );
    expect(formatPlan(applyInputs(early(true), env(), reject(ann), parseInput('complete a')))).toBe(
      'IN_PROGRESS Ship: a+ gate> b.',
    );
  });

  test('for another version than the user has seen', () => {
    expect(refusal(two, approve(ann, 'gate', { version: '1.2' }))).toBe(
      "Conflict: cannot approve version 1.2 of task 'gate' (Taskgate): the current version is 1.3",
    );
    expect(log(decide(two, approve(ann, 'gate', { version: '1.3' })))).toEqual(['GATE_APPROVED gate']);
  });

  test('for a gate without requirements, an ended or failed gate, or a template', () => {
    const at = (sketch: string, gate: TaskOverrides = gateRequiring()) => refusal(gated(gate, sketch), approve(ann));
    const none = { type: 'GateTask' } as const;
    expect(at('Ship: gate>', none)).toBe("Invalid: task 'gate' (Taskgate) has no approval requirements");
    expect(refusal(gated(none), withdraw(ann))).toBe("Invalid: task 'gate' (Taskgate) has no approval requirements");
    expect(at('Ship: gate+ b>')).toBe("Conflict: cannot approve task 'gate' (Taskgate) while it is COMPLETED");
    expect(at('Ship: gate! b.')).toBe("Conflict: cannot approve task 'gate' (Taskgate) while it is FAILED");
    expect(at('TEMPLATE Ship: gate.')).toBe("Conflict: cannot approve a task: 'Release1' is a template");
  });
});

describe('a rejection', () => {
  test('requires a reason', () => {
    expect(refusal(two, reject(ann, ' '))).toBe('Invalid: comment: a rejection requires a reason');
    const none = command({ type: 'rejectTask', taskId: 'Taskgate' }, ann);
    expect(refusal(two, none)).toBe('Invalid: comment: a rejection requires a reason');
  });

  test('blocks the gate until its author approves, independent of other approvals', () => {
    const rejected = decide(two, reject(cyd, 'the numbers are wrong'));
    expect(log(rejected)).toEqual(['COMMENT_ADDED gate', 'GATE_REJECTED gate']);
    const blocked = applyInputs(rejected.release, env(), approve(ann), approve(bob));
    expect(formatPlan(blocked)).toBe('IN_PROGRESS Ship: gate> b.');
    expect(refusal(blocked, parseInput('complete gate'))).toBe(
      "Conflict: cannot complete gate 'gate' (Taskgate): cyd has rejected it: the numbers are wrong",
    );
    expect(formatPlan(applyInputs(blocked, env(), approve(cyd)))).toBe('IN_PROGRESS Ship: gate+ b>');
  });

  test('counts even if an approval would not: early, and by an author', () => {
    const early = gated(gateRequiring({}), 'Ship: a> gate. b.');
    expect(
      formatPlan(applyInputs(early, env(), reject(teamMember('amy', 'QA')), parseInput('complete a'), approve(ann))),
    ).toBe('IN_PROGRESS Ship: a+ gate> b.');
  });

  test('can be withdrawn once by its user, like an approval, until the gate has ended', () => {
    const blocked = applyInputs(two, env(), reject(cyd), approve(ann), approve(bob));
    const opened = decide(blocked, withdraw(cyd));
    expect([formatPlan(opened.release), log(opened).slice(0, 2)]).toEqual([
      'IN_PROGRESS Ship: gate+ b>',
      ['GATE_APPROVAL_WITHDRAWN gate', 'TASK_COMPLETED gate'],
    ]);
    expect(decide(blocked, withdraw(teamMember('eve'))).release).toBe(blocked);
    const withdrawn = applyInputs(two, env(), approve(ann), withdraw(ann));
    expect(decide(withdrawn, withdraw(ann)).release).toBe(withdrawn);
    expect(formatPlan(applyInputs(withdrawn, env(), approve(bob)))).toBe('IN_PROGRESS Ship: gate> b.');
    expect(refusal(opened.release, withdraw(ann))).toBe(
      "Conflict: cannot withdraw from task 'gate' (Taskgate) while it is COMPLETED",
    );
  });

  test('replaces an approval of the same user', () => {
    const torn = applyInputs(two, env(), approve(ann), reject(ann), approve(bob));
    expect(formatPlan(torn)).toBe('IN_PROGRESS Ship: gate> b.');
  });
});

test('a gate with too many verdicts deletes the oldest withdrawn one', () => {
  const environment = env();
  const verdictInputs = Array.from({ length: 150 }, (_, index) => [reject(ann, `no ${index}`), approve(ann)]).flat();
  const { run } = task(applyInputs(two, environment, reject(cyd, 'first'), ...verdictInputs), 'gate');
  expect(run.signing?.verdicts).toHaveLength(200);
  expect(run.signing?.verdicts.map(({ username }) => username).slice(0, 2)).toEqual(['cyd', 'ann']);
});
