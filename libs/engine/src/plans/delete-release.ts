import { type Caller, handle, NotFound } from '@slipway/domain';
import { deletePlan, loadPlan, lockRelease } from '@slipway/persistence';
import { requireVersion } from '../commands/request-terms.ts';
import { withRetries } from '../concurrency/retry.ts';
import { type EngineContext, envAt } from '../decision/context.ts';
import { decideInTransaction } from '../decision/decide.ts';

/**
 * Deletes a release or template with all that belongs to it, if the core allows it. Answers the ids of the
 * releases that waited for something of it. Throws Conflict while it is active, Outdated, NotFound.
 */
export async function deleteRelease(
  context: EngineContext,
  id: string,
  caller: Caller,
  expected: number | null,
): Promise<readonly string[]> {
  const waiters = await withRetries(`release '${id}'`, () =>
    context.database.transaction(async (connection) => {
      const locked = await lockRelease(connection, id);
      const plan = locked === null ? null : await loadPlan(connection, id);
      if (locked === null || plan === null) throw new NotFound(`there is no release '${id}'`);
      requireVersion(id, expected, locked.version);
      const input = { kind: 'command', caller, command: { type: 'deleteRelease' } } as const;
      const scope = { folderId: plan.release.folderId, now: locked.now, plans: context.plans };
      await decideInTransaction(connection, scope, (world) =>
        handle(plan.release, input, envAt(context, locked.now, world)),
      );
      return await deletePlan(connection, id);
    }),
  );
  context.plans.drop(id);
  return waiters;
}
