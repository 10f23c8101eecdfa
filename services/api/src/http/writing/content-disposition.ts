const percentEncode = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/**
 * A `Content-Disposition` with which a browser stores the response under this name and does not show it (RFC 6266): in ASCII for
 * old clients, in UTF-8 for all others (RFC 8187).
 */
export function contentDisposition(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  const exact = name.replaceAll(/[^\w!#$&+.^`|~-]/gu, percentEncode);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}
