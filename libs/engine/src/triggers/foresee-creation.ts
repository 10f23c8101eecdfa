import type { Event, RunOutcome } from '@slipway/domain';
import { type Connection, readClock, type TriggerRow } from '@slipway/persistence';
import type { EngineContext } from '../decision/context.ts';
import { systemThere } from '../people/caller.ts';
import { decidedLine } from './decide-occasion.ts';
import { lockedTrigger } from './locked-trigger.ts';
import { isMistake, sentenceOf } from './mistakes.ts';
import type { PlanWriter } from './plan-writer.ts';

/** What a trigger would do for an event. */
export interface ForeseenCreation {
  readonly outcome: RunOutcome;
  readonly reason: string | null;
}

/** Discards what it is given: a preview writes nothing. */
const discarding: PlanWriter = {
  add: () => {},
  flush: async () => {},
  send: () => {},
  sent: async () => {},
  versionOf: () => 0,
  traceparentOf: () => null,
};

/** Decides on the release that a trigger would create for an event, with the checks of a creation, and discards it. */
export async function foreseeCreation(
  context: EngineContext,
  row: TriggerRow,
  event: Event,
): Promise<ForeseenCreation> {
  try {
    return await context.database.transaction((connection) => decideIn(connection, context, row, event));
  } catch (error) {
    if (!isMistake(error)) throw error;
    return { outcome: 'failed', reason: sentenceOf(error) };
  }
}

async function decideIn(
  connection: Connection,
  context: EngineContext,
  row: TriggerRow,
  event: Event,
): Promise<ForeseenCreation> {
  const now = await readClock(connection);
  const { trigger, nextFireAt } = row;
  const occasion = { key: trigger.id, scheduledAt: null, event, polled: {}, mistake: null, untraced: true };
  const claimed = { row, now, occasions: [occasion], before: [], withoutRelease: null, nextFireAt, triggerState: null };
  const claim = async () => claimed;
  const request = { triggerId: trigger.id, claim, caller: systemThere, byItself: true, key: null };
  const locked = lockedTrigger(connection, context, trigger);
  const { run } = await decidedLine(
    { connection, context, request, claimed, locked, writer: discarding },
    occasion,
    [],
  );
  return { outcome: run.outcome, reason: run.reason };
}
