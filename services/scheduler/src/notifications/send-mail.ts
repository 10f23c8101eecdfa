import { renderMail } from '@slipway/notifications';
import { type MessageFacts, recordHardBounce, recordMailAccepted } from '@slipway/persistence/notifications';
import type { SenderContext } from './context.ts';
import type { Outcome } from './outcome.ts';
import type { PreparedMessage } from './prepare-messages.ts';
import { unsubscribeUrl } from './unsubscribe-url.ts';

const withheld = (state: 'failed' | 'suppressed', error: string): Outcome => ({ kind: 'withheld', state, error });

/** Sends a message as a mail. The mail server decides whether an address exists. */
export async function sendMail(
  context: SenderContext,
  { users }: MessageFacts,
  { claimed: { recipient }, content }: PreparedMessage,
  now: number,
): Promise<Outcome> {
  const { mailer, database, receivers } = context;
  const user = users.get(recipient);
  if (mailer === null) return withheld('suppressed', 'no mail server is configured (SMTP_URL)');
  if (user === undefined || user.email === null || user.email === '')
    return withheld('failed', 'the user has no mail address');
  if (user.suspendedAddress === user.email)
    return withheld('failed', 'the address is suspended, because it rejected three mails');
  const mail = renderMail(content, {
    to: user.email,
    from: mailer.from,
    publicUrl: receivers.publicUrl,
    unsubscribeUrl: unsubscribeUrl(context, recipient, content, now),
  });
  const result = await mailer.send(mail);
  if (result.kind === 'accepted') {
    if (user.hardBounces > 0 || user.suspendedAddress !== null) await recordMailAccepted(database, recipient);
    return { kind: 'sent', status: null };
  }
  if (result.hardBounce) await recordHardBounce(database, recipient, { address: user.email, reason: result.reason });
  return result.permanent
    ? { kind: 'rejected', status: null, error: result.reason }
    : { kind: 'failed', status: null, error: result.reason, retryAfterMs: null };
}
