import { eventFacts, eventLine, messageSubject } from '@slipway/domain/notifications';
import {
  cleanText,
  fitEntries,
  type MessageEntry,
  type NotificationMessage,
  objectUrl,
  omittedLine,
  oneLine,
  renderEntry,
} from './content.ts';

/** The limit of a text in a section is 3,000 characters, and escaping makes a text up to five times longer. */
const maxTemplateLength = 2_900;
const maxBytes = 30_000;

/** Escapes the three characters with a meaning in all texts of Slack. They could mention a channel or begin a link. */
const escapeControl = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Slack has no escape for formatting characters. A zero-width space before them ends their meaning. */
const escapeMarkdown = (text: string): string =>
  escapeControl(oneLine(text)).replace(/[*_~`]/g, (character) => `\u200b${character}`);

const plainText = (text: string) => ({ type: 'plain_text', text: escapeControl(text), emoji: false }) as const;

/** Returns the text of an entry: of its template with formatting, otherwise plain. */
export function slackText(entry: MessageEntry, publicUrl: string | null): string {
  if (entry.template !== null)
    return cleanText(renderEntry(entry.template.text, entry, publicUrl, escapeMarkdown), maxTemplateLength);
  const facts = eventFacts(entry.event).map(([name, value]) => `${name}: ${oneLine(value, 200)}`);
  return [oneLine(eventLine(entry.event)), ...facts].join('\n').slice(0, 2_000);
}

function entryBlock(entry: MessageEntry, publicUrl: string | null) {
  const text = slackText(entry, publicUrl);
  // without a template it is plain, so that a title cannot contain formatting or links
  return { type: 'section', text: entry.template === null ? plainText(text) : { type: 'mrkdwn', text } };
}

function linkButton(entry: MessageEntry, publicUrl: string | null) {
  const url = objectUrl(entry.event, publicUrl);
  if (url === null) return [];
  const label = entry.event.taskId === null ? 'Open release' : 'Open task';
  const text = plainText(entry.event.releaseId === null ? 'Open Slipway' : label);
  return [{ type: 'actions', elements: [{ type: 'button', text, url, action_id: 'open' }] }];
}

/** Renders the body for an incoming webhook of Slack. Its button is a link, so that Slack needs no way to the product. */
export function renderSlack({ entries }: NotificationMessage, publicUrl: string | null): string {
  const subject = oneLine(messageSubject(entries.map(({ event }) => event)));
  return fitEntries(entries, maxBytes, (shown, omitted) => ({
    // the text of the notification on a device
    text: escapeMarkdown(subject),
    unfurl_links: false,
    blocks: [
      ...(entries.length > 1 ? [{ type: 'header', text: plainText(oneLine(subject, 100)) }] : []),
      ...shown.slice(0, 45).map((entry) => entryBlock(entry, publicUrl)),
      ...(omitted > 0 ? [{ type: 'context', elements: [plainText(omittedLine(omitted))] }] : []),
      ...entries.slice(0, 1).flatMap((entry) => linkButton(entry, publicUrl)),
    ],
  }));
}
