import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fastCheckOptions } from '../../../../test/harness/test-length.ts';
import { type LocalPermission, localPermissions } from '../model/catalogs/permissions.ts';
import { Conflict, Forbidden, Invalid, NotFound } from '../model/errors.ts';
import type { Release } from '../model/release.ts';
import { callerAt } from '../people/permission-holder.ts';
import { command } from '../testing/inputs.ts';
import { noon, plan } from '../testing/notation.ts';
import { randomInput } from '../testing/random-inputs.ts';
import { createDice, envOfWalk } from '../testing/random-walk.ts';
import { handle } from './handle.ts';
import type { Command } from './registry.ts';

/** Returns a deep copy of the plan. A change of one does not affect the other. */
const fresh = (): Release =>
  plan('Build: a> b. g. p.[c. d.] | Ship: e! f=', {
    owner: 'zoe',
    task: {
      a: { owner: 'bob', team: 'Ops' },
      b: { owner: 'bob', locked: true },
      g: { type: 'GateTask', conditions: [{ id: 'GateCondition1', title: 'c' }] },
    },
  });
const env = (release: Release) =>
  envOfWalk({ now: noon, idCount: 0, targets: ['open', 'done', 'aborted'], runningCount: 0 }, release);

const callerWith = (username: string, permissions: readonly LocalPermission[]) =>
  callerAt({ username, roles: [], permissions: [] }, [{ name: 'Ops', permissions }]);

/** Whether a command is refused. Other errors are faults of the product. */
function isRefused(release: Release, request: Command, by: ReturnType<typeof callerWith>): boolean {
  try {
    handle(release, command(request, by), env(release));
    return false;
  } catch (refusal) {
    if ([Invalid, NotFound, Conflict, Forbidden].some((meaning) => refusal instanceof meaning)) return true;
    throw refusal;
  }
}

/** Returns the result of an input, or its refusal. */
function resultOf(release: Release, seed: number): unknown {
  try {
    return handle(release, randomInput(release, 1 + seed, createDice(seed)), env(release));
  } catch (refusal) {
    return String(refusal);
  }
}

const seeds = fc.nat({ max: 0x7fffffff });
const rights = fc.uniqueArray(fc.constantFrom(...localPermissions), { maxLength: 6 });

test('a refused command changes nothing, and later inputs have the same result as without it', () => {
  const parameters = fastCheckOptions({ short: 150, long: 10_000 });
  let refused = 0;
  fc.assert(
    fc.property(seeds, seeds, fc.constantFrom('amy', 'bob', 'zoe'), rights, (seed, next, name, permissions) => {
      const release = fresh();
      const input = randomInput(release, 1 + seed, createDice(seed));
      if (input.kind !== 'command' || !isRefused(release, input.command, callerWith(name, permissions))) return;
      refused += 1;
      expect(release).toEqual(fresh());
      expect(resultOf(release, next)).toEqual(resultOf(fresh(), next));
    }),
    parameters,
  );
  expect(refused / parameters.numRuns).toBeGreaterThan(0.3);
});
