import { Semaphore } from '@slipway/concurrency';
import type { Instant } from '@slipway/domain/model';
import type { ClaimedMessage, ClaimOptions, MessageFacts } from '@slipway/persistence/notifications';
import type { RepeatedTask } from '@slipway/process';
import type { Repeat } from '../due/due-watch.ts';

/** The limits of the messages of some channels, which others cannot use up. */
export interface LaneLimits {
  /** the maximum number of messages that are sent at the same time */
  readonly maxInFlight: number;
  /** the same for one recipient. A recipient whose last message failed receives one message at a time */
  readonly maxPerRecipient: number;
  /** the maximum number of messages of one recipient that this process claims */
  readonly maxClaimed: number;
}

export interface LaneOptions {
  readonly limits: LaneLimits;
  /** the interval from the start of one search for due messages to the next */
  readonly intervalMs: number;
  readonly repeat: Repeat;
  readonly leaseMs: number;
  readonly now: () => Promise<Instant>;
  /** the recipients whose last message failed */
  readonly failing: ReadonlySet<string>;
  claim(options: ClaimOptions): Promise<readonly ClaimedMessage[]>;
  readFacts(messages: readonly ClaimedMessage[]): Promise<MessageFacts>;
  send(message: ClaimedMessage, facts: MessageFacts): Promise<void>;
  /** Releases a message that is not sent. Its lease ends. */
  release(message: ClaimedMessage): Promise<void>;
  onClaimError(error: unknown): void;
  onSendError(error: unknown, message: ClaimedMessage): void;
}

/** The time between two searches, so that each of them claims several messages. */
const minPassMs = 20;

/** A message is not sent in the last part of its lease, because a request takes up to 15 s. */
const maxSendMs = 20_000;

/** Counts by recipient. */
function createCounts() {
  const counts = new Map<string, number>();
  const change = (recipient: string, difference: number): void => {
    const count = (counts.get(recipient) ?? 0) + difference;
    if (count === 0) counts.delete(recipient);
    else counts.set(recipient, count);
  };
  return {
    add: (recipient: string) => change(recipient, 1),
    remove: (recipient: string) => change(recipient, -1),
    /** the recipients that have reached their limit */
    full: (limit: (recipient: string) => number): readonly string[] =>
      [...counts].flatMap(([recipient, count]) => (count >= limit(recipient) ? [recipient] : [])),
  };
}

/** Claims and sends the messages of some channels until it is stopped. */
export function startLane(options: LaneOptions): RepeatedTask & { readonly running: ReadonlySet<Promise<void>> } {
  const { limits, intervalMs, leaseMs, now, failing } = options;
  const { maxInFlight, maxPerRecipient, maxClaimed } = limits;
  // A recipient gets at most half of the free slots, so that some stay free for others.
  const maxPerKey = (free: number) => Math.max(1, Math.min(maxPerRecipient, Math.floor(free / 2)));
  const slots = new Semaphore({ max: maxInFlight, maxPerKey });
  const counts = createCounts();
  const running = new Set<Promise<void>>();
  let isStopping = false;
  let isWaiting = false;
  const sendIfValid = async (message: ClaimedMessage, facts: MessageFacts, leaseUntil: Instant): Promise<void> => {
    const { recipient } = message;
    const isTooLate = (await now()) > leaseUntil - Math.min(maxSendMs, leaseMs / 2);
    // After a failure, the others wait for the result of the next attempt.
    if (isStopping || isTooLate || (failing.has(recipient) && slots.held(recipient) > 1))
      await options.release(message);
    else await options.send(message, facts);
  };
  const begin = (message: ClaimedMessage, facts: MessageFacts, leaseUntil: Instant): void => {
    const { recipient } = message;
    counts.add(recipient);
    const work = slots
      .run(() => sendIfValid(message, facts, leaseUntil), recipient)
      .catch((error: unknown) => options.onSendError(error, message));
    running.add(work);
    void work.then(() => {
      running.delete(work);
      counts.remove(recipient);
      if (isWaiting) passes.within(minPassMs);
    });
  };
  const pass = async (): Promise<void> => {
    isWaiting = true;
    const limit = 2 * maxInFlight - running.size;
    if (limit <= 0) return;
    const at = await now();
    const leaseUntil = at + leaseMs;
    const excluded = counts.full((recipient) => (failing.has(recipient) ? 1 : maxPerRecipient));
    const messages = await options.claim({ now: at, leaseUntil, excluded, maxPerRecipient: maxClaimed, limit });
    isWaiting = messages.length > 0 || excluded.length > 0;
    if (messages.length === 0) return;
    const facts = await options.readFacts(messages);
    for (const message of messages) begin(message, facts, leaseUntil);
    passes.within(minPassMs);
  };
  const passes: RepeatedTask = options.repeat(intervalMs, pass, options.onClaimError);
  return {
    ...passes,
    running,
    stop: async () => {
      isStopping = true;
      await passes.stop();
    },
  };
}
