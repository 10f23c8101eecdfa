import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fastCheckOptions } from '../../../../test/harness/test-length.ts';
import type { Decision } from '../decision/outcome.ts';
import { Conflict, Forbidden, Invalid, NotFound } from '../model/errors.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { releaseStatuses, taskStatuses } from '../model/status.ts';
import { caller, command, timePassed } from '../testing/inputs.ts';
import { laws } from '../testing/laws.ts';
import { formatPlan, noon } from '../testing/notation.ts';
import { randomInput } from '../testing/random-inputs.ts';
import {
  createDice,
  type Dice,
  envOfWalk,
  randomPhase,
  randomRelease,
  type WalkState,
} from '../testing/random-walk.ts';
import { handle } from './handle.ts';
import type { Input } from './registry.ts';

type Decided = Extract<Decision, { kind: 'decided' }>;

/** Freezes a value deeply. A step that tries to change it throws a TypeError. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}

const isRefusal = (thrown: unknown): thrown is Error =>
  [Invalid, NotFound, Conflict, Forbidden].some((meaning) => thrown instanceof meaning);

/** Runs one step; null: a command was refused. A refusal must be one line, and a fact must not be refused. */
function applyInput(release: Release, input: Input, state: WalkState): { decision: Decided; made: number } | null {
  const env = envOfWalk(state, release);
  try {
    const decision = handle(release, input, env);
    if (decision.kind === 'missingData')
      throw new Error(`the decision requires ${JSON.stringify(decision.requirements)}`);
    return { decision, made: env.count() };
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    if (input.kind === 'fact') throw new Error(`refused a fact: ${thrown.message}`);
    if (!/^[^\r\n]{1,600}$/.test(thrown.message)) throw new Error(`refused in more than a line: ${thrown.message}`);
    return null;
  }
}

function checked(before: Release, { outcome, created }: Decided): void {
  const violations = Object.entries(laws).flatMap(([sentence, law]) =>
    law(before, outcome).map((violation) => `${sentence}: ${violation}`),
  );
  const childViolations = created.flatMap((child) =>
    Object.entries(laws).flatMap(([sentence, law]) =>
      law(child.release, child).map((violation) => `${sentence}: ${violation}`),
    ),
  );
  if (violations.length + childViolations.length > 0) throw new Error([...violations, ...childViolations].join('\n'));
}

/** Checks that the release is settled: another `timePassed` at the same time changes nothing. */
function settled(release: Release, state: WalkState): void {
  const secondResult = applyInput(release, timePassed, state)?.decision.outcome;
  const changeCount = (secondResult?.entries.length ?? 0) + (secondResult?.comments.length ?? 0);
  if (secondResult?.release === release && changeCount === 0) return;
  expect(secondResult?.entries).toEqual([]);
  expect(secondResult?.release).toEqual(release);
  throw new Error('settling twice made the same again');
}

const advanceTime = (state: WalkState, dice: Dice): WalkState => ({
  ...state,
  now: state.now + dice(4) * dice(120) * 60_000,
  targets: state.targets.map((state) =>
    dice(12) === 0 ? (['open', 'done', 'done', 'aborted'] as const)[dice(4)]! : state,
  ),
  runningCount: dice(10) === 0 ? dice(5) : state.runningCount,
});

const describeStep = ({ input, before, after }: { input: Input; before: Release; after?: Release }): string =>
  `${JSON.stringify(input)}\n   from ${formatPlan(before)}\n   to   ${after ? formatPlan(after) : 'a refusal'}`;

/** Walks from a random plan through some inputs, and reports the release after each step. */
function walk(planSeed: number, seeds: readonly number[], onRelease: (release: Release) => void): void {
  const dice = createDice(planSeed);
  let state: WalkState = { now: noon, idCount: 0, targets: ['open', 'open', 'open'], runningCount: 0 };
  let release = freeze(randomRelease(dice));
  const steps: { readonly input: Input; readonly before: Release; after?: Release }[] = [];
  const step = (input: Input) => {
    const currentStep: (typeof steps)[number] = { input, before: release };
    steps.push(currentStep);
    const first = applyInput(release, input, state);
    const second = applyInput(release, input, state);
    if (!isDeepStrictEqual(first, second)) expect(second).toEqual(first);
    if (!first) return;
    const { outcome } = first.decision;
    freeze(outcome);
    currentStep.after = outcome.release;
    checked(release, first.decision);
    const started = first.decision.created.filter((child) => child.release.startDate !== null).length;
    state = { ...state, idCount: first.made, runningCount: state.runningCount + started };
    settled(outcome.release, state);
    release = outcome.release;
    onRelease(release);
  };
  try {
    for (let phases = 1 + dice(4); phases > 0; phases -= 1) {
      step(command({ type: 'addPhase', phase: randomPhase(dice) }));
    }
    if (dice(10) > 0) step(command({ type: 'startRelease' }, caller()));
    for (const seed of seeds) {
      const own = createDice(seed);
      if (seed > 0) state = advanceTime(state, own);
      step(randomInput(release, seed, own));
    }
  } catch (thrown) {
    throw new Error(
      `${thrown instanceof Error ? thrown.message : thrown}\n${steps.slice(-8).map(describeStep).join('\n')}`,
    );
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
    fastCheckOptions({ short: 40, long: 3_000 }),
  );
  const never = ['TEMPLATE', 'FACET_CHECK_IN_PROGRESS'];
  const expected = [...new Set<string>([...releaseStatuses, ...taskStatuses])].filter(
    (status) => !never.includes(status),
  );
  expect([...statuses].toSorted()).toEqual(expected.toSorted());
});
