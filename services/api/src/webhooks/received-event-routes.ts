import { configurationIdOf } from '@slipway/api-schema/configurations';
import { joinIds, list, optional, wholeNumber } from '@slipway/api-schema/format';
import { type ReceivedEventResponse, receivedEventResponse, showReceivedEvent } from '@slipway/api-schema/webhooks';
import { renderContextFor } from '@slipway/application/model';
import { visibleTriggers } from '@slipway/application/triggers';
import { message } from '@slipway/domain/messages';
import { clip } from '@slipway/domain/model';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import { newId, type Person } from '@slipway/engine';
import type { ConfigurationView } from '@slipway/persistence/configurations';
import { readTriggers } from '@slipway/persistence/triggers';
import {
  type EventResult,
  listReceivedEvents,
  type ReceivedEventView,
  replayReceivedEvent,
} from '@slipway/persistence/webhooks';
import { RunnerBusy, RunnerUnavailable } from '@slipway/script-protocol';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { ServiceUnavailable } from '../http/errors/errors.ts';
import { type Route, route } from '../http/route.ts';
import { createSlots } from '../http/slots.ts';
import { endpointNamed, findReplayable, receivedEventNamed } from './find-received-event.ts';
import { eventEvaluators } from './process-events.ts';

const paging = z.object({
  page: optional(wholeNumber()),
  resultsPerPage: optional(wholeNumber(1)).describe('default 100, at most 1000'),
});

/** The maximum length of each body in a list. A list can have 1,000 bodies of up to 8 MB. */
const bodyCharacters = 4096;

const fullIdOf = ({ id, folderPath }: ConfigurationView): string => configurationIdOf(id, folderPath);

/** Renders received events of one endpoint with the results of triggers, with two statements. */
async function renderReceivedEvents(
  deps: Deps,
  caller: Person,
  endpoint: ConfigurationView,
  views: readonly ReceivedEventView[],
): Promise<readonly ReceivedEventResponse[]> {
  const results = views.flatMap((view) => view.results);
  const plans = results.flatMap(({ releaseId, taskId }) => releaseId ?? taskId ?? []);
  const triggers = [...new Set(results.flatMap(({ triggerId }) => triggerId ?? []))];
  const [show, rows] = await Promise.all([
    renderContextFor(deps, plans, caller),
    triggers.length === 0 ? [] : readTriggers(deps.database, triggers),
  ]);
  const triggerLocations = (await visibleTriggers(caller, rows)).map(
    ({ trigger: { id }, folderPath }): [string, string] => [id, joinIds(folderPath.join('/'), id)],
  );
  const elsewhere = new Map([...show.elsewhere, ...triggerLocations]);
  const isAdmin = caller.hasPermission('admin');
  // The reason of a trigger or task can name related objects, so only users who can view the trigger or task receive
  // it.
  const toVisibleResult = (result: EventResult): EventResult =>
    isAdmin || elsewhere.has(result.triggerId ?? result.taskId ?? '') ? result : { ...result, reason: null };
  return views.map((view) =>
    showReceivedEvent({ ...view, results: view.results.map(toVisibleResult) }, fullIdOf(endpoint), {
      ...show,
      elsewhere,
    }),
  );
}

async function renderReceivedEvent(
  deps: Deps,
  caller: Person,
  endpoint: ConfigurationView,
  rawId: string,
): Promise<ReceivedEventResponse> {
  const [rendered] = await renderReceivedEvents(deps, caller, endpoint, [
    await receivedEventNamed(deps, endpoint, rawId),
  ]);
  if (rendered === undefined) throw new Error('a delivery was not rendered');
  return rendered;
}

