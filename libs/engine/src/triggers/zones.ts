import { message } from '@slipway/domain/messages';
import { type Instant, Invalid } from '@slipway/domain/model';
import { LRUCache } from 'lru-cache';

/**
 * Caches one format for each zone: creating it costs as much as a thousand uses, and it takes some 50 KB. There are 600
 * zones, with several spellings.
 */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

function zoneFormat(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached !== undefined) return cached;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  return format;
}

/** Throws Invalid unless this is a name of the IANA time zone database, such as `Europe/Berlin` or `UTC`. */
export function requireZone(rawZone: string): void {
  if (formats.has(rawZone)) return;
  const refusal = new Invalid(message('trigger.badTimeZone', { zone: rawZone }));
  if (!/^[A-Za-z][\w+\-/]{0,63}$/.test(rawZone)) throw refusal;
  try {
    zoneFormat(rawZone);
  } catch {
    throw refusal;
  }
}

/** The offset of a zone from UTC at a time, in minutes. */
export function offsetAt(zone: string, at: Instant): number {
  const name = zoneFormat(zone)
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? [];
  const ahead = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '-' ? -ahead : ahead;
}

/** Formats a time in a zone as ISO 8601 with the offset of the zone: `2026-11-20T19:00:00.000+01:00`. */
export function timeInZone(zone: string, at: Instant): string {
  const offset = offsetAt(zone, at);
  const local = new Date(at + offset * 60_000).toISOString().slice(0, -1);
  const part = (value: number) => String(value).padStart(2, '0');
  const ahead = Math.abs(offset);
  return `${local}${offset < 0 ? '-' : '+'}${part(Math.floor(ahead / 60))}:${part(ahead % 60)}`;
}
