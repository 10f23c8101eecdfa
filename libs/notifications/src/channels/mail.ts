import { eventFacts, eventLine, messageSubject } from '@slipway/domain/notifications';
import { messageIdOf } from '../mail/compose.ts';
import type { Mail } from '../mail/mail.ts';
import {
  cleanText,
  type MessageEntry,
  maxListed,
  maxListedInDigest,
  type NotificationMessage,
  objectUrl,
  omittedLine,
  oneLine,
  renderEntry,
  typesIn,
} from './content.ts';

export interface MailOptions {
  /** the mail address of the recipient */
  readonly to: string;
  /** the default sender, whose domain is that of the ids */
  readonly from: string;
  readonly publicUrl: string | null;
  /** the address that changes the settings of the recipient without a login; null without a public address */
  readonly unsubscribeUrl: string | null;
}

const maxSubjectLength = 200;
const maxTemplateLength = 10_000;

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const cleaned = (text: string): string => cleanText(text, maxTemplateLength);

function entryText(entry: MessageEntry, publicUrl: string | null): string {
  if (entry.template !== null) return cleaned(renderEntry(entry.template.text, entry, publicUrl, oneLine));
  const facts = eventFacts(entry.event).map(([name, value]) => `  ${name}: ${oneLine(value)}`);
  const url = objectUrl(entry.event, publicUrl);
  return [oneLine(eventLine(entry.event)), ...facts, ...(url === null ? [] : [`  ${url}`])].join('\n');
}

/** The text of a template is plain: neither it nor its values can contain HTML. */
const templateHtml = (entry: MessageEntry, text: string, publicUrl: string | null): string =>
  `<p>${escapeHtml(cleaned(renderEntry(text, entry, publicUrl, oneLine))).replaceAll('\n', '<br>')}</p>`;

function entryHtml(entry: MessageEntry, publicUrl: string | null): string {
  if (entry.template !== null) return templateHtml(entry, entry.template.text, publicUrl);
  const url = objectUrl(entry.event, publicUrl);
  const line = escapeHtml(oneLine(eventLine(entry.event)));
  const title = url === null ? line : `<a href="${escapeHtml(url)}">${line}</a>`;
  const facts = eventFacts(entry.event).map(
    ([name, value]) => `<br>${escapeHtml(name)}: ${escapeHtml(oneLine(value))}`,
  );
  return `<p><strong>${title}</strong>${facts.join('')}</p>`;
}

const reasonsOf = ({ entries }: NotificationMessage): string =>
  oneLine([...new Set(entries.map(({ reason }) => reason))].join('; '), maxSubjectLength);

function subjectOf({ entries, digest }: NotificationMessage, publicUrl: string | null): string {
  if (digest) return entries.length === 1 ? 'Digest: 1 notification' : `Digest: ${entries.length} notifications`;
  const [first] = entries;
  const subject = first?.template?.subject ?? null;
  return first === undefined || subject === null || entries.length > 1
    ? oneLine(messageSubject(entries.map(({ event }) => event)), maxSubjectLength)
    : oneLine(renderEntry(subject, first, publicUrl, oneLine), maxSubjectLength);
}

function footer({ unsubscribeUrl }: MailOptions, reasons: string) {
  const why = `You receive this message because: ${reasons}.`;
  return {
    text: [`-- \n${why}`, ...(unsubscribeUrl === null ? [] : [`Change your notifications: ${unsubscribeUrl}`])],
    html: `<hr><p><small>${escapeHtml(why)}${
      unsubscribeUrl === null ? '' : ` <a href="${escapeHtml(unsubscribeUrl)}">Change your notifications</a>`
    }</small></p>`,
  };
}

/** The headers for one-click unsubscribing (RFC 8058), and those for filters of the recipient. */
const headersOf = (message: NotificationMessage, { unsubscribeUrl }: MailOptions, reasons: string) => ({
  'X-Slipway-Event': typesIn(message).join(', '),
  'X-Slipway-Reason': reasons,
  ...(unsubscribeUrl !== null && {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
});

/**
 * Renders a message as a mail. All mails about one release refer to the same id, so that clients thread them. A digest
 * has a thread of its own.
 */
export function renderMail(message: NotificationMessage, options: MailOptions): Mail {
  const { to, from, publicUrl } = options;
  const shown = message.entries.slice(0, message.digest ? maxListedInDigest : maxListed);
  const omitted = message.entries.length - shown.length;
  const more = omitted > 0 ? [omittedLine(omitted)] : [];
  const reasons = reasonsOf(message);
  const { text: footerText, html: footerHtml } = footer(options, reasons);
  const releaseId = message.digest ? null : (message.entries[0]?.event.releaseId ?? null);
  return {
    messageId: messageIdOf(message.id, from),
    to: [to],
    subject: subjectOf(message, publicUrl),
    text: [...shown.map((entry) => entryText(entry, publicUrl)), ...more, ...footerText].join('\n\n'),
    html: [
      ...shown.map((entry) => entryHtml(entry, publicUrl)),
      ...more.map((line) => `<p>${line}</p>`),
      footerHtml,
    ].join('\n'),
    headers: headersOf(message, options, reasons),
    ...(releaseId !== null && { references: [messageIdOf(`release.${releaseId}`, from)] }),
  };
}
