import type { NodemailerError } from 'nodemailer';
import { InvalidMail } from './compose.ts';
import type { MailResult, MailSettings } from './mail.ts';

type Rejected = Extract<MailResult, { kind: 'rejected' }>;

const maxReasonLength = 400;

/** The commands about this message. The other commands are about the connection. */
const messageCommands: readonly (string | undefined)[] = ['MAIL FROM', 'RCPT TO', 'DATA'];

/** Returns one line without the password. A server may repeat any part of a message in its answer. */
export function oneLine(text: string, { login }: MailSettings): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const masked = login === null ? line : line.replaceAll(login.password, '********');
  return masked.length > maxReasonLength ? `${masked.slice(0, maxReasonLength - 1)}…` : masked;
}

const isError = (error: unknown): error is NodemailerError => error instanceof Error;

const timedOut = 'did not answer in time';

function connectionFault(error: NodemailerError): string {
  const codes = [error.code, error.originalCode];
  if (codes.includes('ECONNREFUSED')) return 'refused the connection';
  if (error.code === 'EDNS') return 'has an unknown host name';
  if (error.code === 'ETIMEDOUT' || error.code === 'EABORT' || codes.includes('ETIMEDOUT')) return timedOut;
  if (error.code === 'EAUTH') return 'refused the login';
  if (error.code === 'ETLS' && error.command === 'STARTTLS' && error.response !== undefined)
    return 'offers no TLS, which a login on another machine requires';
  if (error.code === 'ECONNECTION') return 'closed the connection';
  return `failed: ${error.message}`;
}

function isPermanent({ code, command, responseCode, permanent, rejectedErrors = [] }: NodemailerError): boolean {
  if (rejectedErrors.length > 0) return rejectedErrors.every((error) => error.permanent === true);
  if (responseCode !== undefined) return permanent === true && messageCommands.includes(command);
  // without an answer of the server: the message itself is impossible, such as a message above the maximum size
  return code === 'EMESSAGE' || code === 'EENVELOPE';
}

function reasonOf(error: NodemailerError, settings: MailSettings): string {
  const response = error.rejectedErrors?.[0]?.response ?? error.response;
  if (messageCommands.includes(error.command))
    return response === undefined ? error.message : `the mail server answered: ${response}`;
  const server = `the mail server ${settings.host}:${settings.port}`;
  const answer = response === undefined ? '' : `: ${response}`;
  return `${server} ${connectionFault(error)}${answer}`;
}

/** Returns the outcome of a failed attempt. */
export function rejectionOf(error: unknown, settings: MailSettings): Rejected {
  if (error instanceof InvalidMail)
    return { kind: 'rejected', permanent: true, reason: oneLine(error.message, settings), hardBounce: false };
  if (!isError(error)) throw error;
  const permanent = isPermanent(error);
  return {
    kind: 'rejected',
    permanent,
    reason: oneLine(reasonOf(error, settings), settings),
    hardBounce: permanent && error.command === 'RCPT TO',
  };
}
