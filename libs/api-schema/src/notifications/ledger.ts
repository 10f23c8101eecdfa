import type { EventTypeName, Instant } from '@slipway/domain/model';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { list, responseDate } from '../format/scalars.ts';

const channels = ['inbox', 'mail', 'slack', 'teams', 'webhook'] as const;
const states = ['pending', 'held', 'sent', 'failed', 'dead', 'obsolete', 'suppressed'] as const;

/** A row of the ledger of notifications (an extension). */
const notificationDeliveryResponse = z
  .object({
    id: z.string(),
    eventId: z.string(),
    eventType: z.string(),
    subject: z.string().describe('the title of the task, release or other object'),
    releaseId: z.string().optional(),
    taskId: z.string().optional(),
    createdAt: responseDate,
    recipient: z.string().describe('the name of a user in lower case, or the id of a receiver'),
    recipientTitle: z.string().optional().describe('the title of the receiver'),
    channel: z.enum(channels),
    state: z.enum(states),
    decidedBy: z.string().describe('the level that decided'),
    reason: z.string().describe('why the recipient was selected'),
    messageId: z.string().optional().describe('the same in all attempts, and for all events of one message'),
    nextAt: responseDate.optional(),
    sentAt: responseDate.optional(),
    attempts: z.int(),
    lastStatus: z.int().optional(),
    lastError: z.string().optional(),
  })
  .meta({ id: 'NotificationDelivery' });
export type NotificationDeliveryResponse = z.output<typeof notificationDeliveryResponse>;

const next = z.string().optional().describe('for the query of the next page; absent on the last one');

export const ledgerPageResponse = z
  .object({ items: list(notificationDeliveryResponse), next })
  .meta({ id: 'NotificationDeliveryPage' });
export type LedgerPageResponse = z.output<typeof ledgerPageResponse>;

const attemptResponse = z
  .object({
    id: z.string(),
    messageId: z.string(),
    at: responseDate,
    durationMs: z.int(),
    status: z.int().optional(),
    error: z.string().optional().describe('absent: accepted'),
  })
  .meta({ id: 'DeliveryAttempt' });

export const attemptPageResponse = z.object({ items: list(attemptResponse), next }).meta({ id: 'DeliveryAttemptPage' });
export type AttemptPageResponse = z.output<typeof attemptPageResponse>;

interface LedgerView {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: EventTypeName;
  readonly subject: string;
  readonly releaseId: string | null;
  readonly taskId: string | null;
  readonly createdAt: Instant;
  readonly recipient: string;
  readonly recipientTitle: string | null;
  readonly channel: (typeof channels)[number];
  readonly state: (typeof states)[number];
  readonly decidedBy: string;
  readonly reason: string;
  readonly messageId: string | null;
  readonly nextAt: Instant | null;
  readonly sentAt: Instant | null;
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

export const showNotificationDelivery = (view: LedgerView): NotificationDeliveryResponse => ({
  id: view.id,
  eventId: view.eventId,
  eventType: view.eventType,
  subject: view.subject,
  releaseId: view.releaseId ?? undefined,
  taskId: view.taskId ?? undefined,
  createdAt: showDate(view.createdAt),
  recipient: view.recipient,
  recipientTitle: view.recipientTitle ?? undefined,
  channel: view.channel,
  state: view.state,
  decidedBy: view.decidedBy,
  reason: view.reason,
  messageId: view.messageId ?? undefined,
  nextAt: showDate(view.nextAt),
  sentAt: showDate(view.sentAt),
  attempts: view.attempts,
  lastStatus: view.lastStatus ?? undefined,
  lastError: view.lastError ?? undefined,
});

interface AttemptView {
  readonly id: string;
  readonly messageId: string;
  readonly at: Instant;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
}

export const showAttempt = ({ at, status, error, ...attempt }: AttemptView): z.output<typeof attemptResponse> => ({
  ...attempt,
  at: showDate(at),
  status: status ?? undefined,
  error: error ?? undefined,
});
