import type { Instant } from '@slipway/domain/model';
import type { DeliveryState } from '@slipway/domain/notification-choices';
import { retryDelay } from '@slipway/domain/notifications';
import type { DeliveryResult, MessageAttempt } from '@slipway/persistence/notifications';
import type { DroppedDelivery, PreparedMessage } from './prepare-messages.ts';

/** What happened to a message. */
export type Outcome =
  | { readonly kind: 'sent'; readonly status: number | null }
  /** can succeed later */
  | {
      readonly kind: 'failed';
      readonly status: number | null;
      readonly error: string;
      readonly retryAfterMs: number | null;
    }
  /** no attempt can succeed */
  | { readonly kind: 'rejected'; readonly status: number | null; readonly error: string }
  /** not sent, because a request is possible only later */
  | { readonly kind: 'postponed'; readonly until: Instant }
  /** not sent, for this reason */
  | { readonly kind: 'withheld'; readonly state: DeliveryState; readonly error: string };

/** The rows to store for a message. */
export interface MessageResult {
  readonly results: readonly DeliveryResult[];
  readonly attempt: MessageAttempt | null;
}

type Common = Omit<DeliveryResult, 'id' | 'createdAt'>;

const noAttempt = { decidedBy: null, isAttempt: false, status: null } as const;

/** The common members of the rows of the sent deliveries. */
function commonResult(outcome: Outcome, attempts: number, now: Instant, random: number): Common {
  switch (outcome.kind) {
    case 'sent': {
      const { status } = outcome;
      return { state: 'sent', decidedBy: null, nextAt: null, isAttempt: true, status, error: null };
    }
    case 'failed': {
      const { status, error, retryAfterMs } = outcome;
      const delay = retryDelay(attempts + 1, random, retryAfterMs);
      const failed = { decidedBy: null, isAttempt: true, status, error } as const;
      if (delay === null) return { ...failed, state: 'dead', nextAt: null };
      return { ...failed, state: 'pending', nextAt: now + delay };
    }
    case 'rejected': {
      const { status, error } = outcome;
      return { state: 'failed', decidedBy: null, nextAt: null, isAttempt: true, status, error };
    }
    case 'postponed':
      return { ...noAttempt, state: 'pending', nextAt: outcome.until, error: null };
    case 'withheld':
      return { ...noAttempt, state: outcome.state, nextAt: null, error: outcome.error };
  }
}

const droppedResult = ({ delivery: { id, createdAt }, state, decidedBy }: DroppedDelivery): DeliveryResult => ({
  ...{ id, createdAt, state, decidedBy, nextAt: null, isAttempt: false, status: null, error: null },
});

function attemptOf(
  { claimed: { messageId, recipient, channel } }: PreparedMessage,
  outcome: Outcome,
  at: Instant,
  durationMs: number,
): MessageAttempt | null {
  const base = { messageId, recipient, channel, at, durationMs: Math.round(durationMs) };
  switch (outcome.kind) {
    case 'sent':
      return { ...base, status: outcome.status, error: null };
    case 'failed':
    case 'rejected':
      return { ...base, status: outcome.status, error: outcome.error };
    case 'postponed':
    case 'withheld':
      return null;
  }
}

/** Returns the rows for the outcome of a message. */
export function resultOf(
  message: PreparedMessage,
  outcome: Outcome | null,
  { now, durationMs, random }: { readonly now: Instant; readonly durationMs: number; readonly random: number },
): MessageResult {
  const { claimed, deliveries, dropped } = message;
  const common = outcome === null ? null : commonResult(outcome, claimed.attempts, now, random);
  return {
    results: [
      ...(common === null ? [] : deliveries.map(({ id, createdAt }) => ({ id, createdAt, ...common }))),
      ...dropped.map(droppedResult),
    ],
    attempt: outcome === null ? null : attemptOf(message, outcome, now, durationMs),
  };
}
