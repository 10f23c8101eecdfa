import type { EventData, EventTypeName, Instant } from '@slipway/domain/model';
import type { DueDelivery, OccurredEvent, SentChannel } from '@slipway/domain/notifications';

/** A delivery that belongs to a claimed message. */
export interface ClaimedDelivery extends DueDelivery {
  /** the exact time as text, which is a part of the key of the row */
  readonly createdAt: string;
  readonly reason: string;
  /** the number of attempts before */
  readonly attempts: number;
  readonly event: OccurredEvent;
}

/** A message that this process must send before its lease ends. */
export interface ClaimedMessage {
  /** the same in all attempts */
  readonly messageId: string;
  readonly recipient: string;
  readonly channel: SentChannel;
  readonly attempts: number;
  /** when the first of its deliveries was due */
  readonly dueAt: Instant;
  readonly digest: boolean;
  readonly deliveries: readonly ClaimedDelivery[];
}

/** Which messages a process claims. */
export interface ClaimOptions {
  readonly now: Instant;
  readonly leaseUntil: Instant;
  /** recipients that must not have further messages now */
  readonly excluded: readonly string[];
  /** the maximum number of due deliveries of one recipient */
  readonly maxPerRecipient: number;
  /** the maximum number of messages, approximately */
  readonly limit: number;
}

/** A claimed delivery with its event, as `claimedColumns` select it. */
export interface ClaimedRow {
  readonly id: string;
  readonly createdAt: string;
  readonly recipient: string;
  readonly channel: SentChannel;
  readonly reason: string;
  readonly attempts: number;
  readonly messageId: string | null;
  readonly dueAt: Instant;
  readonly digest: boolean;
  readonly eventId: string;
  readonly type: EventTypeName;
  readonly releaseId: string | null;
  readonly folderId: string | null;
  readonly taskId: string | null;
  readonly version: string | null;
  readonly actor: string;
  readonly at: Instant;
  readonly data: EventData;
}

/** The columns of a delivery `d` and its event `e`. */
export const claimedColumns = `d.id, d.created_at::text as "createdAt", d.recipient, d.channel, d.reason, d.attempts,
      d.message_id as "messageId", d.next_at as "dueAt", d.digest, e.id as "eventId", e.type,
      e.release_id as "releaseId", e.folder_id as "folderId", e.task_id as "taskId", e.version::text, e.actor, e.at,
      e.data`;

export function toDelivery(row: ClaimedRow, lastMessageAt: Instant | null = null): ClaimedDelivery {
  const { id, createdAt, recipient, channel, reason, attempts, messageId, dueAt, digest, eventId, version } = row;
  const { type, releaseId, folderId, taskId, actor, at, data } = row;
  return {
    ...{ id, createdAt, recipient, channel, reason, attempts, messageId, dueAt, digest, lastMessageAt, releaseId },
    event: {
      ...{ id: eventId, type, releaseId, folderId, taskId, actor, at, data },
      version: version === null ? null : Number(version),
    },
  };
}
