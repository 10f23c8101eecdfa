import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fastCheckOptions } from '../../../../test/harness/test-length.ts';
import { Conflict, Invalid } from '../model/errors.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { applyInputs, command, decide, env, onTask } from '../testing/inputs.ts';
import { comparablePlan, randomPlan, requestedAhead, requestedPlanOf } from '../testing/random-plan.ts';
import { createDice } from '../testing/random-walk.ts';
import { editsBetween } from '../testing/requested-plan.ts';

const seeds = fc.nat({ max: 0x7fffffff });
const environment = env({
  data: {
    ...env().data,
    targets: new Map([
      ['Releaseout', 'open'],
      ['Releaseaway', 'open'],
    ]),
  },
});

const template = (seed: number) => randomPlan(createDice(seed), 'TEMPLATE');

/** Returns a started release with some completed tasks. */
function running(seed: number): Release {
  const dice = createDice(seed);
  let release = applyInputs(randomPlan(dice, 'PLANNED'), environment, command({ type: 'startRelease' }));
  for (let steps = dice(4); steps > 0; steps -= 1) {
    const next = [...tasksOf(release)].find(
      ({ run, tasks, definition }) =>
        run.status === 'IN_PROGRESS' && tasks.length === 0 && definition.type === 'Task' && !definition.locked,
    );
    if (next) release = applyInputs(release, environment, onTask('completeTask', next.id.slice(4)));
  }
  return release;
}

/** Returns the plan after all edits, or null if one of them is refused. */
function applied(before: Release, edits: ReturnType<typeof editsBetween>): Release | null {
  try {
    return decide(before, command({ type: 'changePlan', edits }), environment).release;
  } catch (refusal) {
    if (refusal instanceof Conflict || refusal instanceof Invalid) return null;
    throw refusal;
  }
}

test.each([
  ['a template', template, (_: Release, requested: Release) => requestedPlanOf(requested), 0.3],
  ['a running release', running, requestedAhead, 0.3],
  [
    'a running release with a completely different request',
    running,
    (_: Release, requested: Release) => requestedPlanOf(requested),
    0,
  ],
])('%s becomes equal to the requested plan, or remains unchanged', (_, planOf, wantedOf, minShare) => {
  const counts = { changed: 0, all: 0 };
  fc.assert(
    fc.property(seeds, seeds, (from, to) => {
      const before = planOf(from);
      const requested = wantedOf(before, template(to));
      const after = applied(before, editsBetween(before, requested));
      counts.all += 1;
      expect(before).toEqual(planOf(from));
      if (after === null) return;
      counts.changed += 1;
      expect(comparablePlan(requestedPlanOf(after))).toEqual(comparablePlan(requested));
      expect(editsBetween(after, requested)).toEqual([]);
    }),
    fastCheckOptions({ short: 40, long: 1_000 }),
  );
  expect(counts.changed / counts.all).toBeGreaterThanOrEqual(minShare);
});

test.each([
  ['a template', template],
  ['a running release', running],
])('%s has no edits if the requested plan is equal', (_, planOf) => {
  fc.assert(
    fc.property(seeds, (seed) => {
      expect(editsBetween(planOf(seed), requestedPlanOf(planOf(seed)))).toEqual([]);
    }),
    fastCheckOptions({ short: 30, long: 1_000 }),
  );
});
