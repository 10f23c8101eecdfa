/** A mail address, with a name to show or without. */
export interface MailAddress {
  readonly name: string | null;
  readonly address: string;
}

/** The longest address of RFC 5321, in characters. */
const maxAddressLength = 254;
const maxNameLength = 200;

/** Letters, digits and signs that need no quotation marks before the `@` (RFC 5322, RFC 6531). */
const atom = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
const plain = new RegExp(`^${atom}(?:\\.${atom})*@${label}(?:\\.${label})*$`, 'u');
const named = /^([^<>]*)<([^<>]*)>$/;
/** Line breaks and other control characters, which could begin another header. */
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u;

const isPlainAddress = (text: string): boolean => text.length <= maxAddressLength && plain.test(text);

/** Removes the quotation marks around a name. Returns null for a name that needs an escape. */
function unquoted(name: string): string | null {
  const text = name.startsWith('"') && name.endsWith('"') && name.length > 1 ? name.slice(1, -1) : name;
  return /["\\]/.test(text) || text.length > maxNameLength ? null : text;
}

/** Parses `user@example.com` or `Full Name <user@example.com>`; null if the text is no single mail address. */
export function parseMailAddress(text: string): MailAddress | null {
  if (control.test(text)) return null;
  const [, before, inside] = named.exec(text.trim()) ?? [];
  const address = inside?.trim() ?? text.trim();
  const name = unquoted(before?.trim() ?? '');
  if (name === null || !isPlainAddress(address)) return null;
  return { name: name === '' ? null : name, address };
}
