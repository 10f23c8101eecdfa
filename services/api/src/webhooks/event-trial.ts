import { type EventTrialBody, type EventTrialResponse, readFilter, readMapping } from '@slipway/api-schema/triggers';
import { getFolder } from '@slipway/application/folders';
import { rootFolderId } from '@slipway/domain/ids';
import { message, textOf } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import { describeEvent, type Sender, senderWithId } from '@slipway/domain/senders';
import { type Event, type EventTrigger, isEventTrigger, newTrigger } from '@slipway/domain/triggers';
import type { Person } from '@slipway/engine';
import type { Deps } from '../dependencies/deps.ts';
import { latestEvent } from './latest-event.ts';
import { eventEvaluators } from './process-events.ts';
import { limitReplayPreview } from './received-event-routes.ts';

/** The event of a trial, and where it comes from. */
interface TrialEvent {
  readonly event: Event;
  readonly sender: Sender | undefined;
  readonly deliveryId?: string;
}

/** Returns the trigger of a trial, which is not stored. Throws Invalid. */
function triggerOf(body: EventTrialBody, folderId: string): EventTrigger {
  const { title = 'Trial', eventFilter, mappedProperties = [], releaseTitle, tags } = body;
  const trigger = newTrigger(
    'Trigger',
    {
      ...{ type: 'events.EventBasedTrigger', eventSource: 'Configuration', title: title === '' ? 'Trial' : title },
      ...{ folderId, tags, releaseTitle: releaseTitle === '' ? null : releaseTitle },
      eventFilter: eventFilter ? readFilter(eventFilter) : null,
      mappedProperties: mappedProperties.map(readMapping),
    },
    () => 'Variable',
  );
  if (isEventTrigger(trigger)) return trigger;
  throw new Error('the trigger of a trial has another type');
}

async function eventOf(deps: Deps, caller: Person, body: EventTrialBody): Promise<TrialEvent> {
  const { sample, endpointId, deliveryId, sender: senderId } = body;
  const sender = senderWithId(senderId ?? '');
  if (sample !== undefined) {
    const { event: payload, headers = {}, parameters = {} } = sample;
    const lists = Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? [value] : value,
    ]);
    return { sender, event: { payload, headers, parameters: Object.fromEntries(lists) } };
  }
  if (endpointId !== undefined) return await latestEvent(deps, caller, { endpointId, deliveryId });
  const listed = sender?.events.find(({ id }) => id === body.event);
  if (listed === undefined) throw new Invalid(message('trigger.trialEvent'));
  return { sender, event: { payload: listed.sample.event, headers: listed.sample.headers, parameters: {} } };
}

/**
 * Evaluates the filter and the texts of an event trigger for a sample or a delivery. Nothing changes. Throws Invalid,
 * NotFound, Forbidden, Overloaded and ServiceUnavailable.
 */
export async function runEventTrial(deps: Deps, caller: Person, body: EventTrialBody): Promise<EventTrialResponse> {
  const { folderId: rawFolderId } = body;
  const access = { caller, anyOf: [neededToRead.folderVariables] } as const;
  const folderId = rawFolderId === undefined ? rootFolderId : (await getFolder(deps.database, rawFolderId, access)).id;
  const trigger = triggerOf(body, folderId);
  return await limitReplayPreview(async () => {
    const { event, sender, deliveryId } = await eventOf(deps, caller, body);
    const trial = { trigger, event, canReadFolder: rawFolderId !== undefined };
    const { reason, release } = await deps.engine.tryEvent(trial, eventEvaluators(deps));
    const description = sender === undefined ? null : describeEvent(sender, event);
    return {
      matches: reason === null,
      reason: reason === null ? undefined : textOf(reason),
      deliveryId,
      event: description?.event?.id,
      fields: description?.values ?? {},
      release:
        release === null
          ? undefined
          : { ...release, template: release.template ?? undefined, folder: release.folder ?? undefined },
    };
  });
}
