import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fastCheckOptions } from '../../../../test/harness/test-length.ts';
import type { Input } from '../commands/registry.ts';
import { type ApprovalRequirement, blankRequirement, type Verdict } from '../model/approval.ts';
import type { Release } from '../model/release.ts';
import { approve, reject, teamMember } from '../testing/approvals.ts';
import { command, decide, env, refusal, task } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import { approvalsOf } from './approvals.ts';

const names = ['ann', 'bob', 'cyd', 'dan', 'eve'] as const;
const teams = ['QA', 'Ops', 'Security'] as const;
const anyUser = fc.constantFrom(...names);
const maybe = fc.option(anyUser, { nil: null });

const requirement = fc.record({
  count: fc.integer({ min: 1, max: 3 }),
  team: fc.constantFrom(...teams),
  fourEyes: fc.boolean(),
  aheadOfTime: fc.boolean(),
  wholeRelease: fc.boolean(),
});
const requirements = fc
  .array(requirement, { minLength: 1, maxLength: 3 })
  .map((all): readonly ApprovalRequirement[] => all.map((item) => ({ ...blankRequirement, ...item })));
const authors = fc.record({ createdBy: maybe, startedBy: maybe, changedBy: maybe });
const verdict = fc
  .record({
    kind: fc.constantFrom('APPROVED', 'APPROVED', 'APPROVED', 'REJECTED', 'WITHDRAWN'),
    username: anyUser,
    gate: fc.constantFrom(1, 2, 2, 2),
    plan: fc.constantFrom(1, 2, 2, 2),
    ahead: fc.boolean(),
    teams: fc.subarray([...teams]),
  })
  .map(
    (verdicts): Verdict => ({ ...verdicts, kind: verdicts.kind as Verdict['kind'], date: 0, comment: null, roles: [] }),
  );

/** A gate at revision 2 of a plan at revision 2, with these verdicts. */
function gateOf(required: readonly ApprovalRequirement[], by: object, verdicts: readonly Verdict[]): Release {
  const signing = { createdBy: null, changedBy: null, revision: 2, verdicts };
  return plan('Ship: gate> b.', {
    authorship: { createdBy: null, startedBy: null, changedBy: null, ...by, revision: 2 },
    task: { gate: { type: 'GateTask', approvalRequirements: required, run: { signing } } },
  });
}
const stateOf = (release: Release) => approvalsOf(release, task(release, 'gate'));

/** Returns whether a verdict counts, implemented independently from the specification. */
function mayCount(
  item: Verdict,
  requirement: ApprovalRequirement,
  by: Readonly<Record<string, string | null>>,
): boolean {
  const isFresh = item.gate === 2 && (!requirement.wholeRelease || item.plan === 2);
  const isAsked = item.teams.includes(requirement.team ?? '');
  if (item.kind === 'REJECTED') return isFresh && isAsked;
  const isOther = !requirement.fourEyes || !Object.values(by).includes(item.username);
  return isFresh && isAsked && isOther && (requirement.aheadOfTime || !item.ahead);
}

/** Whether each seat can be assigned to a different user, found by trying all assignments. */
function canSeat(
  openings: readonly ApprovalRequirement[],
  people: readonly Verdict[],
  by: Record<string, string | null>,
): boolean {
  const [first, ...others] = openings;
  if (first === undefined) return true;
  return people.some(
    (user) =>
      mayCount(user, first, by) &&
      canSeat(
        others,
        people.filter((item) => item !== user),
        by,
      ),
  );
}

