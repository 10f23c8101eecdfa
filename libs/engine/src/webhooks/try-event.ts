import type { Message } from '@slipway/domain/messages';
import { Invalid, messageOf } from '@slipway/domain/model';
import {
  type Event,
  type EventTrigger,
  eventValues,
  type ReleasePreview,
  releasePreview,
  viewOf,
} from '@slipway/domain/triggers';
import { readClock } from '@slipway/persistence/database';
import { readVisibleVariables } from '@slipway/persistence/variables';
import { timeInZone } from '../triggers/zones.ts';
import type { EventContext } from './event-context.ts';
import { filterReason } from './filter-event.ts';

/** A trigger that is not stored, and an event for it. */
export interface EventTrial {
  readonly trigger: EventTrigger;
  readonly event: Event;
  /** Whether the caller can read the variables of the trigger's folder. Global variables are public. */
  readonly canReadFolder: boolean;
}

/** The result of a trial: the reason why the trigger rejects the event, or the values of the release. */
export interface EventTrialResult {
  readonly reason: Message | null;
  /** Null if a text cannot be filled. */
  readonly release: ReleasePreview | null;
}

/**
 * Evaluates the filter and the texts of a trigger for an event. Nothing changes. A failed script is a reason. Throws
 * the errors of a script run.
 */
export async function tryEvent(
  { context: { database }, scripts }: Pick<EventContext, 'context' | 'scripts'>,
  { trigger, event, canReadFolder }: EventTrial,
): Promise<EventTrialResult> {
  const visible = await readVisibleVariables(database, trigger.folderId);
  const variables = new Map([...visible].filter(([key]) => canReadFolder || key.startsWith('global.')));
  const decoded = { event, unmasked: event };
  try {
    const reason = await filterReason(scripts.filter, trigger, decoded, async () => variables);
    const values = eventValues(trigger, viewOf(event), variables);
    const now = timeInZone('UTC', await readClock(database));
    return { reason, release: releasePreview(trigger, values, now) };
  } catch (error) {
    if (error instanceof Invalid) return { reason: messageOf(error), release: null };
    throw error;
  }
}
