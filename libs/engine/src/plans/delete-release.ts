import { type Caller, handle, NotFound } from '@slipway/domain';
import { deletePlan, loadPlan, lockRelease } from '@slipway/persistence';
import { type Deciding, envAt } from '../commands/dispatch.ts';
import { requireVersion } from '../commands/request-terms.ts';
import { retrying } from '../concurrency/retry.ts';
import { decideFully } from '../decision/decide.ts';

/**
 * Deletes a release or template with all that belongs to it, if the core allows it. Answers the ids of the
 * releases that waited for something of it. Throws Conflict while it is active, Outdated, NotFound.
 */
export async function removeRelease(
  deciding: Deciding,
  id: string,
  caller: Caller,
  expected: number | null,
): Promise<readonly string[]> {
  const waiters = await retrying(`release '${id}'`, () =>
    deciding.database.transaction(async (connection) => {
      const locked = await lockRelease(connection, id);
      const plan = locked === null ? null : await loadPlan(connection, id);
      if (locked === null || plan === null) throw new NotFound(`there is no release '${id}'`);
      requireVersion(id, expected, locked.version);
      const input = { kind: 'command', caller, command: { type: 'deleteRelease' } } as const;
      const place = { folderId: plan.release.folderId, now: locked.now, plans: deciding.plans };
      await decideFully(connection, place, (world) => handle(plan.release, input, envAt(deciding, locked.now, world)));
      return await deletePlan(connection, id);
    }),
  );
  deciding.plans.drop(id);
  return waiters;
}
