import { formatTime } from '@slipway/domain/calendar';
import { eventTypes } from '@slipway/domain/model';
import { eventFacts, eventLine, messageSubject, subjectTitle } from '@slipway/domain/notifications';
import { messageIdOf } from '../mail/compose.ts';
import type { Mail } from '../mail/mail.ts';
import { layOutMail, type MailSection } from '../mail/mail-layout.ts';
import { textToHtml } from '../mail/text-to-html.ts';
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
import { reportHtml, reportText } from './report.ts';

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

const cleaned = (text: string): string => cleanText(text, maxTemplateLength);

function entryText(entry: MessageEntry, publicUrl: string | null): string {
  if (entry.template !== null) return cleaned(renderEntry(entry.template.text, entry, publicUrl, oneLine));
  const { event, zone, report } = entry;
  const facts = [...eventFacts(event, zone), ['Time', formatTime(event.at, zone)] as const];
  const lines = facts.map(([name, value]) => `  ${name}: ${oneLine(value)}`);
  const url = objectUrl(event, publicUrl);
  const text = [oneLine(eventLine(event)), ...lines, ...(url === null ? [] : [`  ${url}`])].join('\n');
  return report === undefined ? text : `${text}\n\n${reportText(report)}`;
}

/** The text of a template is plain: neither it nor its values can contain HTML. */
const templateHtml = (entry: MessageEntry, text: string, publicUrl: string | null): string =>
  textToHtml(cleaned(renderEntry(text, entry, publicUrl, oneLine)));

function sectionOf(entry: MessageEntry, publicUrl: string | null): MailSection {
  const { event, zone, template, report } = entry;
  const { label, urgency } = eventTypes[event.type];
  const { task, release } = event.data;
  const releaseFacts = task !== undefined && release !== undefined ? [['Release', release.title] as const] : [];
  const facts = [...releaseFacts, ...eventFacts(event, zone)];
  return {
    ...{ urgency, label, time: formatTime(event.at, zone) },
    title: oneLine(subjectTitle(event)) || label,
    url: objectUrl(event, publicUrl),
    facts: facts.map(([name, value]) => [name, oneLine(value)]),
    html: template && templateHtml(entry, template.text, publicUrl),
    more: report === undefined ? '' : reportHtml(report),
  };
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

const footerOf = (reasons: string): string => `You receive this message because: ${reasons}.`;

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
  const footer = footerOf(reasons);
  const { unsubscribeUrl } = options;
  const unsubscribeLine = unsubscribeUrl === null ? [] : [`Change your notifications: ${unsubscribeUrl}`];
  const subject = subjectOf(message, publicUrl);
  const releaseId = message.digest ? null : (message.entries[0]?.event.releaseId ?? null);
  const texts = shown.map((entry) => entryText(entry, publicUrl));
  return {
    ...{ messageId: messageIdOf(message.id, from), to: [to], subject },
    text: [...texts, ...more, `-- \n${footer}`, ...unsubscribeLine].join('\n\n'),
    html: layOutMail({
      ...{ title: subject, sections: shown.map((entry) => sectionOf(entry, publicUrl)) },
      ...{ notes: more, footer, unsubscribeUrl },
    }),
    headers: headersOf(message, options, reasons),
    ...(releaseId !== null && { references: [messageIdOf(`release.${releaseId}`, from)] }),
  };
}