test('a gate is approved if different users with current approvals fill all its seats, and no user rejects it', () => {
  fc.assert(
    fc.property(requirements, authors, fc.array(verdict, { maxLength: 8 }), (required, by, verdicts) => {
      const { holds, counts } = stateOf(gateOf(required, by, verdicts));
      const last = names.flatMap((name) => verdicts.findLast(({ username }) => username === name) ?? []);
      const approving = last.filter(({ kind }) => kind === 'APPROVED');
      const isRejected = last.some(
        (item) => item.kind === 'REJECTED' && required.some((requirement) => mayCount(item, requirement, by)),
      );
      const openings = required.flatMap((requirement) => Array.from({ length: requirement.count }, () => requirement));
      expect(holds).toBe(!isRejected && canSeat(openings, approving, by));
      const counted = counts.flatMap(({ approvers }) => approvers);
      expect(new Set(counted).size).toBe(counted.length);
      for (const { requirement, approvers, missing } of counts) {
        expect(approvers.length + missing).toBe(requirement.count);
        expect(
          approving
            .filter(({ username }) => approvers.includes(username))
            .every((item) => mayCount(item, requirement, by)),
        ).toBe(true);
      }
    }),
    fastCheckOptions({ short: 200, long: 10_000 }),
  );
});

test('the order of the verdicts of different users does not matter', () => {
  const uniqueVerdicts = fc.uniqueArray(verdict, { selector: ({ username }) => username, maxLength: 5 });
  const shuffled = uniqueVerdicts.chain((verdicts) =>
    fc.tuple(fc.constant(verdicts), fc.shuffledSubarray(verdicts, { minLength: verdicts.length })),
  );
  fc.assert(
    fc.property(requirements, authors, shuffled, (required, by, [user, otherUser]) => {
      const [first, second] = [user, otherUser].map((verdicts) => stateOf(gateOf(required, by, verdicts)));
      expect(first?.counts).toEqual(second?.counts);
      expect(first?.holds).toBe(second?.holds);
    }),
    fastCheckOptions({ short: 100, long: 5_000 }),
  );
});

const step = fc.oneof(
  fc.record({ does: fc.constant('approve'), name: anyUser, teams: fc.subarray([...teams]) }),
  fc.record({ does: fc.constant('approve'), name: anyUser, teams: fc.subarray([...teams]) }),
  fc.record({
    does: fc.constantFrom('reject', 'editGate', 'editRelease'),
    name: anyUser,
    teams: fc.subarray([...teams]),
  }),
);

function inputOf(
  { does: action, name, teams: of }: { does: string; name: string; teams: readonly string[] },
  stepIndex: number,
): Input {
  const by = teamMember(name, ...of);
  if (action === 'approve') return approve(by);
  if (action === 'reject') return reject(by);
  const taskId = action === 'editGate' ? 'Taskgate' : 'Taskb';
  return command({ type: 'updateTask', taskId, patch: { description: `text ${stepIndex}` } }, by);
}

test('in random sequences, a gate opens only with enough approvals since its last change, none by an author', () => {
  fc.assert(
    fc.property(requirements, fc.array(step, { maxLength: 25 }), (required, steps) => {
      let release = gateOf(required, {}, []);
      const since = new Map<string, 'approve' | 'reject'>();
      let lastEditor: string | null = null;
      for (const [stepIndex, item] of steps.entries()) {
        const input = inputOf(item, stepIndex);
        const before = release;
        try {
          release = decide(before, input, env()).release;
        } catch {
          expect(refusal(before, input)).toMatch(/^(Forbidden|Conflict): /);
          continue;
        }
        if (item.does === 'editGate') since.clear();
        if (item.does === 'editGate' || item.does === 'editRelease') {
          for (const author of [item.name, lastEditor ?? item.name]) {
            if (since.get(author) === 'approve' && required.some(({ fourEyes }) => fourEyes)) since.delete(author);
          }
          lastEditor = item.name;
        }
        if (item.does === 'approve' || item.does === 'reject') since.set(item.name, item.does);
        if (task(release, 'gate').run.status !== 'COMPLETED') continue;
        expect(item.does).toBe('approve');
        const approved = [...since].filter(([, verdict]) => verdict === 'approve').map(([name]) => name);
        expect(approved.length).toBeGreaterThanOrEqual(required.reduce((sum, { count }) => sum + count, 0));
        return;
      }
    }),
    fastCheckOptions({ short: 100, long: 5_000 }),
  );
});
