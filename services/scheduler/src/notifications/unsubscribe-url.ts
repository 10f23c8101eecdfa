import { type NotificationMessage, sealUnsubscribeLink } from '@slipway/notifications';
import type { SenderContext } from './context.ts';

/** Returns the address that changes the settings of a recipient without a login; null without a public address. */
export function unsubscribeUrl(
  { seal, receivers: { publicUrl } }: SenderContext,
  username: string,
  { entries }: NotificationMessage,
  now: number,
): string | null {
  const [first] = entries;
  if (publicUrl === null || first === undefined) return null;
  const { type: eventType, releaseId, data } = first.event;
  const dashboard = eventType === 'dashboard.weekly' && data.subject !== undefined && { dashboardId: data.subject.id };
  return `${publicUrl}/unsubscribe/${sealUnsubscribeLink(seal, { username, eventType, releaseId, ...dashboard }, now)}`;
}
