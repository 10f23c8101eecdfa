import { handle } from '@slipway/domain/commands';
import { message } from '@slipway/domain/messages';
import { isTemplate, NotFound } from '@slipway/domain/model';
import { bumpAccessVersion } from '@slipway/persistence/people';
import { deletePlan, loadPlan, lockRelease, storeKey } from '@slipway/persistence/plans';
import { lockTemplateTriggers } from '@slipway/persistence/triggers';
import { readPlan } from '../commands/dispatch.ts';
import { toDomainInput } from '../commands/dispatch-input.ts';
import { type PendingPreconditions, requireVersion } from '../commands/preconditions.ts';
import { withRetries } from '../concurrency/retry.ts';
import { decideInTransaction } from '../decision/decide.ts';
import { createEnv, type EngineContext } from '../decision/engine-context.ts';
import type { Person } from '../people/person.ts';

const deleteInput = { kind: 'command', command: { type: 'deleteRelease' } } as const;

/**
 * Deletes a release or template with all its data, if the domain allows it. Returns the ids of the releases that waited
 * for it. Throws NotFound, PreconditionFailed, DuplicateRequest, and Conflict if it is active.
 */
export async function deleteRelease(
  context: EngineContext,
  id: string,
  person: Person,
  preconditions: Pick<PendingPreconditions, 'expected' | 'key'>,
): Promise<readonly string[]> {
  // Loaded before the transaction, so that it uses no second connection.
  const { release } = await readPlan(context, id);
  await toDomainInput(release, { ...deleteInput, caller: person });
  const waiters = await withRetries(message('objectId.release', { id }), () =>
    context.database.transaction(async (connection) => {
      if (isTemplate(release.status)) await lockTemplateTriggers(connection, id);
      const locked = await lockRelease(connection, id);
      const plan = locked === null ? null : await loadPlan(connection, id);
      if (locked === null || plan === null) throw new NotFound(message('notFound.release', { id }));
      requireVersion(id, preconditions.expected(id), locked.version);
      const input = await toDomainInput(plan.release, { ...deleteInput, caller: person });
      const scope = { folderId: plan.release.folderId, now: locked.now, plans: context.plans, risk: context.risk };
      await decideInTransaction(connection, scope, (decisionData) =>
        handle(plan.release, input, createEnv(context, locked.now, decisionData)),
      );
      const key = preconditions.key();
      if (key !== null) await storeKey(connection, key);
      const { waiters, hadTeams } = await deletePlan(connection, id);
      if (hadTeams) await bumpAccessVersion(connection);
      return waiters;
    }),
  );
  context.plans.drop(id);
  return waiters;
}
