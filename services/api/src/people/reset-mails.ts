import { productName } from '@slipway/api-schema/system';
import { canResetPassword, resetMailPause } from '@slipway/domain/mails';
import { type Mailer, messageIdOf, textToHtml } from '@slipway/notifications';
import {
  claimUnsentResets,
  deleteResetSecret,
  nextUnsentResetInMs,
  postponeResetMail,
  type UnsentReset,
} from '@slipway/persistence/people';
import { resetPurpose } from '@slipway/persistence/secrets';
import { type RepeatedTask, repeat } from '@slipway/process';
import type { Deps } from '../dependencies/deps.ts';

/** Sends the links for new passwords. */
export interface ResetMails {
  /** Sends the links that are due now. */
  readonly now: () => void;
  /** Waits for the mails that are being sent. */
  readonly stop: () => Promise<void>;
}

interface ResetMailOptions extends Pick<Deps, 'database' | 'seal' | 'logger'> {
  readonly mailer: Pick<Mailer, 'send' | 'from' | 'close'>;
  /** The address of the product for browsers, without a slash at its end. A client could forge the host of its request. */
  readonly publicUrl: string;
}

/** The maximum number of mails of one pass. */
const maxClaimed = 5;
/** longer than the time limits of these mails, which use one connection */
const leaseMs = 120_000;
const intervalMs = 10_000;
/** The minimum time before the next pass, if several mails are due shortly after one another. */
const minIntervalMs = 50;

/** Returns the text of the mail with a link. */
const mailText = ({ username, fullName }: UnsentReset, link: string): string =>
  [
    `Hello ${fullName ?? username},`,
    `choose a new password for the user ${username} of ${productName} here:`,
    link,
    'The link is valid once, for one hour.',
    'If you did not request this, ignore this mail: your password stays unchanged.',
  ].join('\n\n');

/** Sends a link. Browsers send the fragment neither in requests nor as the referrer. */
async function sendLink(options: ResetMailOptions, claimed: UnsentReset): Promise<void> {
  const { database, seal, logger, mailer, publicUrl } = options;
  const { id, username, email, sealedSecret, attempts } = claimed;
  if (!canResetPassword(claimed)) return await deleteResetSecret(database, id);
  const text = mailText(claimed, `${publicUrl}/#reset=${id}.${seal.open(resetPurpose(id), sealedSecret)}`);
  const result = await mailer.send({
    messageId: messageIdOf(id, mailer.from),
    to: [email ?? ''],
    subject: `Reset your password of ${productName}`,
    text,
    html: textToHtml(text),
  });
  if (result.kind === 'accepted') return await deleteResetSecret(database, id);
  const { reason } = result;
  if (result.permanent) {
    logger.warn({ username, reason }, 'the mail with a link for a new password was not sent');
    return await deleteResetSecret(database, id);
  }
  logger.warn({ username, reason }, 'the mail with a link for a new password was not sent; will retry');
  await postponeResetMail(database, id, resetMailPause(attempts));
}

/**
 * Sends links after requests, and again after temporary faults or a crash, until they expire. Any number of processes can
 * do this. A repeated mail has the same link and the same id.
 */
export function startResetMails(options: ResetMailOptions): ResetMails {
  const { database, logger, mailer } = options;
  const pass = async (): Promise<void> => {
    for (const claimed of await claimUnsentResets(database, maxClaimed, leaseMs)) await sendLink(options, claimed);
    const nextInMs = await nextUnsentResetInMs(database);
    if (nextInMs !== null) passes.within(Math.max(minIntervalMs, nextInMs));
  };
  const passes: RepeatedTask = repeat(intervalMs, pass, (error) =>
    logger.warn({ error }, 'could not send links for new passwords; will retry'),
  );
  return {
    now: passes.now,
    stop: async () => {
      const stopped = passes.stop();
      mailer.close();
      await stopped;
    },
  };
}
