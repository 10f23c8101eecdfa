import { expect } from 'vitest';
import type { Release } from '../rest/response-types.ts';
import type { RestClient, RestResponse } from '../rest/rest-client.ts';
import { type Configuration, type Delivery, deliver, listDeliveries } from './endpoints.ts';

export type Fields = Readonly<Record<string, unknown>>;
/** An event trigger in a response. */
export interface EventTrigger {
  readonly id: string;
  readonly lastRunStatus?: string;
  readonly eventFilter?: object;
}
/** A run of a trigger. */
export interface TriggerRun {
  readonly outcome: string;
  readonly reason?: string;
  readonly releaseId?: string;
  readonly deliveryId?: string;
}
/** The result of a delivery for one trigger. */
interface DispatchResult {
  readonly triggerId: string;
  readonly outcome: string;
  readonly reason?: string;
  readonly runId?: string;
  readonly releaseId?: string;
}
interface DispatchedDelivery extends Delivery {
  readonly results: readonly DispatchResult[];
}

export const noAuthentication = { type: 'events.NoAuthentication' };

/** Helpers for tests of events. */
export interface WebhookEvents {
  /** Creates a trigger for the events of an endpoint. */
  createTrigger(endpoint: Configuration, template: Release, fields?: Fields): Promise<EventTrigger>;
  runs(triggerId: string): Promise<TriggerRun[]>;
  post(endpoint: Configuration, body: unknown): Promise<RestResponse>;
  /** Returns the newest delivery after its dispatch to triggers. */
  latestDelivery(endpoint: Configuration): Promise<DispatchedDelivery>;
  outcomes(endpoint: Configuration): Promise<readonly (readonly [string, string | undefined])[]>;
}

/** Creates the helpers for a server. */
export function createWebhookEvents(rest: RestClient, url: () => string): WebhookEvents {
  const latestDelivery = async (endpoint: Configuration) => {
    const newest = async () => (await listDeliveries(rest, endpoint))[0];
    await expect.poll(async () => (await newest())?.processedAt, { interval: 20 }).toBeTruthy();
    return (await newest()) as DispatchedDelivery;
  };
  return {
    createTrigger: (endpoint, template, fields = {}) =>
      rest.post<EventTrigger>('/triggers', {
        type: 'events.EventBasedTrigger',
        title: 'Push',
        template: template.id,
        eventSource: endpoint.id,
        ...fields,
      }),
    runs: (id) => rest.get<TriggerRun[]>(`/triggers/${id}/runs`),
    post: (endpoint, body) => deliver(url(), endpoint, { body: JSON.stringify(body) }),
    latestDelivery,
    outcomes: async (endpoint) =>
      (await latestDelivery(endpoint)).results.map(({ outcome, reason }): [string, string | undefined] => [
        outcome,
        reason,
      ]),
  };
}
