import { configurationResponse } from '@slipway/api-schema/configurations';
import { list, optional } from '@slipway/api-schema/format';
import { eventTrialBody, eventTrialResponse } from '@slipway/api-schema/triggers';
import { eventValuesResponse, senderResponse, showSender } from '@slipway/api-schema/webhooks';
import { Invalid } from '@slipway/domain/model';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import { describeEvent, senders as senderCatalog, senderWithId } from '@slipway/domain/senders';
import { listReceivedEvents, type ReceivedEventView } from '@slipway/persistence/webhooks';
import { z } from 'zod';
import { jsonBody, jsonBodyWithPassword, type Route, route } from '../http/route.ts';
import { runEventTrial } from './event-trial.ts';
import { endpointNamed } from './find-received-event.ts';
import { toEvent } from './latest-event.ts';
import { rotateSecret } from './rotate-secret.ts';

/** The deliveries from which values are proposed. Longer bodies are left out. */
const proposalPage = { limit: 50, offset: 0, bodyCharacters: 65_536 } as const;
const maxProposals = 50;

/** Returns the values of deliveries by the names of their fields, the newest first. */
function proposedValues(senderId: string, deliveries: readonly ReceivedEventView[]) {
  const sender = senderWithId(senderId);
  const values = new Map<string, Set<string>>();
  const usable = deliveries.filter(
    ({ verdict, bodyLength }) => verdict === 'ACCEPTED' && bodyLength <= proposalPage.bodyCharacters,
  );
  for (const delivery of sender === undefined ? [] : usable) {
    const description = describe(delivery);
    for (const [name, found] of Object.entries(description)) {
      const known = values.get(name) ?? new Set();
      for (const value of found) if (known.size < maxProposals) known.add(value);
      values.set(name, known);
    }
  }
  return { sender: sender?.id, values: Object.fromEntries([...values].map(([name, known]) => [name, [...known]])) };

  function describe(delivery: ReceivedEventView): Readonly<Record<string, readonly string[]>> {
    try {
      return sender === undefined ? {} : describeEvent(sender, toEvent(delivery)).values;
    } catch (error) {
      if (error instanceof Invalid) return {};
      throw error;
    }
  }
}

/** Routes for the systems that send events, and for the filters of their triggers. */
export const senders: readonly Route[] = [
  route({
    method: 'GET',
    path: '/webhooks/senders',
    name: 'getEventSenders',
    summary: 'The systems whose events the server describes, with a sample of each event',
    needs: 'anyone',
    reply: list(senderResponse),
    answer: async () => senderCatalog.map(showSender),
  }),
  route({
    method: 'GET',
    path: '/webhooks/{endpointId}/event-values',
    name: 'getEventValues',
    summary: 'The values of received events on which triggers filter, such as repositories and branches',
    needs: { on: 'endpointId', anyOf: [neededToRead.receivedEvent], atTop: neededToChange.globalConfiguration },
    reply: eventValuesResponse,
    answer: async (deps, { caller, path }) => {
      const endpoint = await endpointNamed(deps, caller, path.endpointId, neededToRead.receivedEvent);
      const deliveries = await listReceivedEvents(deps.database, endpoint.id, proposalPage);
      return proposedValues(String(endpoint.properties.sender), deliveries);
    },
  }),
  route({
    method: 'POST',
    path: '/webhooks/{endpointId}/rotate-secret',
    name: 'rotateSecret',
    summary:
      'Replaces the secret of an endpoint. The previous one stays valid until a request without a secret removes it',
    needs: { on: 'endpointId', anyOf: [neededToChange.configuration], atTop: neededToChange.globalConfiguration },
    body: jsonBodyWithPassword(
      z
        .object({ secret: optional(z.string()).describe('the new one; absent: only the previous one is removed') })
        .meta({ id: 'SecretRotation' }),
    ),
    reply: configurationResponse,
    answer: async (deps, { caller, actor, path, body }) => {
      const endpoint = await endpointNamed(deps, caller, path.endpointId, neededToChange.configuration);
      return await rotateSecret(deps, { caller, actor, endpoint, secret: body.secret });
    },
  }),
  route({
    method: 'POST',
    path: '/triggers/event-trial',
    name: 'tryEvent',
    summary: 'Evaluates the filter and texts of an event trigger for a sample or a delivery; it changes nothing',
    needs: {
      anywhere: [neededToChange.trigger],
      why: 'trigger#edit_trigger on any folder; a delivery requires the permission to read it, folderId that to view the folder',
    },
    body: jsonBody(eventTrialBody),
    effect: 'read',
    reply: eventTrialResponse,
    answer: (deps, { caller, body }) => runEventTrial(deps, caller, body),
  }),
];