/** Routes for the deliveries of webhook endpoints and their results. */
export const receivedEvents: readonly Route[] = [
  route({
    method: 'GET',
    path: '/webhooks/{endpointId}/deliveries',
    name: 'listDeliveries',
    summary: 'The deliveries of a webhook endpoint with their results, the newest first',
    needs: { on: 'endpointId', anyOf: [neededToRead.receivedEvent], atTop: neededToChange.globalConfiguration },
    query: paging,
    reply: list(receivedEventResponse),
    answer: async (deps, { caller, path, query }) => {
      const endpoint = await endpointNamed(deps, caller, path.endpointId, neededToRead.receivedEvent);
      const limit = Math.min(query.resultsPerPage ?? 100, 1000);
      const page = { limit, offset: (query.page ?? 0) * limit, bodyCharacters };
      const views = await listReceivedEvents(deps.database, endpoint.id, page);
      return await renderReceivedEvents(deps, caller, endpoint, views);
    },
  }),
  route({
    method: 'GET',
    path: '/webhooks/{endpointId}/deliveries/{deliveryId}',
    name: 'getDelivery',
    summary: 'One delivery, with its whole body',
    needs: { on: 'endpointId', anyOf: [neededToRead.receivedEvent], atTop: neededToChange.globalConfiguration },
    reply: receivedEventResponse,
    answer: async (deps, { caller, path }) => {
      const endpoint = await endpointNamed(deps, caller, path.endpointId, neededToRead.receivedEvent);
      return await renderReceivedEvent(deps, caller, endpoint, path.deliveryId);
    },
  }),
  route({
    method: 'GET',
    path: '/webhooks/{endpointId}/deliveries/{deliveryId}/replay-preview',
    name: 'previewReplay',
    summary: 'Which triggers and waiting tasks would want a delivery if it were taken once more; it changes nothing',
    needs: { on: 'endpointId', anyOf: [neededToRead.receivedEvent], atTop: neededToChange.globalConfiguration },
    reply: receivedEventResponse.shape.results,
    answer: async (deps, { caller, path }) => {
      const endpoint = await endpointNamed(deps, caller, path.endpointId, neededToRead.receivedEvent);
      return await limitReplayPreview(async () => {
        const event = await findReplayable(deps, endpoint, path.deliveryId);
        const results = await deps.engine.previewReplay(event, eventEvaluators(deps));
        const [shown] = await renderReceivedEvents(deps, caller, endpoint, [{ ...event, results }]);
        return shown?.results ?? [];
      });
    },
  }),
  route({
    method: 'POST',
    path: '/webhooks/{endpointId}/deliveries/{deliveryId}/replay',
    name: 'replayDelivery',
    summary: 'Processes a stored delivery again as an accepted one, without another authentication',
    needs: { on: 'endpointId', anyOf: [neededToChange.configuration], atTop: neededToChange.globalConfiguration },
    reply: receivedEventResponse,
    answer: async (deps, { caller, path }) => {
      const endpoint = await endpointNamed(deps, caller, path.endpointId, neededToRead.receivedEvent);
      const { id: originalId } = await findReplayable(deps, endpoint, path.deliveryId);
      const id = newId('Delivery');
      const replay = { id, of: originalId, reason: `replayed by ${clip(caller.username)}` };
      if (await deps.engine.change((database) => replayReceivedEvent(database, replay)))
        deps.processEvent(id, endpoint.id);
      return await renderReceivedEvent(deps, caller, endpoint, id);
    },
  }),
];

// Each preview holds a delivery of up to 8 MB, and runs the scripts of all triggers, one after the other.
const slots = createSlots({ max: 2, maxWaiting: 16, label: 'replayPreviews' });

/** Runs a preview of a replay in a slot. Throws Overloaded, ServiceUnavailable. */
export const limitReplayPreview = <T>(preview: () => Promise<T>): Promise<T> =>
  slots.run(async () => {
    try {
      return await preview();
    } catch (error) {
      if (error instanceof RunnerBusy || error instanceof RunnerUnavailable)
        throw new ServiceUnavailable(message('runner.silentTryAgain'));
      throw error;
    }
  });
