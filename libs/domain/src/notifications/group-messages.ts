import type { Instant } from '../model/json.ts';

/** The channels whose deliveries are sent by a worker. The inbox is written together with its delivery. */
export const sentChannels = ['mail', 'slack', 'teams', 'webhook'] as const;
export type SentChannel = (typeof sentChannels)[number];

/** The minimum time between two messages about one release to the same recipient and channel, in milliseconds. */
export const messageIntervalMs = 300_000;

/** A due delivery, as the grouping needs it. */
export interface DueDelivery {
  readonly id: string;
  readonly recipient: string;
  readonly channel: SentChannel;
  readonly releaseId: string | null;
  readonly dueAt: Instant;
  /** the message that it already belongs to, for a repeated attempt */
  readonly messageId: string | null;
  /** when the last message about this release to this recipient and channel was formed */
  readonly lastMessageAt: Instant | null;
  /** whether it belongs to the digest of the recipient */
  readonly digest: boolean;
}

/** Deliveries that become one message. */
export interface MessageGroup<D extends DueDelivery> {
  readonly messageId: string;
  readonly isRepeated: boolean;
  readonly deliveries: readonly D[];
}

interface Grouping<D extends DueDelivery> {
  readonly groups: readonly MessageGroup<D>[];
  /** deliveries that must wait, with the time of the next message */
  readonly postponed: readonly { readonly delivery: D; readonly until: Instant }[];
}

/** Webhooks receive each event separately, because a program reads them. */
const isGrouped = ({ channel, releaseId }: Pick<DueDelivery, 'channel' | 'releaseId'>): boolean =>
  channel !== 'webhook' && releaseId !== null;

function keyOf(delivery: DueDelivery): string {
  const { id, recipient, channel, releaseId, messageId, digest } = delivery;
  if (messageId !== null) return messageId;
  if (digest) return JSON.stringify([recipient, channel]);
  return JSON.stringify(isGrouped(delivery) ? [recipient, channel, releaseId] : [id]);
}

/**
 * Groups due deliveries into messages: the digest of a recipient, and all events of a release for one recipient and
 * channel. A repeated attempt has
 * the same deliveries and the same id as the first one. A new message follows at the earliest five minutes after the
 * last one. `newMessageId` returns the id of a new message.
 */
export function groupMessages<D extends DueDelivery>(
  due: readonly D[],
  now: Instant,
  newMessageId: () => string,
): Grouping<D> {
  /** the earliest time of a new message; null: now */
  const earliest = ({ messageId, lastMessageAt, ...delivery }: D): Instant | null => {
    if (messageId !== null || lastMessageAt === null || delivery.digest || !isGrouped(delivery)) return null;
    const next = lastMessageAt + messageIntervalMs;
    return next > now ? next : null;
  };
  const postponed = due.flatMap((delivery) => {
    const until = earliest(delivery);
    return until === null ? [] : [{ delivery, until }];
  });
  const isDue = (delivery: D): boolean => earliest(delivery) === null;
  const groups = Map.groupBy(due.filter(isDue), keyOf);
  return {
    groups: Array.from(groups.values(), (deliveries) => {
      const messageId = deliveries[0]?.messageId ?? null;
      return { messageId: messageId ?? newMessageId(), isRepeated: messageId !== null, deliveries };
    }),
    postponed,
  };
}
