import { date, list, optional, wholeNumber } from '@slipway/api-schema/format';
import {
  attemptPageResponse,
  eventSubscriptionBody,
  eventSubscriptionResponse,
  ledgerPageResponse,
  receiverTestResponse,
  replayBody,
  replayResponse,
} from '@slipway/api-schema/notifications';
import { neededToChange } from '@slipway/domain/people';
import { z } from 'zod';
import type { Needs } from '../http/needs/needs.ts';
import { jsonBody, jsonBodyWithPassword, type Route, route } from '../http/route.ts';
import { channelIn, renderAttempts, renderLedger, replayFor, replayOne, stateIn } from './ledger.ts';
import {
  changeReceiver,
  createReceiver,
  deleteReceiver,
  getReceiver,
  renderReceiver,
  renderReceivers,
  testReceiver,
} from './receivers.ts';

const needs = {
  anywhere: [neededToChange.folderNotifications],
  why: 'the receiver names its folder; one of the installation needs the permission admin',
} as const satisfies Needs;

const paging = {
  after: z.string().max(200).optional().describe('the value `next` of the previous page'),
  limit: optional(wholeNumber(1, 500)).describe('default 100, at most 500'),
};

const ledgerQuery = z.object({
  ...paging,
  channel: channelIn,
  state: stateIn,
  recipient: z.string().max(200).optional(),
  eventType: z.string().max(200).optional(),
  releaseId: z.string().max(2_000).optional(),
  from: optional(date),
  to: optional(date),
});

const subscriptionRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/event-subscriptions',
    name: 'getEventSubscriptions',
    summary: 'The receivers of events that you can change, by title; at most 1000',
    needs,
    query: z.object({ folderId: z.string().optional().describe('those of this folder and below it') }),
    reply: list(eventSubscriptionResponse),
    answer: (deps, { caller, query }) => renderReceivers(deps, caller, query.folderId),
  }),
  route({
    method: 'POST',
    path: '/event-subscriptions',
    name: 'createEventSubscription',
    summary: 'Creates a receiver of events, which must consent to a handshake or accept a test message',
    needs,
    body: jsonBodyWithPassword(eventSubscriptionBody),
    reply: eventSubscriptionResponse,
    answer: (deps, { body, ...requester }) => createReceiver(deps, requester, body),
  }),
  route({
    method: 'GET',
    path: '/event-subscriptions/{subscriptionId}',
    name: 'getEventSubscription',
    summary: 'A receiver of events',
    needs,
    reply: eventSubscriptionResponse,
    etag: 'content',
    answer: async (deps, { caller, path }) =>
      renderReceiver(deps, await getReceiver(deps, caller, path.subscriptionId)),
  }),
  route({
    method: 'PUT',
    path: '/event-subscriptions/{subscriptionId}',
    name: 'updateEventSubscription',
    summary: 'Changes a receiver of events; without an address or a secret, these stay',
    needs,
    body: jsonBodyWithPassword(eventSubscriptionBody),
    reply: eventSubscriptionResponse,
    etag: 'content',
    answer: (deps, { path, body, ...requester }) => changeReceiver(deps, requester, path.subscriptionId, body),
  }),
  route({
    method: 'DELETE',
    path: '/event-subscriptions/{subscriptionId}',
    name: 'deleteEventSubscription',
    summary: 'Deletes a receiver of events',
    needs,
    reply: null,
    etag: 'content',
    answer: (deps, { path, ...requester }) => deleteReceiver(deps, requester, path.subscriptionId),
  }),
];

const receiverLedgerRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/event-subscriptions/{subscriptionId}/test',
    name: 'testEventSubscription',
    summary: 'Sends a test message to a receiver, outside of the ledger',
    needs,
    effect: 'read',
    reply: receiverTestResponse,
    answer: (deps, { caller, path }) => testReceiver(deps, caller, path.subscriptionId),
  }),
  route({
    method: 'GET',
    path: '/event-subscriptions/{subscriptionId}/deliveries',
    name: 'getEventSubscriptionDeliveries',
    summary: 'The deliveries to a receiver, newest first',
    needs,
    query: z.object({ ...paging, state: stateIn }),
    reply: ledgerPageResponse,
    answer: async (deps, { caller, path, query }) => {
      const { id } = await getReceiver(deps, caller, path.subscriptionId);
      return await renderLedger(deps, { ...query, recipient: id });
    },
  }),
  route({
    method: 'GET',
    path: '/event-subscriptions/{subscriptionId}/attempts',
    name: 'getEventSubscriptionAttempts',
    summary: 'The requests to a receiver, newest first',
    needs,
    query: z.object({ ...paging, messageId: z.string().max(200).optional() }),
    reply: attemptPageResponse,
    answer: async (deps, { caller, path, query }) => {
      const { id } = await getReceiver(deps, caller, path.subscriptionId);
      return await renderAttempts(deps, id, query);
    },
  }),
  route({
    method: 'POST',
    path: '/event-subscriptions/{subscriptionId}/replay',
    name: 'replayEventSubscription',
    summary: 'Sends one delivery again, or those of a time range, with the same ids; at most 10000',
    needs,
    body: jsonBody(replayBody),
    reply: replayResponse,
    answer: async (deps, { caller, actor, path, body }) => {
      const { id } = await getReceiver(deps, caller, path.subscriptionId);
      return await replayFor(deps, { recipient: id, actor }, body);
    },
  }),
];

const ledgerRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/notification-deliveries',
    name: 'getNotificationDeliveries',
    summary: 'The ledger of notifications, newest first',
    needs: { global: [neededToChange.notifications] },
    query: ledgerQuery,
    reply: ledgerPageResponse,
    answer: (deps, { query }) => renderLedger(deps, query),
  }),
  route({
    method: 'POST',
    path: '/notification-deliveries/{deliveryId}/replay',
    name: 'replayNotificationDelivery',
    summary: 'Sends a delivery again, with the same id',
    needs: { global: [neededToChange.notifications] },
    reply: replayResponse,
    answer: (deps, { path, actor }) => replayOne(deps, actor, path.deliveryId),
  }),
];

/** Receivers of events, and the ledger of notifications (receive-events.md). */
export const receivers: readonly Route[] = [...subscriptionRoutes, ...receiverLedgerRoutes, ...ledgerRoutes];
