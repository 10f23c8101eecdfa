import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fastCheckOptions } from '../../../../test/harness/test-length.ts';
import { contextFor } from '../decision/context.ts';
import type { Caller } from '../decision/inputs.ts';
import { type LocalPermission, localPermissions } from '../model/catalogs/permissions.ts';
import { Forbidden, NotVisible } from '../model/errors.ts';
import { findTaskPosition } from '../model/plan.ts';
import { isGranted, mayView } from '../people/access-attributes.ts';
import { callerAt } from '../people/permission-holder.ts';
import { noon, plan, type TaskOverrides } from '../testing/notation.ts';
import { randomInput } from '../testing/random-inputs.ts';
import { createDice, envOfWalk } from '../testing/random-walk.ts';
import { type Command, neededForCommand } from './registry.ts';
import { requireCommand } from './require-command.ts';

const task: TaskOverrides = { owner: 'bob', team: 'Ops' };
const release = plan('Build: a> b. g. p.[c. d.] | Ship: e! f=', {
  owner: 'zoe',
  task: {
    a: task,
    b: { ...task, locked: true },
    g: { type: 'GateTask', conditions: [{ id: 'GateCondition1', title: 'c' }] },
  },
});
const env = envOfWalk({ now: noon, idCount: 0, targets: ['open', 'done', 'aborted'], runningCount: 0 }, release);

/** A member of one team, with the permissions of that team. */
const callerWith = (username: string, team: string, permissions: readonly LocalPermission[]): Caller =>
  callerAt({ username, roles: [], permissions: [] }, [{ name: team, permissions }]);

function isAllowed(command: Command, by: Caller): boolean {
  try {
    requireCommand(release, command, contextFor(env, by));
    return true;
  } catch (refusal) {
    if (refusal instanceof Forbidden || refusal instanceof NotVisible) return false;
    throw refusal;
  }
}

const commands = fc.nat({ max: 0x7fffffff }).chain((seed) => {
  const input = randomInput(release, 1 + seed, createDice(seed));
  return input.kind === 'command' ? fc.constant(input.command) : fc.constant({ type: 'startRelease' } as const);
});
const some = fc.uniqueArray(fc.constantFrom(...localPermissions), { maxLength: 8 });
const names = fc.constantFrom('amy', 'bob', 'zoe');
const teams = fc.constantFrom('Ops', 'Dev');

test('additional permissions never forbid a command', () => {
  fc.assert(
    fc.property(commands, names, teams, some, some, (command, name, team, permissions, more) => {
      const before = isAllowed(command, callerWith(name, team, permissions));
      const after = isAllowed(command, callerWith(name, team, [...permissions, ...more]));
      expect(before && !after).toBe(false);
    }),
    fastCheckOptions({ short: 300, long: 20_000 }),
  );
});

test('a caller who may run a command has its declared permissions, or the command changes nothing', () => {
  fc.assert(
    fc.property(commands, names, teams, some, (command, name, team, permissions) => {
      const by = callerWith(name, team, permissions);
      if (!isAllowed(command, by)) return;
      const subject = {
        release,
        task: 'taskId' in command ? findTaskPosition(release, command.taskId)?.task : undefined,
      };
      expect(isGranted(neededForCommand(command.type), by, subject) || mayView(by, subject)).toBe(true);
    }),
    fastCheckOptions({ short: 300, long: 20_000 }),
  );
});
