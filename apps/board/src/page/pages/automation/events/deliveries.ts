import type { ReceivedEventResponse } from '@slipway/api-schema/webhooks';
import { useQuery } from '../../../live/queries.ts';
import { lastSegment } from '../../../navigation/ids.ts';

/** The number of offered deliveries. */
const deliveryCount = 20;

/** Returns the path of the deliveries of an endpoint; null if no endpoint is selected. */
export const deliveriesPath = (source: string): string | null =>
  source === '' ? null : `/webhooks/${encodeURIComponent(lastSegment(source))}/deliveries`;

/** Loads the latest deliveries of an endpoint, the newest first. */
export function useDeliveryList(source: string) {
  const path = deliveriesPath(source);
  return useQuery<readonly ReceivedEventResponse[]>(path && `${path}?page=0&resultsPerPage=${deliveryCount}`);
}
