import { z } from 'zod';
import { type Read, rule, secretRule } from './setting.ts';

const portOf = { 'smtp:': 587, 'smtps:': 465 } as const;
const loopback = /^(?:127\.[\d.]+|localhost|\[::1\])$/;
/** An address without spaces, optionally after a name and in angle brackets. The mailer checks each part. */
const sender = /^(?:[^<>"\\\p{Cc}]{0,200}<[^\s<>@]{1,64}@[^\s<>@]{1,190}>|[^\s<>@]{1,64}@[^\s<>@]{1,190})$/u;
const host = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[0-9a-f:.]+\])$/i;
const plainText = /^[^\p{Cc}\uFFFD]{0,1024}$/u;

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** Parses the address of a mail server; null if it is invalid. A password needs a user. */
function parseServer(text: string) {
  if (!plainText.test(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if (protocol !== 'smtp:' && protocol !== 'smtps:') return null;
  const user = decoded(username);
  const pass = decoded(password);
  if (!host.test(hostname) || !['', '/'].includes(pathname) || search !== '' || hash !== '' || port === '0')
    return null;
  if (user === null || pass === null || !plainText.test(user) || !plainText.test(pass)) return null;
  if ((user === '') !== (pass === '')) return null;
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? portOf[protocol] : Number(port),
    /** whether the connection uses TLS from its start, otherwise STARTTLS if the server offers it */
    tls: protocol === 'smtps:',
    /** whether the server is on this machine, so that no other machine can read the connection */
    isLocal: loopback.test(hostname),
    login: user === '' ? null : { user, password: pass },
  };
}

const server = z.string().transform((text, context) => {
  if (text === 'none') return undefined;
  const parsed = parseServer(text);
  if (parsed !== null) return parsed;
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});

export const mailVariables = {
  SMTP_URL: server
    .optional()
    .meta(
      secretRule(
        'must be "none" or the address of a mail server, with a percent-encoded user and password',
        'smtps://user:password@mail.acme.example:465',
      ),
    ),
  MAIL_FROM: z
    .string()
    .regex(sender)
    .optional()
    .meta(
      rule('must be the mail address of the sender, and is required by SMTP_URL', 'Slipway <slipway@acme.example>'),
    ),
  NOTIFICATION_WITHOUT_SMTP: z
    .enum(['manual', 'fail'])
    .default('manual')
    .meta(rule('must be manual, or fail so that notification tasks fail without SMTP_URL', 'manual')),
};

export const mailDependencies = [['MAIL_FROM', ['SMTP_URL']]] as const;

/** The mail server and the sender. */
export interface MailSettings extends NonNullable<ReturnType<typeof parseServer>> {
  readonly from: string;
}

/** The mail server, which is undefined without one, and what a notification task does at its start. */
export function mailSettings(read: Read<typeof mailVariables>): {
  readonly mail: MailSettings | undefined;
  readonly mailMode: 'send' | 'manual' | 'fail';
} {
  const { SMTP_URL: smtp, MAIL_FROM: from } = read;
  if (smtp === undefined || from === undefined) return { mail: undefined, mailMode: read.NOTIFICATION_WITHOUT_SMTP };
  return { mail: { ...smtp, from }, mailMode: 'send' };
}
