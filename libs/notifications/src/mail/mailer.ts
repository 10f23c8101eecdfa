import { Semaphore } from '@slipway/concurrency';
import { createTransport } from 'nodemailer';
import { compose } from './compose.ts';
import type { Mail, MailResult, MailSettings } from './mail.ts';
import { oneLine, rejectionOf } from './rejection.ts';

export interface MailerOptions {
  /** the maximum time of each step, and of one message in total, in milliseconds */
  readonly timeoutMs?: number;
  /** the maximum number of connections, and of messages that are sent at the same time */
  readonly connections?: number;
}

export interface Mailer {
  /** the default sender */
  readonly from: string;
  /** Sends a message. Never throws because of a message or a server: the outcome has the reason. */
  readonly send: (mail: Mail) => Promise<MailResult>;
  /** Closes all connections. A message in progress is rejected, and may have been accepted by the server. */
  readonly close: () => void;
}

/**
 * Returns the TLS rules. `smtps:` uses TLS from the start, `smtp:` uses STARTTLS if the server offers it. A password is
 * sent to another machine only over TLS. Certificates are verified, except after STARTTLS on this machine.
 */
function tlsRules({ tls, isLocal, login }: MailSettings) {
  return {
    secure: tls,
    requireTLS: !tls && !isLocal && login !== null,
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: tls || !isLocal } as const,
  };
}

function createPool(settings: MailSettings, timeoutMs: number, connections: number) {
  const { host, port, login } = settings;
  return createTransport({
    pool: true,
    host,
    port,
    ...tlsRules(settings),
    ...(login !== null && { auth: { user: login.user, pass: login.password } }),
    maxConnections: connections,
    maxRequeues: 0,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // an idle connection must not delay the end of the process
    idleTimeout: 10_000,
  });
}

/** Opens connections to the mail server when messages are sent, and reuses them for further messages. */
export function createMailer(
  settings: MailSettings,
  { timeoutMs = 15_000, connections = 5 }: MailerOptions = {},
): Mailer {
  const pool = createPool(settings, timeoutMs, connections);
  const slots = new Semaphore({ max: connections });
  const attempt = async (mail: Mail): Promise<MailResult> => {
    try {
      const message = compose(mail, settings.from);
      const sent = await pool.sendMail({ ...message, signal: AbortSignal.timeout(timeoutMs) });
      return {
        kind: 'accepted',
        response: oneLine(sent.response, settings),
        refused: (sent.rejectedErrors ?? []).map((error) => ({
          address: error.recipient ?? '',
          reason: oneLine(error.response ?? error.message, settings),
        })),
      };
    } catch (error) {
      return rejectionOf(error, settings);
    }
  };
  return {
    from: settings.from,
    // the time limit of a message begins when a connection is free for it
    send: (mail) => slots.run(() => attempt(mail)),
    close: () => pool.close({ force: true }),
  };
}
