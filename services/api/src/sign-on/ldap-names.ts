import { type Entry, Filter } from 'ldapts';

/**
 * A filter with the values of `{0}` and `{1}`. A value is never parsed as part of the filter (RFC 4515, section 3),
 * nor as a placeholder.
 */
export const fillFilter = (filter: string, values: readonly [string, string?]): string =>
  filter.replaceAll(/\{([01])\}/g, (_, position: '0' | '1') => Filter.escape(values[Number(position)] ?? ''));

/** The texts of an attribute, whose name servers may write in other letter case. */
export function textsOf(entry: Entry, attribute: string): readonly string[] {
  const name = attribute.toLowerCase();
  return Object.entries(entry)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, values]) => values)
    .filter((value) => typeof value === 'string' && value !== '')
    .map(String);
}

const unescapeDn = (value: string): string =>
  value
    .replaceAll(/(?:\\[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString('utf8'))
    .replaceAll(/\\(.)/g, '$1')
    .trim();

/** The value of the first part of a distinguished name: `Build, EU` of `CN=Build\, EU,OU=Groups,DC=acme` (RFC 4514). */
export const firstRdnValue = (dn: string): string => unescapeDn(/^[^=,+]+=((?:\\.|[^\\,+])*)/s.exec(dn)?.[1] ?? '');

const normalizeDn = (dn: string): string => dn.toLowerCase().replaceAll(/\s*([,=+])\s*/g, '$1');

/** Whether an entry is below another one, by their distinguished names. */
export const isBelow = (dn: string, base: string): boolean => normalizeDn(dn).endsWith(`,${normalizeDn(base)}`);
