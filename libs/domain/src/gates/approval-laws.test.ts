import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/harness/length.ts';
import type { Input } from '../decision/inputs.ts';
import { type ApprovalRequirement, blankRequirement, type Verdict } from '../model/approval.ts';
import type { Release } from '../model/release.ts';
import { approve, member, reject } from '../testing/approvals.ts';
import { command, decided, env, refusal, task } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import { approvalsOf } from './approvals.ts';

const names = ['ann', 'bob', 'cyd', 'dan', 'eve'] as const;
const teams = ['QA', 'Ops', 'Security'] as const;
const whoever = fc.constantFrom(...names);
const maybe = fc.option(whoever, { nil: null });

const requirement = fc.record({
  count: fc.integer({ min: 1, max: 3 }),
  team: fc.constantFrom(...teams),
  fourEyes: fc.boolean(),
  aheadOfTime: fc.boolean(),
  wholeRelease: fc.boolean(),
});
const requirements = fc
  .array(requirement, { minLength: 1, maxLength: 3 })
  .map((all): readonly ApprovalRequirement[] => all.map((each) => ({ ...blankRequirement, ...each })));
const authors = fc.record({ createdBy: maybe, startedBy: maybe, changedBy: maybe });
const verdict = fc
  .record({
    kind: fc.constantFrom('APPROVED', 'APPROVED', 'APPROVED', 'REJECTED', 'WITHDRAWN'),
    username: whoever,
    gate: fc.constantFrom(1, 2, 2, 2),
    plan: fc.constantFrom(1, 2, 2, 2),
    ahead: fc.boolean(),
    teams: fc.subarray([...teams]),
  })
  .map((said): Verdict => ({ ...said, kind: said.kind as Verdict['kind'], date: 0, comment: null, roles: [] }));

/** A gate at revision 2 of a plan at revision 2, with these verdicts. */
function gateOf(asks: readonly ApprovalRequirement[], by: object, verdicts: readonly Verdict[]): Release {
  const signing = { createdBy: null, changedBy: null, revision: 2, verdicts };
  return plan('Ship: gate> b.', {
    authorship: { createdBy: null, startedBy: null, changedBy: null, ...by, revision: 2 },
    task: { gate: { type: 'GateTask', approvalRequirements: asks, run: { signing } } },
  });
}
const stateOf = (release: Release) => approvalsOf(release, task(release, 'gate'));

/** What may count at all, by the words of the rule, written without looking at it. */
function mayCount(each: Verdict, asked: ApprovalRequirement, by: Readonly<Record<string, string | null>>): boolean {
  const isFresh = each.gate === 2 && (!asked.wholeRelease || each.plan === 2);
  const isAsked = each.teams.includes(asked.team ?? '');
  if (each.kind === 'REJECTED') return isFresh && isAsked;
  const isOther = !asked.fourEyes || !Object.values(by).includes(each.username);
  return isFresh && isAsked && isOther && (asked.aheadOfTime || !each.ahead);
}

/** Whether each seat can be assigned to a different user, found by trying all assignments. */
function canSeat(
  seats: readonly ApprovalRequirement[],
  people: readonly Verdict[],
  by: Record<string, string | null>,
): boolean {
  const [first, ...others] = seats;
  if (first === undefined) return true;
  return people.some(
    (one) =>
      mayCount(one, first, by) &&
      canSeat(
        others,
        people.filter((each) => each !== one),
        by,
      ),
  );
}

test('a gate holds exactly when all its seats can be taken by different people whose last word is a fresh approval, and no one rejects', () => {
  fc.assert(
    fc.property(requirements, authors, fc.array(verdict, { maxLength: 8 }), (asks, by, said) => {
      const { holds, counts } = stateOf(gateOf(asks, by, said));
      const last = names.flatMap((name) => said.findLast(({ username }) => username === name) ?? []);
      const approving = last.filter(({ kind }) => kind === 'APPROVED');
      const isRejected = last.some(
        (each) => each.kind === 'REJECTED' && asks.some((asked) => mayCount(each, asked, by)),
      );
      const seats = asks.flatMap((asked) => Array.from({ length: asked.count }, () => asked));
      expect(holds).toBe(!isRejected && canSeat(seats, approving, by));
      const counted = counts.flatMap(({ approvers }) => approvers);
      expect(new Set(counted).size).toBe(counted.length);
      for (const { requirement: asked, approvers, missing } of counts) {
        expect(approvers.length + missing).toBe(asked.count);
        expect(
          approving.filter(({ username }) => approvers.includes(username)).every((each) => mayCount(each, asked, by)),
        ).toBe(true);
      }
    }),
    runs({ short: 200, long: 10_000 }),
  );
});

test('the order in which different people speak is of no matter', () => {
  const once = fc.uniqueArray(verdict, { selector: ({ username }) => username, maxLength: 5 });
  const shuffled = once.chain((said) =>
    fc.tuple(fc.constant(said), fc.shuffledSubarray(said, { minLength: said.length })),
  );
  fc.assert(
    fc.property(requirements, authors, shuffled, (asks, by, [one, other]) => {
      const [left, right] = [one, other].map((said) => stateOf(gateOf(asks, by, said)));
      expect(left?.counts).toEqual(right?.counts);
      expect(left?.holds).toBe(right?.holds);
    }),
    runs({ short: 100, long: 5_000 }),
  );
});

const step = fc.oneof(
  fc.record({ does: fc.constant('approve'), name: whoever, teams: fc.subarray([...teams]) }),
  fc.record({ does: fc.constant('approve'), name: whoever, teams: fc.subarray([...teams]) }),
  fc.record({
    does: fc.constantFrom('reject', 'editGate', 'editRelease'),
    name: whoever,
    teams: fc.subarray([...teams]),
  }),
);

function inputOf(
  { does, name, teams: of }: { does: string; name: string; teams: readonly string[] },
  turn: number,
): Input {
  const by = member(name, ...of);
  if (does === 'approve') return approve(by);
  if (does === 'reject') return reject(by);
  const taskId = does === 'editGate' ? 'Taskgate' : 'Taskb';
  return command({ type: 'updateTask', taskId, patch: { description: `text ${turn}` } }, by);
}

test('on any random walk, a gate opens only by enough approvals since its last change, none by an author', () => {
  fc.assert(
    fc.property(requirements, fc.array(step, { maxLength: 25 }), (asks, steps) => {
      let release = gateOf(asks, {}, []);
      const since = new Map<string, 'approve' | 'reject'>();
      let lastEditor: string | null = null;
      for (const [turn, each] of steps.entries()) {
        const input = inputOf(each, turn);
        const before = release;
        try {
          release = decided(before, input, env()).release;
        } catch {
          expect(refusal(before, input)).toMatch(/^(Forbidden|Conflict): /);
          continue;
        }
        if (each.does === 'editGate') since.clear();
        if (each.does === 'editGate' || each.does === 'editRelease') {
          for (const author of [each.name, lastEditor ?? each.name]) {
            if (since.get(author) === 'approve' && asks.some(({ fourEyes }) => fourEyes)) since.delete(author);
          }
          lastEditor = each.name;
        }
        if (each.does === 'approve' || each.does === 'reject') since.set(each.name, each.does);
        if (task(release, 'gate').run.status !== 'COMPLETED') continue;
        expect(each.does).toBe('approve');
        const approved = [...since].filter(([, word]) => word === 'approve').map(([name]) => name);
        expect(approved.length).toBeGreaterThanOrEqual(asks.reduce((sum, { count }) => sum + count, 0));
        return;
      }
    }),
    runs({ short: 100, long: 5_000 }),
  );
});
