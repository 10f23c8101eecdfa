import type { EventTypeName } from '@slipway/domain/model';
import { type OccurredEvent, renderTemplate } from '@slipway/domain/notifications';

/** The text of an administrator for one event and channel. */
export interface MessageTemplate {
  /** only of a mail */
  readonly subject: string | null;
  readonly text: string;
}

/** One number of a tile in the last period and the period before. */
interface ReportValue {
  readonly name: string;
  readonly last: string;
  readonly before: string;
}

/** The numbers of a dashboard for one reader, as texts. */
export interface DashboardReport {
  readonly tiles: readonly {
    readonly title: string;
    /** such as `2026-05-01 to 2026-05-31` */
    readonly period: string;
    /** empty: the reader cannot view the releases, or the metric no longer exists */
    readonly values: readonly ReportValue[];
    /** the groups of the last period, the highest value first; empty without groups */
    readonly groups: readonly { readonly name: string; readonly value: string; readonly n: number }[];
    /** the number of groups that are not listed */
    readonly moreGroups: number;
  }[];
}

/** One event in a message. */
export interface MessageEntry {
  readonly event: OccurredEvent;
  /** why the recipient receives it */
  readonly reason: string;
  /** the time zone of the recipient */
  readonly zone: string;
  /** null: the text of the product */
  readonly template: MessageTemplate | null;
  /** the numbers of a dashboard, only in a mail */
  readonly report?: DashboardReport;
}

/** A message about one event, about several events of one release, or a digest. It has at least one entry. */
export interface NotificationMessage {
  /** the same in all attempts */
  readonly id: string;
  /** whether it is about events of any releases, in a mail */
  readonly digest: boolean;
  readonly entries: readonly MessageEntry[];
}

/** The maximum number of events that a message and a digest list. */
export const maxListed = 50;
export const maxListedInDigest = 100;
/** The maximum number of characters of one text in a chat message. */
const maxTextLength = 500;

/** Returns one line of limited length without control characters. */
export function oneLine(text: string, max = maxTextLength): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.length > max ? `${line.slice(0, max - 1).toWellFormed()}…` : line;
}

/** Returns at most `max` characters of a text with several lines, without other control characters. */
export const cleanText = (text: string, max: number): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .slice(0, max)
    .toWellFormed();

/** Returns the address of the object of an event on the board; null without a public address. */
export function objectUrl({ type, releaseId, taskId, data }: OccurredEvent, publicUrl: string | null): string | null {
  if (publicUrl === null) return null;
  if (type === 'dashboard.weekly' && data.subject !== undefined)
    return `${publicUrl}/insights/dashboards/${encodeURIComponent(data.subject.id)}`;
  if (releaseId === null) return `${publicUrl}/`;
  const task = taskId === null ? '' : `?task=${encodeURIComponent(taskId)}`;
  return `${publicUrl}/releases/${encodeURIComponent(releaseId)}${task}`;
}

/** Renders the template of an entry, with its values escaped for the channel. */
export const renderEntry = (
  text: string,
  { event, reason }: MessageEntry,
  publicUrl: string | null,
  escapeValue: (value: string) => string,
): string => renderTemplate(text, event, { reason, url: objectUrl(event, publicUrl) ?? '' }, escapeValue);

/** Returns the types of the events, each once. */
export const typesIn = ({ entries }: NotificationMessage): readonly EventTypeName[] => [
  ...new Set(entries.map(({ event }) => event.type)),
];

/**
 * Renders as many entries as fit into `maxBytes` of JSON. `render` receives the entries and the number of omitted
 * ones.
 */
export function fitEntries<T>(
  entries: readonly MessageEntry[],
  maxBytes: number,
  render: (shown: readonly MessageEntry[], omitted: number) => T,
): string {
  for (let count = Math.min(entries.length, maxListed); ; count = Math.floor(count / 2)) {
    const json = JSON.stringify(render(entries.slice(0, count), entries.length - count));
    if (Buffer.byteLength(json) <= maxBytes || count === 0) return json;
  }
}

/** The line for entries that a message does not list. */
export const omittedLine = (omitted: number): string => `and ${omitted} more`;
