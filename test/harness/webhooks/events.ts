import { expect } from 'vitest';
import type { Reply, Rest } from '../rest/rest.ts';
import type { Release } from '../rest/shapes.ts';
import { type Configuration, type Delivery, deliver, ledger } from './hooks.ts';

export type Fields = Readonly<Record<string, unknown>>;
/** An event trigger as the service answers it. */
export interface Listener {
  readonly id: string;
  readonly lastRunStatus?: string;
  readonly eventFilter?: object;
}
/** One line of a trigger's ledger. */
export interface Run {
  readonly outcome: string;
  readonly reason?: string;
  readonly releaseId?: string;
  readonly deliveryId?: string;
}
/** What a trigger has made of a delivery. */
interface Result {
  readonly triggerId: string;
  readonly outcome: string;
  readonly reason?: string;
  readonly runId?: string;
  readonly releaseId?: string;
}
interface Told extends Delivery {
  readonly results: readonly Result[];
}

export const nobody = { type: 'events.NoAuthentication' };

/** What a test of events does with a server. */
export interface Events {
  /** Makes a trigger that listens to an endpoint. */
  listener(endpoint: Configuration, template: Release, fields?: Fields): Promise<Listener>;
  runs(triggerId: string): Promise<Run[]>;
  post(endpoint: Configuration, body: unknown): Promise<Reply>;
  /** The newest delivery, after its dispatch to triggers. */
  told(endpoint: Configuration): Promise<Told>;
  outcomes(endpoint: Configuration): Promise<readonly (readonly [string, string | undefined])[]>;
}

/** Events at the server of a test file. */
export function eventsAt(rest: Rest, url: () => string): Events {
  const told = async (endpoint: Configuration) => {
    const newest = async () => (await ledger(rest, endpoint))[0];
    await expect.poll(async () => (await newest())?.processedAt, { interval: 20 }).toBeTruthy();
    return (await newest()) as Told;
  };
  return {
    listener: (endpoint, template, fields = {}) =>
      rest.post<Listener>('/triggers', {
        type: 'events.EventBasedTrigger',
        title: 'Push',
        template: template.id,
        eventSource: endpoint.id,
        ...fields,
      }),
    runs: (id) => rest.get<Run[]>(`/triggers/${id}/runs`),
    post: (endpoint, body) => deliver(url(), endpoint, { body: JSON.stringify(body) }),
    told,
    outcomes: async (endpoint) =>
      (await told(endpoint)).results.map(({ outcome, reason }): [string, string | undefined] => [outcome, reason]),
  };
}
