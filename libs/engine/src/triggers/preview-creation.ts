import type { Event, RunOutcome } from '@slipway/domain/triggers';
import { type Connection, readClock } from '@slipway/persistence/database';
import type { TriggerRow } from '@slipway/persistence/triggers';
import type { EngineContext } from '../decision/engine-context.ts';
import { unrestrictedSystemCaller } from '../people/person.ts';
import { decideRun } from './decide-occasion.ts';
import { isTriggerFault, toReason } from './faults.ts';
import { createLockedTrigger } from './locked-trigger.ts';
import type { PlanWriter } from './plan-writer.ts';

/** The expected result of a trigger for an event. */
export interface CreationPreview {
  readonly outcome: RunOutcome;
  readonly reason: string | null;
}

/** A writer that writes nothing, for previews. */
const discardingWriter: PlanWriter = {
  add: () => {},
  flush: async () => {},
  startWrite: () => {},
  whenWritten: async () => {},
  versionOf: () => 0,
  traceparentOf: () => null,
};

/** Decides on the release that a trigger would create for an event, with the checks of a creation, and discards it. */
export async function previewCreation(context: EngineContext, row: TriggerRow, event: Event): Promise<CreationPreview> {
  try {
    return await context.database.transaction((connection) => decideInTransaction(connection, context, row, event));
  } catch (error) {
    if (!isTriggerFault(error)) throw error;
    return { outcome: 'failed', reason: toReason(error) };
  }
}

async function decideInTransaction(
  connection: Connection,
  context: EngineContext,
  row: TriggerRow,
  event: Event,
): Promise<CreationPreview> {
  const now = await readClock(connection);
  const { trigger, nextFireAt } = row;
  const occasion = { key: trigger.id, scheduledAt: null, event, polled: {}, fault: null, untraced: true };
  const claimed = { row, now, occasions: [occasion], before: [], withoutRelease: null, nextFireAt, triggerState: null };
  const claim = async () => claimed;
  const request = { triggerId: trigger.id, claim, caller: unrestrictedSystemCaller, isAutomatic: true, key: null };
  const locked = createLockedTrigger(connection, context, trigger);
  const { run } = await decideRun(
    { connection, context, request, claimed, locked, writer: discardingWriter },
    occasion,
    [],
  );
  return { outcome: run.outcome, reason: run.reason };
}
