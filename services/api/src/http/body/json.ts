import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { clip, Invalid } from '@slipway/domain';
import { Unsupported } from '../errors/errors.ts';
import { scan } from './scan-json.ts';

/** Deeper JSON is refused before it is parsed: recursion over it would end the process. */
const deepestJson = 64;
/**
 * Values that one body may hold: those of what is answered of 3,000 tasks, each with all its fields, so that it can be
 * sent back. Tiny values cost a
 * hundred times their size, so the size of a body alone bounds nothing: 8 MB of them keep everybody waiting for a second.
 */
const mostValues = 200_000;
/**
 * Names of members that differ: each costs ten times what a value does (150,000 of them a third of a second), while a
 * template has the fields of its types, and maps in variables of 5,000 items each.
 */
const mostNames = 20_000;
const longestEcho = 2048;

/**
 * Parses the bytes of a body, whose texts may have `longestText` bytes each. Refuses with Invalid what is no JSON (with an echo of at most 2 KB, as
 * rest-api.md, section Errors, has it), what is nested too deep or holds too much, and texts that no database can keep. A byte order
 * mark before it is passed over.
 */
export function parseJson(bytes: Buffer, longestText = bytes.length): unknown {
  const seen = scan(bytes);
  if (seen.deepest > deepestJson) throw new Invalid(`the JSON is nested more than ${deepestJson} levels deep`);
  if (seen.values > mostValues) throw new Invalid(`the JSON holds more than ${mostValues} values`);
  if (seen.names > mostNames) throw new Invalid(`the JSON holds more than ${mostNames} different names`);
  if (seen.longest > longestText) throw new Invalid(`a text in the JSON is longer than ${longestText} bytes`);
  const text = isUtf8(bytes) ? bytes.toString('utf8') : null;
  if (text === null) throw new Invalid('the body is not valid UTF-8');
  const value = parsed(withoutMark(text));
  if (seen.isUnstorable) throw new Invalid('a text holds a character that cannot be kept');
  return value;
}

/** The bytes of a text in UTF-8, from another character set. Throws Unsupported for one that nobody knows, and Invalid. */
export function inUtf8(bytes: Buffer, charset: string): Buffer {
  if (/^utf-?8$/i.test(charset)) return bytes;
  const decoder = decoderOf(charset);
  try {
    return Buffer.from(decoder.decode(bytes));
  } catch {
    throw new Invalid(`the body is not valid ${decoder.encoding}`);
  }
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    throw new Unsupported(`a body may not be written in the character set '${clip(charset)}'`);
  }
}

/** A text without the byte order mark that some write before it. */
export const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');

/** What the refusal of such a body begins with (rest-api.md, section Errors). */
export const noJsonObject = "Can't parse the following as a JSON object:";

/** The refusal of a body that is no JSON object. */
export function notAnObject(text: string): Invalid {
  return new Invalid(`${noJsonObject}\n${text.slice(0, longestEcho)}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notAnObject(text);
  }
}
