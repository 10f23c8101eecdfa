import type { NotificationDeliveryResponse } from '@slipway/api-schema/notifications';
import { t } from '../../../navigation/text.ts';

export type Delivery = NotificationDeliveryResponse;

/** Whether a delivery was sent to a receiver, and not to a user. */
export const isToReceiver = ({ channel }: Pick<Delivery, 'channel'>): boolean =>
  channel === 'slack' || channel === 'teams' || channel === 'webhook';

/** Whether the server can send a delivery again. */
export const isReplayable = ({ state, channel }: Pick<Delivery, 'state' | 'channel'>): boolean =>
  channel !== 'inbox' && (state === 'sent' || state === 'failed' || state === 'dead' || state === 'obsolete');

/** Returns the error of the last attempt of a delivery that is not sent; null for none. */
export function errorOf({ state, lastError, lastStatus }: Delivery): string | null {
  if (state === 'sent' || state === 'obsolete') return null;
  if (lastError !== undefined) return lastError;
  return lastStatus === undefined ? null : t`Status ${lastStatus}`;
}
