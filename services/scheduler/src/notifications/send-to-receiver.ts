import type { Instant, NewEvent } from '@slipway/domain/model';
import { disableAfterMs } from '@slipway/domain/notifications';
import { type PostResult, sendMessage } from '@slipway/notifications';
import {
  disableReceiver,
  pauseReceiver,
  recordReceiverFailure,
  recordReceiverSuccess,
  reserveRequest,
  type StoredReceiver,
} from '@slipway/persistence/notifications';
import type { SenderContext } from './context.ts';
import type { Outcome } from './outcome.ts';
import type { PreparedMessage } from './prepare-messages.ts';

/** The minimum time between two requests: Slack permits one message per second, Teams four. */
const requestIntervalMs = { slack: 1_000, teams: 250, webhook: 0 } as const;

/** The event about a receiver that was disabled: one for each period of failures. */
const disabledEvent = ({ id, title, owner, failingSince }: StoredReceiver, reason: string, now: Instant): NewEvent => ({
  type: 'subscription.disabled',
  occasion: `${id}@${failingSince ?? now}`,
  taskId: null,
  actor: 'SYSTEM',
  at: now,
  data: { subject: { id, title }, reason },
  audience: { subjectOwner: owner },
});

const minPauseMs = 5_000;
const maxPauseMs = 600_000;

/** Further deliveries of a failing receiver wait for a quarter of the time since the first failure. */
const pauseOf = ({ failingSince }: StoredReceiver, now: Instant): number =>
  Math.min(maxPauseMs, Math.max(minPauseMs, (now - (failingSince ?? now)) / 4));

/** What the sender of messages to receivers needs. */
export interface ReceiverContext extends SenderContext {
  /** Called after a receiver was disabled, so that its other deliveries end. */
  onReceiverDisabled(): void;
}

async function recordFailure(
  { database, onReceiverDisabled }: ReceiverContext,
  stored: StoredReceiver,
  result: Extract<PostResult, { kind: 'failed' }>,
  now: Instant,
): Promise<void> {
  const { id, failingSince } = stored;
  if (failingSince !== null && now - failingSince >= disableAfterMs) {
    const reason = `all deliveries failed for 75 hours: ${result.error}`;
    await disableReceiver(database, id, reason, disabledEvent(stored, reason, now));
    onReceiverDisabled();
    return;
  }
  await recordReceiverFailure(database, id, now);
  const until = now + Math.max(result.retryAfterMs ?? 0, result.status === null ? pauseOf(stored, now) : 0);
  if (until > now) await pauseReceiver(database, id, until);
}

/** Stores what a result means for the receiver, and returns what it means for the message. */
async function recordResult(
  context: ReceiverContext,
  stored: StoredReceiver,
  result: PostResult,
  now: Instant,
): Promise<Outcome> {
  const { database } = context;
  switch (result.kind) {
    case 'accepted':
      if (stored.failingSince !== null) await recordReceiverSuccess(database, stored.id);
      return { kind: 'sent', status: result.status };
    case 'gone':
      await disableReceiver(database, stored.id, result.error, disabledEvent(stored, result.error, now));
      context.onReceiverDisabled();
      return { kind: 'withheld', state: 'dead', error: result.error };
    case 'failed':
      await recordFailure(context, stored, result, now);
      return { kind: 'failed', status: result.status, error: result.error, retryAfterMs: result.retryAfterMs };
  }
}

/** Sends a message to a receiver, unless the receiver is disabled or may not have a request now. */
export async function sendToReceiver(
  context: ReceiverContext,
  stored: StoredReceiver | undefined,
  { content, folderPath }: PreparedMessage,
  { now, signal }: { readonly now: Instant; readonly signal: AbortSignal },
): Promise<Outcome> {
  const { database, openReceiver, receivers } = context;
  if (stored === undefined) return { kind: 'withheld', state: 'dead', error: 'the receiver was deleted' };
  if (!stored.enabled) return { kind: 'withheld', state: 'dead', error: 'the receiver is disabled' };
  const intervalMs = requestIntervalMs[stored.kind];
  const isPaused = stored.nextRequestAt !== null && stored.nextRequestAt > now;
  const next = now + intervalMs;
  if (isPaused) return { kind: 'postponed', until: stored.nextRequestAt ?? next };
  if (intervalMs > 0 && !(await reserveRequest(database, stored.id, { now, next })))
    return { kind: 'postponed', until: next };
  const result = await sendMessage(receivers, openReceiver(stored, now), content, { now, signal, folderPath });
  if (result === null) return { kind: 'withheld', state: 'obsolete', error: 'the event has no CDEvent' };
  return await recordResult(context, stored, result, now);
}
