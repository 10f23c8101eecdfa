import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/harness/length.ts';
import { Conflict, Invalid } from '../model/errors.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { command, decided, env, once, onTask } from '../testing/inputs.ts';
import { compared, somePlan, wantedAhead, wholly } from '../testing/some-plan.ts';
import { diceOf } from '../testing/walk.ts';
import { editsTo } from '../testing/wanted.ts';

const seeds = fc.nat({ max: 0x7fffffff });
const world = env({
  world: {
    ...env().world,
    targets: new Map([
      ['Releaseout', 'open'],
      ['Releaseaway', 'open'],
    ]),
  },
});

const template = (seed: number) => somePlan(diceOf(seed), 'TEMPLATE');

/** A release that has started, and gone some way. */
function running(seed: number): Release {
  const dice = diceOf(seed);
  let release = once(somePlan(dice, 'PLANNED'), world, command({ type: 'startRelease' }));
  for (let steps = dice(4); steps > 0; steps -= 1) {
    const next = [...tasksOf(release)].find(
      ({ run, tasks, definition }) =>
        run.status === 'IN_PROGRESS' && tasks.length === 0 && definition.type === 'Task' && !definition.locked,
    );
    if (next) release = once(release, world, onTask('completeTask', next.id.slice(4)));
  }
  return release;
}

/** The plan after all edits, or null where it refuses one of them. */
function applied(before: Release, edits: ReturnType<typeof editsTo>): Release | null {
  try {
    return decided(before, command({ type: 'changePlan', edits }), world).release;
  } catch (refusal) {
    if (refusal instanceof Conflict || refusal instanceof Invalid) return null;
    throw refusal;
  }
}

test.each([
  ['a template', template, (_: Release, other: Release) => wholly(other), 0.3],
  ['a release that runs', running, wantedAhead, 0.3],
  ['a release that runs and is wanted quite another', running, (_: Release, other: Release) => wholly(other), 0],
])('%s becomes the plan that is wanted, or stays as it was', (_, planOf, wantedOf, least) => {
  const seen = { changed: 0, all: 0 };
  fc.assert(
    fc.property(seeds, seeds, (from, to) => {
      const before = planOf(from);
      const wanted = wantedOf(before, template(to));
      const after = applied(before, editsTo(before, wanted));
      seen.all += 1;
      expect(before).toEqual(planOf(from));
      if (after === null) return;
      seen.changed += 1;
      expect(compared(wholly(after))).toEqual(compared(wanted));
      expect(editsTo(after, wanted)).toEqual([]);
    }),
    runs({ short: 40, long: 1_000 }),
  );
  expect(seen.changed / seen.all).toBeGreaterThanOrEqual(least);
});

test.each([
  ['a template', template],
  ['a release that runs', running],
])('%s that is wanted as it is takes no edit', (_, planOf) => {
  fc.assert(
    fc.property(seeds, (seed) => {
      expect(editsTo(planOf(seed), wholly(planOf(seed)))).toEqual([]);
    }),
    runs({ short: 30, long: 1_000 }),
  );
});
