import { type MailAddress, parseMailAddress } from '@slipway/domain/model';
import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mail.ts';

/** A message that must not be sent, because a value is invalid. The message is one line. */
export class InvalidMail extends Error {
  override name = 'InvalidMail';
}

/** Line breaks and other control characters, which could begin another header. */
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const headerName = /^[A-Za-z][A-Za-z0-9-]{0,75}$/;
const id = /^[A-Za-z0-9._+=/~-]{1,200}@[A-Za-z0-9.-]{1,200}$/;

function parse(text: string): { readonly name: string; readonly address: string } {
  const parsed: MailAddress | null = parseMailAddress(text);
  if (parsed === null) throw new InvalidMail(`${JSON.stringify(text.slice(0, 200))} is no mail address`);
  return { name: parsed.name?.toWellFormed() ?? '', address: parsed.address };
}

function line(name: string, value: string): string {
  if (control.test(value)) throw new InvalidMail(`${name} must be one line`);
  return value.toWellFormed();
}

function idOf(name: string, value: string): string {
  if (!id.test(value)) throw new InvalidMail(`${name} must be an id such as "a@example.com"`);
  return `<${value}>`;
}

function headersOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  const checked = Object.entries(headers).map(([name, value]) => {
    if (!headerName.test(name)) throw new InvalidMail(`${JSON.stringify(name)} is no name of a header`);
    return [name, line(name, value)] as const;
  });
  return { ...Object.fromEntries(checked), 'Auto-Submitted': 'auto-generated' };
}

/** Returns the message for the mail library. Throws `InvalidMail`. */
export function compose(mail: Mail, sender: string): SendMailOptions {
  const references = (mail.references ?? []).map((reference) => idOf('References', reference));
  const recipients = { to: mail.to.map(parse), cc: (mail.cc ?? []).map(parse), bcc: (mail.bcc ?? []).map(parse) };
  if (Object.values(recipients).every((list) => list.length === 0)) throw new InvalidMail('the mail has no recipients');
  return {
    ...recipients,
    from: parse(mail.from ?? sender),
    messageId: idOf('Message-ID', mail.messageId),
    subject: line('Subject', mail.subject),
    text: mail.text.toWellFormed(),
    ...(mail.html !== undefined && { html: mail.html.toWellFormed() }),
    headers: headersOf(mail.headers ?? {}),
    ...(references.length > 0 && { references, inReplyTo: references.at(-1) }),
    // texts of users must not name files or addresses of the network
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Returns the Message-ID of a message with this id. It has the domain of the sender. */
export function messageIdOf(id: string, sender: string): string {
  const domain = parse(sender).address.split('@').at(-1) ?? 'localhost';
  return `${id.replace(/[^A-Za-z0-9._-]/g, '-')}@${new URL(`http://${domain}`).hostname}`;
}
