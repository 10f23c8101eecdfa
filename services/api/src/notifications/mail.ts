import { randomUUID } from 'node:crypto';
import { type MailStateResponse, type MailTestResponse, showMailState } from '@slipway/api-schema/notifications';
import { productName } from '@slipway/api-schema/system';
import { parseMailAddress } from '@slipway/domain/mails';
import { message } from '@slipway/domain/messages';
import { Conflict, Invalid, NotFound } from '@slipway/domain/model';
import { createRecordedMailer, messageIdOf, textToHtml } from '@slipway/notifications';
import { type Actor, writeAudit } from '@slipway/persistence/audit';
import { endSuspension, listSuspendedAddresses, readMailState } from '@slipway/persistence/mails';
import type { Deps } from '../dependencies/deps.ts';

/** Renders the mail server without its login, the numbers of mails, and the suspended addresses. */
export async function renderMailState({ database, config }: Deps): Promise<MailStateResponse> {
  const [state, suspended] = await Promise.all([readMailState(database), listSuspendedAddresses(database)]);
  return showMailState({ ...state, server: config.mail ?? null, suspended });
}

/** Returns a mail address without a name. Throws Invalid. */
function addressIn(text: string): string {
  const parsed = parseMailAddress(text);
  if (parsed === null || parsed.name !== null) throw new Invalid(message('mailFault.invalidAddress', { text }));
  return parsed.address;
}

const testText = (username: string): string =>
  [
    `The mail server of ${productName} works: this mail has arrived.`,
    `The user ${username} has sent it as a test. No action is needed.`,
  ].join('\n\n');

/** Sends a mail at once, outside of the ledger and also to a suspended address. */
async function sendTestMail(deps: Deps, username: string, to: string): Promise<MailTestResponse> {
  const { config, database, logger } = deps;
  if (config.mail === undefined) throw new Conflict(message('taskComment.withoutMailServer'));
  const mailer = createRecordedMailer(config.mail, { database, logger, connections: 1 });
  try {
    const startedAt = performance.now();
    const text = testText(username);
    const result = await mailer.send({
      messageId: messageIdOf(`test-${randomUUID()}`, mailer.from),
      to: [to],
      subject: `Test mail of ${productName}`,
      text,
      html: textToHtml(text),
    });
    const durationMs = Math.round(performance.now() - startedAt);
    return result.kind === 'accepted'
      ? { accepted: true, response: result.response, durationMs }
      : { accepted: false, error: result.reason, durationMs };
  } finally {
    mailer.close();
  }
}

/** Sends a test mail, and records it in the audit log. Throws Invalid, Conflict without a mail server. */
export async function testMail(deps: Deps, actor: Actor, rawAddress: string): Promise<MailTestResponse> {
  const address = addressIn(rawAddress);
  const result = await deps.connectionChecks.run(actor.username, () => sendTestMail(deps, actor.username, address));
  const { accepted, error = null } = result;
  const after = { accepted, error };
  await deps.engine.change((database) =>
    writeAudit(database, { actor, action: 'MAIL_TESTED', subject: address, before: null, after }),
  );
  return result;
}

/** Sends mails to a suspended address again, and records it in the audit log for each user. Throws NotFound. */
export async function resumeAddress(deps: Deps, actor: Actor, address: string): Promise<void> {
  const ended = await deps.engine.change((database) =>
    database.transaction(async (connection) => {
      const suspensions = await endSuspension(connection, address);
      for (const { address: subject, username, reason } of suspensions) {
        const before = { username, reason };
        await writeAudit(connection, { actor, action: 'SUSPENSION_ENDED', subject, before, after: null });
      }
      return suspensions.length;
    }),
  );
  if (ended === 0) throw new NotFound(message('notFound.suspension', { id: address }));
}
