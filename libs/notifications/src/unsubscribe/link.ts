import { type EventTypeName, type Instant, isEventType } from '@slipway/domain/model';
import type { Seal } from '@slipway/persistence/secrets';

/** What the link in a mail permits to change: the notifications of one user. */
export interface UnsubscribeLink {
  /** in lower case */
  readonly username: string;
  readonly eventType: EventTypeName;
  readonly releaseId: string | null;
  /** the dashboard of a weekly mail */
  readonly dashboardId?: string;
}

const lifetimeMs = 90 * 24 * 3_600_000;
const maxLength = 2_000;

/** Returns the token of a link. It is encrypted, so that a reader of an address sees no names. It is valid for 90 days. */
export const sealUnsubscribeLink = (
  seal: Pick<Seal, 'seal'>,
  { username, eventType, releaseId, dashboardId }: UnsubscribeLink,
  now: Instant,
): string => seal.seal('unsubscribe', JSON.stringify([username, eventType, releaseId, now + lifetimeMs, dashboardId]));

function open(seal: Pick<Seal, 'open'>, token: string): unknown {
  try {
    return JSON.parse(seal.open('unsubscribe', token));
  } catch {
    return null;
  }
}

/** Returns the content of a token; null if it was changed, or has expired. */
export function openUnsubscribeLink(seal: Pick<Seal, 'open'>, token: string, now: Instant): UnsubscribeLink | null {
  const content: unknown = token.length > maxLength ? null : open(seal, token);
  if (!Array.isArray(content)) return null;
  const [username, eventType, releaseId, until, dashboardId]: readonly unknown[] = content;
  if (typeof username !== 'string' || typeof eventType !== 'string' || !isEventType(eventType)) return null;
  if (typeof until !== 'number' || until <= now) return null;
  return {
    ...{ username, eventType, releaseId: typeof releaseId === 'string' ? releaseId : null },
    ...(typeof dashboardId === 'string' && { dashboardId }),
  };
}
