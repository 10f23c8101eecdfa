import type { Caller } from '@slipway/domain/decision';
import { message, plainText } from '@slipway/domain/messages';
import { Conflict, NotFound } from '@slipway/domain/model';
import { isPollTrigger, manualRunRefusal } from '@slipway/domain/triggers';
import { type Connection, readClock } from '@slipway/persistence/database';
import type { IdempotencyKey } from '@slipway/persistence/plans';
import { lockTrigger } from '@slipway/persistence/triggers';
import { settleAll } from '../concurrency/settle-all.ts';
import type { EngineContext } from '../decision/engine-context.ts';
import { newId } from '../environment/ids.ts';
import { withRecordedFault } from './faults.ts';
import { fire } from './fire.ts';
import type { ClaimedTrigger, Firing } from './firing.ts';

/** A firing that created a release. */
interface FiringWithRelease extends Firing {
  readonly created: NonNullable<Firing['created']>;
}

/**
 * Fires a trigger manually, enabled or not, without a change of its due time. Throws NotFound, DuplicateRequest, and
 * Conflict if no release was created. The run history also contains the reason.
 */
export async function fireManually(
  context: EngineContext,
  id: string,
  caller: Caller,
  key: IdempotencyKey | null,
): Promise<FiringWithRelease> {
  const occasion = newId('Activity');
  const claim = (connection: Connection) => claimManually(connection, id, occasion);
  const request = { triggerId: id, claim, caller, isAutomatic: false, key };
  const batch = await withRecordedFault((fault) => fire(context, request, fault));
  const [firing] = batch?.firings ?? [];
  if (firing === undefined) throw new NotFound(message('notFound.trigger', { id }));
  if (firing.created === null)
    throw new Conflict(message('trigger.madeNoRelease', { id, problem: plainText(firing.run.reason ?? '') }));
  return { ...firing, created: firing.created };
}

async function claimManually(connection: Connection, id: string, occasion: string): Promise<ClaimedTrigger | null> {
  const [row, now] = await settleAll(lockTrigger(connection, id), readClock(connection));
  if (row === null) return null;
  if (isPollTrigger(row.trigger)) throw new Error('a manual run of a poll trigger is a request for a poll');
  const refusal = manualRunRefusal(row.trigger);
  if (refusal !== null) throw new Conflict(refusal);
  const occasions = [{ key: occasion, scheduledAt: null, event: null, polled: {}, fault: null }];
  return { row, now, occasions, before: [], withoutRelease: null, nextFireAt: row.nextFireAt, triggerState: null };
}
