import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * `rpa_` and 40 hexadecimal digits, the form of the family (permissions.md, Login): 128 random bits, then the CRC-32 of all
 * before it. A truncated or mistyped token is rejected without a statement, and source scanners recognize tokens.
 */
const tokenPattern = /^rpa_[0-9a-f]{40}$/;
const checkedLength = 'rpa_'.length + 32;

const checksumOf = (start: string): string => crc32(start).toString(16).padStart(8, '0');

export function createTokenText(): string {
  const start = `rpa_${randomBytes(16).toString('hex')}`;
  return `${start}${checksumOf(start)}`;
}

export const isToken = (text: string): boolean =>
  tokenPattern.test(text) && checksumOf(text.slice(0, checkedLength)) === text.slice(checkedLength);

/** Whether it is meant as a token: no user has such a name (permissions.md, Users). */
export const looksLikeToken = (text: string): boolean => text.startsWith('rpa_');

/** What is stored of a token or of the value of a session, which have too many random bits to be guessed from it. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
