import { readDate } from '@slipway/domain/model';

/** An ISO 8601 date as the call that reads it: in its zone, with milliseconds if any. Null for another text. */
export function dateCall(iso: string): string | null {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{3}))?(?:Z|([+-]\d\d):?(\d\d))$/.exec(iso);
  if (!match || readDate(iso) === null) return null;
  const [, seconds = '', part = '000', hours = '+00', minutes = '00'] = match;
  const zone = `${hours}${minutes}`;
  return part === '000'
    ? `Date.parse("yyyy-MM-dd'T'HH:mm:ssZ", '${seconds}${zone}')`
    : `Date.parse("yyyy-MM-dd'T'HH:mm:ss.SSSZ", '${seconds}.${part}${zone}')`;
}
