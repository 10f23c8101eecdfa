/** A name and a password as they came. */
export interface BasicCredentials {
  /** Empty: no user */
  readonly username: string;
  readonly password: string;
}

const maxHeaderLength = 8192;

/**
 * Reads `Authorization: Basic …` (UTF-8, split at the first colon), or answers null where it is of another scheme,
 * malformed, or holds control characters.
 */
export function readBasic(header: string): BasicCredentials | null {
  if (header.length > maxHeaderLength) return null;
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0 || /[\p{Cc}\uFFFD]/u.test(text)) return null;
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
