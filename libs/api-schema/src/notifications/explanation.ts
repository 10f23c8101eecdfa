import { message } from '@slipway/domain/messages';
import type { EventData, EventTypeName, Instant } from '@slipway/domain/model';
import { notificationModes, type UserChannel, userChannels } from '@slipway/domain/notification-choices';
import { type Decision, notificationLevels } from '@slipway/domain/notifications';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { expects } from '../format/expects.ts';
import { list, optional, responseDate, wholeNumber } from '../format/scalars.ts';
import { eventTypeNames } from './rules.ts';

const id = z
  .string()
  .min(1, expects(message('expected.id')))
  .max(128, expects(message('expected.id')));

export const explanationQuery = z.object({
  event: id.describe('the id of an event'),
  user: optional(z.string()).describe('oneself unless given'),
});

const maxEvents = 200;

export const releaseEventsQuery = z.object({
  after: optional(id).describe('the `next` of the previous page'),
  limit: optional(wholeNumber(1, maxEvents)).describe(`default 50, at most ${maxEvents}`),
});

const eventResponse = z.object({
  id: z.string(),
  type: z.enum(eventTypeNames),
  at: responseDate,
  actor: z.string(),
  taskId: z.string().optional(),
  taskTitle: z.string().optional(),
});

/** The events of a release, the newest first. */
export const releaseEventsResponse = z
  .object({ items: list(eventResponse), next: z.string().optional() })
  .meta({ id: 'ReleaseEvents' });
export type ReleaseEventsResponse = z.output<typeof releaseEventsResponse>;

/** The decision about an event and a user. */
export const explanationResponse = z
  .object({
    event: eventResponse,
    user: z.string(),
    reasons: list(z.string()).describe('why the user is a recipient; empty: nothing selects the user'),
    channels: list(
      z.object({
        channel: z.enum(userChannels),
        mode: z.enum(notificationModes),
        decidedBy: z.enum(notificationLevels),
        levels: list(
          z.object({ level: z.enum(notificationLevels), result: z.enum(['passes', 'none', ...notificationModes]) }),
        ).describe('the results with the settings of now'),
        delivery: z
          .object({
            id: z.string(),
            state: z.string(),
            decidedBy: z.string(),
            reason: z.string(),
            nextAt: responseDate.optional(),
            sentAt: responseDate.optional(),
            error: z.string().optional(),
          })
          .optional()
          .describe('the row of the ledger, with the decision of then'),
      }),
    ),
  })
  .meta({ id: 'NotificationExplanation' });
export type NotificationExplanationResponse = z.output<typeof explanationResponse>;

interface StoredEvent {
  readonly id: string;
  readonly type: EventTypeName;
  readonly at: Instant;
  readonly actor: string;
  readonly taskId: string | null;
  readonly data: EventData;
}

const showEvent = ({ id: eventId, type, at, actor, taskId, data }: StoredEvent) => ({
  ...{ id: eventId, type, at: showDate(at), actor },
  ...(taskId !== null && { taskId, taskTitle: data.task?.title }),
});

/** Renders the events of a release. */
export const showReleaseEvents = (events: readonly StoredEvent[], next: string | undefined): ReleaseEventsResponse => ({
  items: events.map(showEvent),
  next,
});

interface StoredDelivery {
  readonly id: string;
  readonly channel: string;
  readonly state: string;
  readonly decidedBy: string;
  readonly reason: string;
  readonly nextAt: Instant | null;
  readonly sentAt: Instant | null;
  readonly error: string | null;
}

interface Explained {
  readonly event: StoredEvent;
  readonly user: string;
  readonly reasons: readonly string[];
  readonly channels: readonly (Decision & { readonly channel: UserChannel })[];
  readonly deliveries: readonly StoredDelivery[];
}

/** Renders the decision about an event and a user. */
export function showExplanation({
  event,
  user,
  reasons,
  channels,
  deliveries,
}: Explained): NotificationExplanationResponse {
  const deliveryOn = (channel: string) => {
    const delivery = deliveries.find((candidate) => candidate.channel === channel);
    if (delivery === undefined) return undefined;
    const { id: deliveryId, state, decidedBy, reason, nextAt, sentAt, error } = delivery;
    return {
      ...{ id: deliveryId, state, decidedBy, reason, error: error ?? undefined },
      ...{ nextAt: showDate(nextAt), sentAt: showDate(sentAt) },
    };
  };
  return {
    ...{ event: showEvent(event), user, reasons },
    channels: channels.map((decision) => ({ ...decision, delivery: deliveryOn(decision.channel) })),
  };
}
