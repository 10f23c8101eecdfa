import { randomUUID } from 'node:crypto';
import { Semaphore } from '@slipway/concurrency';
import { sentChannels } from '@slipway/domain/notifications';
import { crashPoint } from '@slipway/engine';
import { type ClaimedMessage, claimMessages, type MessageFacts } from '@slipway/persistence/notifications';
import { type RepeatedTask, repeat } from '@slipway/process';
import type { SenderContext } from './context.ts';
import { type Outcome, resultOf } from './outcome.ts';
import { type PreparedMessage, prepareMessage, readFacts } from './prepare-messages.ts';
import { createResultWriter } from './result-writer.ts';
import { sendMail } from './send-mail.ts';
import { sendToReceiver } from './send-to-receiver.ts';

export interface SenderOptions {
  /** the interval from the start of one search for due messages to the next */
  readonly intervalMs?: number;
  readonly leaseMs?: number;
}

export interface Sender {
  /** Searches for due messages now. */
  now(): void;
  /** Claims no further messages, and waits for those that are being sent. */
  stop(): Promise<void>;
}

/**
 * The maximum number of messages that a process sends at the same time, in total and for each recipient. A recipient
 * whose last message failed receives one message at a time.
 */
const maxInFlight = 128;
const maxPerRecipient = 16;
/** the time that a stop waits for responses */
const stopGraceMs = 5_000;
/** longer than two requests that time out, because a message can wait for another one to the same recipient */
const defaultLeaseMs = 60_000;

/** A recipient gets at most half of the free slots, so that some stay free for others. */
const slotsOfRecipient = (free: number): number => Math.max(1, Math.min(maxPerRecipient, Math.floor(free / 2)));

const newMessageId = (): string => `msg_${randomUUID().replaceAll('-', '')}`;

interface SendContext extends SenderContext {
  readonly writer: ReturnType<typeof createResultWriter>;
  readonly failing: Set<string>;
  readonly stopping: AbortSignal;
}

function transmit(context: SendContext, facts: MessageFacts, message: PreparedMessage, now: number): Promise<Outcome> {
  const { recipient, channel } = message.claimed;
  switch (channel) {
    case 'mail':
      return sendMail(context, facts, message, now);
    case 'slack':
    case 'teams':
    case 'webhook':
      return sendToReceiver(context, facts.receivers.get(recipient), message, { now, signal: context.stopping });
  }
}

/** The state of a delivery for the metric. */
const stateOf = (outcome: Outcome): string => (outcome.kind === 'withheld' ? outcome.state : outcome.kind);

/** Sends one message, and stores the result. Outside of transactions, because a receiver can take long. */
async function sendClaimed(context: SendContext, facts: MessageFacts, claimed: ClaimedMessage): Promise<void> {
  const { failing, writer, metrics, random } = context;
  const now = await context.now();
  const startedAt = performance.now();
  const message = await prepareMessage(context, facts, claimed);
  crashPoint('before-notification');
  const outcome = message.deliveries.length === 0 ? null : await transmit(context, facts, message, now);
  crashPoint('after-notification');
  if (outcome?.kind === 'failed') failing.add(claimed.recipient);
  else if (outcome?.kind === 'sent') failing.delete(claimed.recipient);
  const durationMs = performance.now() - startedAt;
  await writer.store(resultOf(message, outcome, { now, durationMs, random: random() }));
  const lagMs = outcome?.kind === 'sent' && claimed.attempts === 0 ? Math.max(0, now - claimed.dueAt) : null;
  metrics.notified(claimed.channel, outcome === null ? 'obsolete' : stateOf(outcome), lagMs);
}

/** The claimed messages of each recipient. */
function createCounts(failing: ReadonlySet<string>) {
  const counts = new Map<string, number>();
  const change = (recipient: string, difference: number): void => {
    const count = (counts.get(recipient) ?? 0) + difference;
    if (count === 0) counts.delete(recipient);
    else counts.set(recipient, count);
  };
  return {
    add: (recipient: string) => change(recipient, 1),
    remove: (recipient: string) => change(recipient, -1),
    /** the recipients that must not have further messages now */
    full: (): readonly string[] =>
      [...counts].flatMap(([recipient, count]) =>
        count >= (failing.has(recipient) ? 1 : maxPerRecipient) ? [recipient] : [],
      ),
  };
}

/**
 * Sends due messages until it is stopped. Any number of processes can do this at the same time. A receiver that does not
 * respond takes a limited number of slots, so that it does not delay others.
 */
export function startSender(
  senderContext: SenderContext,
  { intervalMs = 250, leaseMs = defaultLeaseMs }: SenderOptions = {},
): Sender {
  const { database, logger } = senderContext;
  const stopping = new AbortController();
  const writer = createResultWriter(database, senderContext.now);
  const failing = new Set<string>();
  const context: SendContext = { ...senderContext, writer, failing, stopping: stopping.signal };
  const slots = new Semaphore({ max: maxInFlight, maxPerKey: slotsOfRecipient });
  const counts = createCounts(failing);
  const running = new Set<Promise<void>>();
  let isStopping = false;
  let wasFull = false;
  const begin = (facts: MessageFacts, message: ClaimedMessage): void => {
    const { recipient, messageId } = message;
    counts.add(recipient);
    const send = async () => {
      // the lease of the others ends, so that another process sends them
      if (!isStopping) await sendClaimed(context, facts, message);
    };
    const work = slots.run(send, recipient).catch((error: unknown) => {
      logger.warn({ error, messageId }, 'could not send a notification; will retry');
    });
    running.add(work);
    void work.then(() => {
      running.delete(work);
      counts.remove(recipient);
      if (wasFull) sends.now();
    });
  };
  const pass = async (): Promise<void> => {
    const limit = 2 * maxInFlight - running.size;
    if (limit < maxPerRecipient) return;
    const now = await context.now();
    const recipients = { excluded: counts.full(), failing: [...failing] };
    const options = { now, channels: sentChannels, ...recipients, limit: 4 * limit, maxPerRecipient, leaseMs };
    const messages = await claimMessages(database, options, newMessageId);
    wasFull = messages.length > 0;
    if (messages.length === 0) return;
    crashPoint('after-message-claim');
    const facts = await readFacts(context, messages);
    for (const message of messages) begin(facts, message);
  };
  const sends: RepeatedTask = repeat(intervalMs, pass, (error) =>
    logger.warn({ error }, 'could not claim notifications; will retry'),
  );
  return {
    now: sends.now,
    stop: async () => {
      isStopping = true;
      await sends.stop();
      const timer = setTimeout(() => stopping.abort(new Error('this process is stopping')), stopGraceMs);
      await Promise.all(running);
      clearTimeout(timer);
    },
  };
}
