import { randomUUID } from 'node:crypto';
import { crashPoint, retryUntilDatabaseIsBack } from '@slipway/engine';
import {
  type ClaimedMessage,
  type ClaimOptions,
  claimGroups,
  claimWebhooks,
  endUndeliverable,
} from '@slipway/persistence/notifications';
import { type RepeatedTask, repeat } from '@slipway/process';
import type { DueWatch } from '../due/due-watch.ts';
import type { SenderContext } from './context.ts';
import { type LaneLimits, startLane } from './lane.ts';
import { readFacts } from './prepare-messages.ts';
import { createResultWriter } from './result-writer.ts';
import { releaseClaimed, type SendContext, sendClaimed } from './send-claimed.ts';

export interface SenderOptions {
  /** the interval from the start of one search for due messages to the next; by default that of the lane */
  readonly intervalMs?: number;
  readonly leaseMs?: number;
  /** looks for due messages of all lanes; by default each lane does this at its interval */
  readonly due?: DueWatch;
}

export interface Sender {
  /** Searches for due messages now. */
  now(): void;
  /** Claims no further messages, and waits for those that are being sent. */
  stop(): Promise<void>;
}

/** Each lane has its own messages in flight, so that a slow mail server does not delay webhooks. */
const lanes = {
  webhook: { maxInFlight: 128, maxPerRecipient: 16, maxClaimed: 32 },
  /** the rate of each chat is limited */
  chat: { maxInFlight: 32, maxPerRecipient: 1, maxClaimed: 1 },
  /** few more than the connections to the mail server */
  mail: { maxInFlight: 8, maxPerRecipient: 4, maxClaimed: 16 },
} as const satisfies Readonly<Record<string, LaneLimits>>;
/** Messages to users and chats have waited for others before. */
const intervalsMs = { webhook: 250, chat: 1_000, mail: 1_000 } as const;
type Lane = keyof typeof lanes;

/** the time that a stop waits for responses */
const stopGraceMs = 5_000;
/** longer than two requests that time out, because a message can wait for another one to the same recipient */
const defaultLeaseMs = 60_000;
/** After a longer outage, claimed messages wait for the end of their lease. */
const maxOutageMs = 30_000;
const undeliverableIntervalMs = 5_000;
const maxUndeliverable = 1_000;

const newMessageId = (): string => `msg_${randomUUID().replaceAll('-', '')}`;

async function claim({ database }: SendContext, lane: Lane, options: ClaimOptions): Promise<readonly ClaimedMessage[]> {
  const messages =
    lane === 'webhook'
      ? await claimWebhooks(database, options)
      : await claimGroups(database, { lane, ...options }, newMessageId);
  if (messages.length > 0) crashPoint('after-message-claim');
  return messages;
}

/** Ends the deliveries to receivers that were deleted or disabled. */
function startEndingUndeliverable({ database, metrics, logger, now }: SenderContext): RepeatedTask {
  const ending: RepeatedTask = repeat(
    undeliverableIntervalMs,
    async () => {
      const channels = await endUndeliverable(database, await now(), maxUndeliverable);
      for (const channel of channels) metrics.notified(channel, 'dead', null);
      if (channels.length === maxUndeliverable) ending.now();
    },
    (error) => logger.warn({ error }, 'could not end the deliveries of disabled receivers; will retry'),
  );
  return ending;
}

/**
 * Sends due messages until it is stopped. Any number of processes can do this at the same time. A receiver that does not
 * respond takes a limited number of slots, so that it does not delay others.
 */
export function startSender(
  senderContext: SenderContext,
  { intervalMs, leaseMs = defaultLeaseMs, due }: SenderOptions = {},
): Sender {
  const { database, logger, now } = senderContext;
  const stopping = new AbortController();
  const writer = createResultWriter(database, now);
  const failing = new Set<string>();
  const ending = startEndingUndeliverable(senderContext);
  const context: SendContext = {
    ...{ ...senderContext, writer, failing, stopping: stopping.signal },
    onReceiverDisabled: () => ending.now(),
  };
  const start = (lane: Lane) =>
    startLane({
      ...{ limits: lanes[lane], intervalMs: intervalMs ?? intervalsMs[lane], leaseMs, failing },
      repeat: due?.repeatFor(lane === 'mail' ? 'mails' : 'receivers') ?? repeat,
      now: () => retryUntilDatabaseIsBack(now, maxOutageMs),
      claim: (options) => claim(context, lane, options),
      readFacts: (messages) => retryUntilDatabaseIsBack(() => readFacts(context, messages), maxOutageMs),
      send: (message, facts) => sendClaimed(context, facts, message),
      release: (message) => releaseClaimed(context, message),
      onClaimError: (error) => logger.warn({ error }, 'could not claim notifications; will retry'),
      onSendError: (error, { messageId }) =>
        logger.warn({ error, messageId }, 'could not send a notification; will retry'),
    });
  const started = [start('webhook'), start('chat'), start('mail')];
  return {
    now: () => {
      for (const lane of started) lane.now();
    },
    stop: async () => {
      await Promise.all([...started, ending].map((task) => task.stop()));
      const timer = setTimeout(() => stopping.abort(new Error('this process is stopping')), stopGraceMs);
      await Promise.all(started.flatMap(({ running }) => [...running]));
      clearTimeout(timer);
    },
  };
}
