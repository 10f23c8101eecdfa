import { endpointPath } from '../webhooks/endpoint.ts';

/** The state of an endpoint's view, from its address. */
export interface UrlState {
  /** of its deliveries, from 0 */
  readonly page: number;
  /** the delivery that is open; null: none */
  readonly delivery: string | null;
}

export const parseUrl = (params: URLSearchParams): UrlState => ({
  page: Math.max(0, Math.trunc(Number(params.get('page') ?? 0)) || 0),
  delivery: params.get('delivery'),
});

export function endpointUrl(endpoint: string, { page, delivery }: UrlState): string {
  const params = new URLSearchParams({
    ...(page > 0 && { page: String(page) }),
    ...(delivery !== null && { delivery }),
  });
  return endpointPath(endpoint) + (params.size === 0 ? '' : `?${params}`);
}
