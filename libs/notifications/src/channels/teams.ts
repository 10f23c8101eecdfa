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

/** Teams refuses messages from 28 KB on. */
const maxBytes = 27_000;
/** A character has at most three bytes, so the text of a template fits into a message. */
const maxTemplateLength = 6_000;

/** Escapes the characters with a meaning in the Markdown of a card. */
const escapeMarkdown = (text: string): string => oneLine(text).replace(/[\\`*_{}[\]()<>#+\-.!|~]/g, '\\$&');

/** A block that shows its text unchanged: cards interpret no Markdown in runs of text. */
const plainBlock = (text: string, isStrong = false) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...(isStrong && { weight: 'Bolder' }) }],
});

const factLines = ({ event }: MessageEntry): readonly string[] =>
  eventFacts(event).map(([name, value]) => `${name}: ${oneLine(value, 200)}`);

/** Returns the text of an entry: of its template with formatting, otherwise plain. */
export const teamsText = (entry: MessageEntry, publicUrl: string | null): string =>
  entry.template === null
    ? [oneLine(eventLine(entry.event)), ...factLines(entry)].join('\n')
    : cleanText(renderEntry(entry.template.text, entry, publicUrl, escapeMarkdown), maxTemplateLength);

function entryBlocks(entry: MessageEntry, publicUrl: string | null): readonly object[] {
  if (entry.template !== null)
    return [{ type: 'TextBlock', text: teamsText(entry, publicUrl), wrap: true, separator: true }];
  const facts = factLines(entry).map((line) => plainBlock(line));
  return [{ ...plainBlock(oneLine(eventLine(entry.event)), true), separator: true }, ...facts];
}

function openAction(entry: MessageEntry, publicUrl: string | null) {
  const url = objectUrl(entry.event, publicUrl);
  return url === null ? [] : [{ type: 'Action.OpenUrl', title: 'Open in Slipway', url }];
}

/** Renders the body for a Workflows webhook of Microsoft Teams: a message with one Adaptive Card. */
export function renderTeams({ entries }: NotificationMessage, publicUrl: string | null): string {
  const subject = oneLine(messageSubject(entries.map(({ event }) => event)));
  return fitEntries(entries, maxBytes, (shown, omitted) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          // the newest version that Workflows accepts
          version: '1.4',
          msteams: { width: 'Full' },
          body: [
            ...(entries.length > 1 ? [plainBlock(subject, true)] : []),
            ...shown.flatMap((entry) => entryBlocks(entry, publicUrl)),
            ...(omitted > 0 ? [plainBlock(omittedLine(omitted))] : []),
          ],
          actions: entries.slice(0, 1).flatMap((entry) => openAction(entry, publicUrl)),
        },
      },
    ],
  }));
}
