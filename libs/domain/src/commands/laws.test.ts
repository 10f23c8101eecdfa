import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/harness/length.ts';
import type { Input } from '../decision/inputs.ts';
import type { Decision } from '../decision/outcome.ts';
import { Conflict, Forbidden, Invalid, NotFound } from '../model/errors.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { releaseStatuses, taskStatuses } from '../model/status.ts';
import { caller, command, timePassed } from '../testing/inputs.ts';
import { laws } from '../testing/laws.ts';
import { noon, show } from '../testing/notation.ts';
import { someInput } from '../testing/steps.ts';
import { blankWalk, type Dice, diceOf, envAt, somePhase, type WalkState } from '../testing/walk.ts';
import { handle } from './handle.ts';

type Decided = Extract<Decision, { kind: 'decided' }>;

/** Nothing of it can be changed any more: a step that tries throws a TypeError. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}

const isRefusal = (thrown: unknown): thrown is Error =>
  [Invalid, NotFound, Conflict, Forbidden].some((meaning) => thrown instanceof meaning);

/** One step: decided, or refused as only a command may be, in one line. */
function take(release: Release, input: Input, where: WalkState): { decision: Decided; made: number } | null {
  const env = envAt(where, release);
  try {
    const decision = handle(release, input, env);
    if (decision.kind === 'wants') throw new Error(`wanted ${JSON.stringify(decision.wants)}`);
    return { decision, made: env.count() };
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    if (input.kind === 'fact') throw new Error(`refused a fact: ${thrown.message}`);
    if (!/^[^\r\n]{1,600}$/.test(thrown.message)) throw new Error(`refused in more than a line: ${thrown.message}`);
    return null;
  }
}

function checked(before: Release, { outcome, created }: Decided): void {
  const broken = Object.entries(laws).flatMap(([sentence, law]) =>
    law(before, outcome).map((what) => `${sentence}: ${what}`),
  );
  const born = created.flatMap((child) =>
    Object.entries(laws).flatMap(([sentence, law]) => law(child.release, child).map((what) => `${sentence}: ${what}`)),
  );
  if (broken.length + born.length > 0) throw new Error([...broken, ...born].join('\n'));
}

/** Time has passed right after a step: everything has settled, so nothing happens. */
function settled(release: Release, where: WalkState): void {
  const again = take(release, timePassed, where)?.decision.outcome;
  const says = (again?.entries.length ?? 0) + (again?.comments.length ?? 0);
  if (again?.release === release && says === 0) return;
  expect(again?.entries).toEqual([]);
  expect(again?.release).toEqual(release);
  throw new Error('settling twice made the same again');
}

const elapse = (where: WalkState, dice: Dice): WalkState => ({
  ...where,
  now: where.now + dice(4) * dice(120) * 60_000,
  targets: where.targets.map((state) =>
    dice(12) === 0 ? (['open', 'done', 'done', 'aborted'] as const)[dice(4)]! : state,
  ),
  running: dice(10) === 0 ? dice(5) : where.running,
});

const told = ({ input, before, after }: { input: Input; before: Release; after?: Release }): string =>
  `${JSON.stringify(input)}\n   from ${show(before)}\n   to   ${after ? show(after) : 'a refusal'}`;

/** A walk of some inputs from a plan made by chance; answers with every status it came by. */
function walk(planSeed: number, seeds: readonly number[], seen: (release: Release) => void): void {
  const dice = diceOf(planSeed);
  let where: WalkState = { now: noon, made: 0, targets: ['open', 'open', 'open'], running: 0 };
  let release = freeze(blankWalk(dice));
  const story: { readonly input: Input; readonly before: Release; after?: Release }[] = [];
  const step = (input: Input) => {
    const chapter: (typeof story)[number] = { input, before: release };
    story.push(chapter);
    const first = take(release, input, where);
    const second = take(release, input, where);
    if (!isDeepStrictEqual(first, second)) expect(second).toEqual(first);
    if (!first) return;
    const { outcome } = first.decision;
    freeze(outcome);
    chapter.after = outcome.release;
    checked(release, first.decision);
    const started = first.decision.created.filter((child) => child.release.startDate !== null).length;
    where = { ...where, made: first.made, running: where.running + started };
    settled(outcome.release, where);
    release = outcome.release;
    seen(release);
  };
  try {
    for (let phases = 1 + dice(4); phases > 0; phases -= 1) {
      step(command({ type: 'addPhase', phase: somePhase(dice) }));
    }
    if (dice(10) > 0) step(command({ type: 'startRelease' }, caller()));
    for (const seed of seeds) {
      const own = diceOf(seed);
      if (seed > 0) where = elapse(where, own);
      step(someInput(release, seed, own));
    }
  } catch (thrown) {
    throw new Error(`${thrown instanceof Error ? thrown.message : thrown}\n${story.slice(-8).map(told).join('\n')}`);
  }
}

test('the laws hold on every step of random walks of 60 inputs, which together reach every status', () => {
  const statuses = new Set<string>();
  const seed = fc.nat({ max: 0x7fffffff });
  fc.assert(
    fc.property(seed, fc.array(seed, { minLength: 60, maxLength: 60 }), (planSeed, seeds) =>
      walk(planSeed, seeds, (release) => {
        statuses.add(release.status);
        for (const { run } of tasksOf(release)) statuses.add(run.status);
      }),
    ),
    runs({ short: 60, long: 3_000 }),
  );
  const never = ['TEMPLATE', 'FACET_CHECK_IN_PROGRESS'];
  const expected = [...new Set<string>([...releaseStatuses, ...taskStatuses])].filter((one) => !never.includes(one));
  expect([...statuses].toSorted()).toEqual(expected.toSorted());
}, 300_000);
