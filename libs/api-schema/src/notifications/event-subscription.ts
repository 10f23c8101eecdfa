import { message } from '@slipway/domain/messages';
import type { Instant } from '@slipway/domain/model';
import { type ReceiverFormat, receiverFormats, receiverKinds } from '@slipway/domain/notification-choices';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { expects } from '../format/expects.ts';
import { date, flag, list, listUpTo, oneOf, optional, required, responseDate } from '../format/scalars.ts';
import { languageTag } from './templates.ts';

const filterMembers = ['tags', 'phaseTitles', 'taskTypes', 'statuses'] as const;
const filterResponse = z.object({
  tags: list(z.string()).optional().describe('any tag of the release'),
  phaseTitles: list(z.string()).optional(),
  taskTypes: list(z.string()).optional(),
  statuses: list(z.string()).optional().describe('of the task, or of the release for an event without a task'),
});

/** A receiver of events: a webhook, or a channel of Slack or Microsoft Teams (an extension). */
export const eventSubscriptionResponse = z
  .object({
    id: z.string(),
    title: z.string(),
    kind: z.enum(receiverKinds),
    folderId: z.string().optional().describe('absent: the whole installation'),
    owner: z.string(),
    host: z.string().describe('of the address; the address itself is a secret'),
    hasSecret: z.boolean(),
    publicKey: z.string().optional().describe('verifies signatures with an Ed25519 key: whpk_ and 32 bytes in base64'),
    previousSecretUntil: responseDate.optional().describe('until then the previous secret signs too'),
    types: list(z.string()).describe('of events; empty: all'),
    filter: filterResponse,
    language: z.string().optional().describe('of messages to a chat'),
    format: z.enum(receiverFormats).optional().describe('of the events of a webhook; absent: slipway'),
    enabled: z.boolean(),
    disabledReason: z.string().optional(),
    failingSince: responseDate.optional().describe('since when every delivery has failed'),
    createdAt: responseDate,
  })
  .meta({ id: 'EventSubscription' });
export type EventSubscriptionResponse = z.output<typeof eventSubscriptionResponse>;

const expectsTitle = expects(message('expected.title', { max: 255 }));
const maxListed = 100;
const texts = optional(listUpTo(maxListed, z.string().max(255)));

/** A receiver in a request. */
export const eventSubscriptionBody = z
  .object({
    title: z
      .string(expectsTitle)
      .max(255, expectsTitle)
      .refine((text) => text.trim() !== '', expectsTitle),
    kind: required(oneOf(receiverKinds), message('expected.oneOf', { options: [] })),
    folderId: optional(z.string()),
    url: optional(z.string().max(2_000)).describe('needed for a new receiver; absent: unchanged'),
    secret: optional(z.string().max(200)).describe(
      'of a webhook: whsec_ and 24 to 64 bytes in base64, or whsk_ and an Ed25519 key; both sign for a day after a change',
    ),
    types: texts,
    filter: optional(z.object({ tags: texts, phaseTitles: texts, taskTypes: texts, statuses: texts })),
    language: optional(languageTag).describe('of messages to a chat (BCP 47); absent: that of the installation'),
    format: optional(oneOf(receiverFormats)).describe('of the events of a webhook; absent: slipway'),
    enabled: optional(flag),
  })
  .meta({ id: 'EventSubscriptionRequest' });
export type EventSubscriptionBody = z.output<typeof eventSubscriptionBody>;

interface ReceiverView {
  readonly id: string;
  readonly title: string;
  readonly kind: (typeof receiverKinds)[number];
  readonly folderPath: readonly string[] | null;
  readonly owner: string;
  readonly host: string;
  readonly hasSecret: boolean;
  readonly publicKey: string | null;
  readonly previousSecretUntil: Instant | null;
  readonly types: readonly string[];
  readonly filter: z.output<typeof filterResponse>;
  readonly language: string | null;
  readonly format: ReceiverFormat;
  readonly enabled: boolean;
  readonly disabledReason: string | null;
  readonly failingSince: Instant | null;
  readonly createdAt: Instant;
}

export const showEventSubscription = (view: ReceiverView): EventSubscriptionResponse => ({
  id: view.id,
  title: view.title,
  kind: view.kind,
  folderId: view.folderPath?.join('/'),
  owner: view.owner,
  host: view.host,
  hasSecret: view.hasSecret,
  publicKey: view.publicKey ?? undefined,
  previousSecretUntil: showDate(view.previousSecretUntil),
  types: view.types,
  filter: Object.fromEntries(
    filterMembers.flatMap((name) => {
      const values = view.filter[name];
      return values === undefined ? [] : [[name, values]];
    }),
  ),
  language: view.language ?? undefined,
  format: view.format === 'slipway' ? undefined : view.format,
  enabled: view.enabled,
  disabledReason: view.disabledReason ?? undefined,
  failingSince: showDate(view.failingSince),
  createdAt: showDate(view.createdAt),
});

/** The result of a test message. */
export const receiverTestResponse = z
  .object({
    accepted: z.boolean(),
    status: z.int().optional(),
    error: z.string().optional(),
    durationMs: z.int(),
  })
  .meta({ id: 'ReceiverTest' });
export type ReceiverTestResponse = z.output<typeof receiverTestResponse>;

const replayable = ['sent', 'failed', 'dead', 'obsolete'] as const;

/** Which deliveries of a receiver are sent again: one, or those of a time range. */
export const replayBody = z
  .object({
    deliveryId: optional(z.string().max(200)),
    from: optional(date),
    to: optional(date),
    states: optional(listUpTo(replayable.length, z.enum(replayable))).describe('failed and dead by default'),
  })
  .meta({ id: 'ReplayRequest' });
export type ReplayBody = z.output<typeof replayBody>;

export const replayResponse = z.object({ replayed: z.int() }).meta({ id: 'Replay' });
