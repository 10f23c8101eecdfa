import { type Message, message } from '../messages/message.ts';
import { isObject, type Json } from '../model/json.ts';
import { parseMailAddress } from '../model/mail-address.ts';
import { fill, textOf } from '../model/placeholders.ts';
import type { Task, TaskPassive } from '../model/task.ts';
import type { VariableValue } from '../model/variable.ts';

/** The maximum number of recipients of one mail. */
const maxRecipients = 500;

const recipientFields = ['addresses', 'cc', 'bcc'] as const;

/**
 * The mail of a notification task, with the values of variables at its start. A recipient is a mail address, or the name
 * of a user.
 */
export interface TaskMail {
  readonly addresses: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly body: string;
}

/** A mail that can be sent: each recipient is a mail address, and occurs once. */
export interface ReadyMail {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** The stored addresses of users, by their names in lower case. null: the user has none. */
export type AddressBook = ReadonlyMap<string, string | null>;

type Properties = TaskPassive['properties'];

/** Returns the mail of a task. Values of password variables are masked, because the values of a task are. */
export function mailOf({ run }: Task, properties: Properties): TaskMail {
  const values = run.values ?? {};
  const mapped = run.mapped ?? {};
  const text = (field: string): string => {
    const replaced = mapped[field];
    if (replaced !== undefined) return textOf(replaced);
    const own = properties[field];
    return typeof own === 'string' ? fill(own, values) : '';
  };
  const recipients = (field: string): readonly string[] =>
    textsOf(mapped[field] ?? properties[field] ?? null).flatMap((item) => splitRecipients(fill(item, values)));
  return {
    addresses: recipients('addresses'),
    cc: recipients('cc'),
    bcc: recipients('bcc'),
    subject: text('subject'),
    body: text('body'),
  };
}

const textsOf = (value: Json | VariableValue): readonly string[] => {
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string');
  return value === null || isObject(value) ? [] : [String(value)];
};

/** Splits a text at commas, semicolons and line breaks, but not inside quotation marks. */
function splitRecipients(text: string): readonly string[] {
  const parts: string[] = [''];
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (!isQuoted && ',;\n'.includes(character)) parts.push('');
    else parts.push(`${parts.pop()}${character}`);
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Whether a recipient is the name of a user: an address contains an `@`. */
const isName = (recipient: string): boolean => !recipient.includes('@');

/** Returns the names of users in the recipients of a mail. */
export const namesIn = (mail: TaskMail): readonly string[] => [
  ...new Set(recipientFields.flatMap((field) => mail[field].filter(isName))),
];

/** Returns the mail with the addresses of users instead of their names, or the reason why it cannot be sent. */
export function resolveMail(mail: TaskMail, users: AddressBook): ReadyMail | Message {
  const count = recipientFields.reduce((sum, field) => sum + mail[field].length, 0);
  if (count === 0) return message('mail.withoutRecipients');
  if (count > maxRecipients) return message('mail.tooManyRecipients', { count, max: maxRecipients });
  if (/[\r\n\u2028\u2029]/.test(mail.subject.trim())) return message('mail.subjectLines');
  const seen = new Set<string>();
  const resolved: Record<(typeof recipientFields)[number], string[]> = { addresses: [], cc: [], bcc: [] };
  for (const field of recipientFields)
    for (const recipient of mail[field]) {
      const found = addressOf(recipient, users);
      if ('code' in found) return found;
      if (seen.size < seen.add(found.address.toLowerCase()).size) resolved[field].push(found.text);
    }
  const { addresses: to, cc, bcc } = resolved;
  return { to, cc, bcc, subject: mail.subject.trim(), text: mail.body };
}

/** Returns the address of a recipient, with the text that may also contain a name; or why it has none. */
function addressOf(
  recipient: string,
  users: AddressBook,
): { readonly text: string; readonly address: string } | Message {
  const text = isName(recipient) ? users.get(recipient.toLowerCase()) : recipient;
  if (text === undefined) return message('mail.unknownUser', { name: recipient });
  const parsed = text === null ? null : parseMailAddress(text);
  if (text !== null && parsed !== null) return { text, address: parsed.address };
  return isName(recipient)
    ? message('mail.userWithoutAddress', { name: recipient })
    : message('mail.invalidAddress', { text: recipient });
}
