import { expect } from 'vitest';
import type { RestClient, RestResponse } from '../rest/rest-client.ts';

/** A webhook delivery in a response. */
export interface Delivery {
  readonly id: string;
  readonly endpointId: string;
  readonly receivedAt: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, readonly string[]>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly bodyLength: number;
  readonly verdict: string;
  readonly reason?: string;
  readonly status: number;
  readonly durationMs: number;
  readonly duplicateOf?: string;
  readonly replayOf?: string;
  readonly processedAt?: string;
  readonly results: readonly unknown[];
}

/** A configuration in a response. */
export interface Configuration {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly folderId?: string;
  readonly [property: string]: unknown;
}

type Fields = Readonly<Record<string, unknown>>;
let endpointCount = 0;

/** Creates an endpoint; its path is new unless `fields` set one. */
export const createEndpoint = (
  rest: RestClient,
  authentication: Fields,
  fields: Fields = {},
): Promise<Configuration> => {
  endpointCount += 1;
  return rest.post<Configuration>('/config', {
    type: 'events.PostWebhookEndpoint',
    title: `Hook ${endpointCount}`,
    path: `hook/${endpointCount}`,
    authentication,
    ...fields,
  });
};

/** Calls an endpoint without a login. */
export async function deliver(url: string, { path }: Configuration, init: RequestInit = {}): Promise<RestResponse> {
  const response = await fetch(`${url}/webhooks/${path}`, { method: 'POST', ...init });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text };
}

/** Returns the deliveries of an endpoint, the newest first. */
export const listDeliveries = (rest: RestClient, { id }: Configuration): Promise<Delivery[]> =>
  rest.get<Delivery[]>(`/webhooks/${id}/deliveries`);

/** Expects the response for an authenticated sender (rest-api.md, section Events). */
export function expectAccepted({ status, headers, text }: RestResponse): void {
  expect([status, headers.get('content-length'), headers.get('content-type'), text]).toEqual([200, '0', null, '']);
}

/** Expects the response for an unauthenticated sender. */
export function expectUnauthorized(
  { status, headers, text }: RestResponse,
  { id, title, authentication }: Configuration,
): void {
  const method = (authentication as { readonly type: string }).type;
  expect([status, headers.get('content-type'), text]).toEqual([
    401,
    'application/json',
    `Unauthorized request for '${id} (${title})' (authentication method: ${method})`,
  ]);
}
