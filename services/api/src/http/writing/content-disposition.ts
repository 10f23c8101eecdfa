const percentEncode = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/**
 * A `Content-Disposition` that has a browser store what is answered under this name and never show it (RFC 6266): for old
 * readers in ASCII, for all others in UTF-8 (RFC 8187).
 */
export function contentDisposition(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  const exact = name.replaceAll(/[^\w!#$&+.^`|~-]/gu, percentEncode);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}
