import { Invalid } from '@slipway/domain';

/** In bytes: what file systems take for a name. */
const longestName = 255;
/** For what has no name of its own. */
const nameless = 'file';

/** Control characters are no part of a name, and some cannot be kept. */
const isControl = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0x2028 || code === 0x2029;
};

/**
 * What a file that was sent is called: the last part of its path, if somebody sends one, without control characters. It
 * can be written to a disk as it is. Throws Invalid where it is longer than 255 bytes.
 */
export function fileNameOf(sent: string | undefined): string {
  const last = (sent ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = [...last]
    .filter((character) => !isControl(character))
    .join('')
    .trim();
  const bytes = Buffer.byteLength(name);
  if (bytes > longestName) throw new Invalid(`the name of a file has at most ${longestName} bytes, this has ${bytes}`);
  return name === '' || name === '.' || name === '..' ? nameless : name;
}

const mediaType = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/;

/** The media type that somebody has said a file is of; any bytes where it is none. */
export const contentTypeOf = (sent: string | undefined): string =>
  sent !== undefined && mediaType.test(sent) ? sent.toLowerCase() : 'application/octet-stream';
