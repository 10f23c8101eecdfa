import { deploymentKinds, deploymentOutcomes } from '@slipway/domain/insights';
import { message } from '@slipway/domain/messages';
import type { EventData, EventTypeName, Instant } from '@slipway/domain/model';
import { eventTypes } from '@slipway/domain/model';
import { urgencies } from '@slipway/domain/notification-choices';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { expects } from '../format/expects.ts';
import { joinIds } from '../format/render-context.ts';
import { list, oneOf, optional, responseDate, wholeNumber } from '../format/scalars.ts';
import { showType } from '../format/type-name.ts';
import { eventTypeNames } from './rules.ts';

/** The states of entries that a request can select. */
const inboxStates = ['open', 'unread', 'saved', 'done', 'all'] as const;

const maxEntries = 200;
const entryId = z.string().max(128, expects(message('expected.id')));

export const inboxQuery = z.object({
  state: optional(oneOf(inboxStates)).describe('default open: those not done'),
  after: optional(entryId).describe('the `next` of the previous page'),
  limit: optional(wholeNumber(1, maxEntries)).describe(`default 50, at most ${maxEntries}`),
});

/** Selects the entries of a change of the whole inbox. */
export const inboxChangeBody = z
  .object({ upTo: optional(entryId).describe('the newest entry to change; absent: all entries') })
  .meta({ id: 'InboxChangeBody' });

/** The public content of an event. */
export const eventData = z
  .object({
    release: z
      .object({ id: z.string(), title: z.string(), status: z.string(), folderId: z.string(), tags: list(z.string()) })
      .optional(),
    task: z
      .object({
        ...{ id: z.string(), title: z.string(), type: z.string(), status: z.string(), phaseTitle: z.string() },
        ...{ failuresCount: z.int(), dueDate: responseDate.optional() },
      })
      .optional(),
    deployment: z
      .object({
        ...{ id: z.string(), application: z.string(), environment: z.string(), stage: z.string().optional() },
        kind: z.enum(deploymentKinds),
        outcome: z.enum(deploymentOutcomes),
        artifactId: z.string().optional().describe('the package URL of the artifact'),
        first: z.boolean().describe('whether no earlier deployment to this place has succeeded'),
      })
      .optional(),
    flag: z.string().optional().describe('the new flag'),
    risk: z.object({ from: z.int(), to: z.int() }).optional().describe('the score before and after'),
    commentId: z.string().optional(),
    subject: z.object({ id: z.string(), title: z.string() }).optional().describe('the trigger, receiver or token'),
    detail: z.string().optional().describe('the reason of a failure, or the end of a token'),
  })
  .meta({ id: 'EventData' });
export type EventDataResponse = z.output<typeof eventData>;

/** An entry of the inbox. */
const inboxEntryResponse = eventData
  .extend({
    id: z.string(),
    eventId: z.string(),
    type: z.enum(eventTypeNames),
    urgency: z.enum(urgencies),
    at: responseDate,
    actor: z.string(),
    reason: z.string().describe('why you are notified: a group of recipients, follow, user, team or role'),
    read: z.boolean(),
    done: z.boolean(),
    saved: z.boolean(),
    browser: z.boolean().describe('whether a browser shows a notification of it'),
  })
  .meta({ id: 'InboxEntry' });

/** A page of the inbox. */
export const inboxResponse = z
  .object({
    unread: z.int().describe('the number of unread entries, at most 100'),
    suspendedAddress: z.string().optional().describe('your mail address, if it has rejected mails: change it'),
    next: z.string().optional().describe('the `after` of the next page; absent on the last one'),
    items: list(inboxEntryResponse),
  })
  .meta({ id: 'Inbox' });
export type InboxResponse = z.output<typeof inboxResponse>;

/** Renders the content of an event. `folderPath` has the ids from the root to the folder of the release. */
export const showEventData = (
  { release, task, deployment, flag, risk, commentId, subject, reason }: EventData,
  folderPath: readonly string[],
  prefix: string,
): EventDataResponse => {
  const [root = '', ...folders] = folderPath;
  return {
    ...(release && {
      release: { ...release, id: joinIds(root, ...folders, release.id), folderId: joinIds(root, ...folders) },
    }),
    ...(task && { task: { ...task, type: showType(task.type, prefix), dueDate: showDate(task.dueDate ?? null) } }),
    ...{ deployment, flag, risk, commentId, subject, detail: reason },
  };
};

interface StoredEntry {
  readonly id: string;
  readonly eventId: string;
  readonly type: EventTypeName;
  readonly at: Instant;
  readonly actor: string;
  readonly reason: string;
  readonly read: boolean;
  readonly done: boolean;
  readonly saved: boolean;
  readonly browser: boolean;
  readonly data: EventData;
  readonly folderPath: readonly string[];
}

/** Renders a page of the inbox. */
export const showInbox = (
  entries: readonly StoredEntry[],
  { prefix, ...page }: Pick<InboxResponse, 'unread' | 'suspendedAddress' | 'next'> & { readonly prefix: string },
): InboxResponse => ({
  ...page,
  items: entries.map(({ id, eventId, type, at, actor, reason, read, done, saved, browser, data, folderPath }) => ({
    ...{ id, eventId, type, urgency: eventTypes[type].urgency, actor, reason, read, done, saved, browser },
    at: showDate(at),
    ...showEventData(data, folderPath, prefix),
  })),
});
