import { crashPoint } from '@slipway/engine';
import type { ClaimedMessage, MessageFacts } from '@slipway/persistence/notifications';
import { type MessageResult, type Outcome, resultOf } from './outcome.ts';
import { type PreparedMessage, prepareMessage } from './prepare-messages.ts';
import type { createResultWriter } from './result-writer.ts';
import { sendMail } from './send-mail.ts';
import { type ReceiverContext, sendToReceiver } from './send-to-receiver.ts';

export interface SendContext extends ReceiverContext {
  readonly writer: ReturnType<typeof createResultWriter>;
  /** the recipients whose last message failed */
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

/** The state of a message for the metric. A failure without a further attempt is `dead`. */
function stateOf(outcome: Outcome | null, { results }: MessageResult): string {
  if (outcome === null) return 'obsolete';
  if (outcome.kind === 'withheld') return outcome.state;
  return outcome.kind === 'failed' && results.some(({ state }) => state === 'dead') ? 'dead' : outcome.kind;
}

/** Sends one message, and stores the result. Outside of transactions, because a receiver can take long. */
export async function sendClaimed(context: SendContext, facts: MessageFacts, claimed: ClaimedMessage): Promise<void> {
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
  const result = resultOf(message, outcome, { now, durationMs, random: random() });
  await writer.store(result);
  const lagMs = outcome?.kind === 'sent' && claimed.attempts === 0 ? Math.max(0, now - claimed.dueAt) : null;
  metrics.notified(claimed.channel, stateOf(outcome, result), lagMs);
}

/** Releases a message that is not sent, so that it can be claimed again. */
export async function releaseClaimed({ writer }: SendContext, { deliveries, dueAt }: ClaimedMessage): Promise<void> {
  const released = { state: 'pending', decidedBy: null, isAttempt: false, status: null, error: null } as const;
  const results = deliveries.map(({ id, createdAt }) => ({ id, createdAt, nextAt: dueAt, ...released }));
  await writer.store({ results, attempt: null });
}
