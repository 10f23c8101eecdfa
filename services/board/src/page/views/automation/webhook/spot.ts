import { addressOfEndpoint } from '../webhooks/endpoint.ts';

/** The state of an endpoint's view, from its address. */
export interface Spot {
  /** of its deliveries, from 0 */
  readonly page: number;
  /** the delivery that is open; null: none */
  readonly delivery: string | null;
}

export const spotIn = (written: URLSearchParams): Spot => ({
  page: Math.max(0, Math.trunc(Number(written.get('page') ?? 0)) || 0),
  delivery: written.get('delivery'),
});

export function addressOf(endpoint: string, { page, delivery }: Spot): string {
  const said = new URLSearchParams({ ...(page > 0 && { page: String(page) }), ...(delivery !== null && { delivery }) });
  return addressOfEndpoint(endpoint) + (said.size === 0 ? '' : `?${said}`);
}
