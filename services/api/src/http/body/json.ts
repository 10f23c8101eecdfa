import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { clip, Invalid, type Json, NumberTooLarge, parseJson as parseExactly } from '@slipway/domain/model';
import { UnsupportedMediaType } from '../errors/errors.ts';
import { scan } from './scan-json.ts';

/** Deeper JSON is refused before it is parsed: recursion over it would end the process. */
const maxDepth = 64;
/**
 * The maximum number of values in one body: that of a response with 3,000 tasks and all their fields, which can be
 * sent back. The size of a body is no sufficient limit: tiny values cost a hundred times their size, and 8 MB of them
 * block the process for a second.
 */
export const maxValues = 200_000;
/**
 * Different names of members. Each costs ten times what a value does: 150,000 of them take a third of a second. A
 * template has the fields of its types, and maps of 5,000 items each in its variables.
 */
const maxNames = 20_000;
/** Mentions of variables, such as `${a}`: as many as one text of the largest size may hold. Each is searched for and replaced. */
export const maxMentions = 250_000;
/** Different variables in them: each is looked up wherever a plan is stored or shown. */
export const maxMentionedVariables = 20_000;
const maxEchoLength = 2048;
/**
 * In bytes, of one text in a body or file. Placeholders in it are searched for whenever it is stored or shown. Webhooks
 * may have longer texts.
 */
export const maxTextBytes = 1_000_000;

/**
 * Parses the bytes of a body, whose texts may have `textBytes` bytes each; a byte order mark before it is skipped.
 * Refuses with Invalid what is no JSON (with an echo of at most 2 KB, rest-api.md, section Errors), what is nested too
 * deep or holds too much, and texts that cannot be stored.
 */
export function parseJson(bytes: Buffer, textBytes = bytes.length, refusal = notJsonObject): Json {
  const size = scan(bytes);
  if (size.depth > maxDepth) throw new Invalid(`the JSON is nested more than ${maxDepth} levels deep`);
  if (size.values > maxValues) throw new Invalid(`the JSON holds more than ${maxValues} values`);
  if (size.names > maxNames) throw new Invalid(`the JSON holds more than ${maxNames} different names`);
  if (size.mentions > maxMentions) throw new Invalid(`the JSON mentions variables more than ${maxMentions} times`);
  if (size.mentionedVariables > maxMentionedVariables)
    throw new Invalid(`the JSON mentions more than ${maxMentionedVariables} different variables`);
  if (size.longestTextBytes > textBytes) throw new Invalid(`a text in the JSON is longer than ${textBytes} bytes`);
  const text = isUtf8(bytes) ? bytes.toString('utf8') : null;
  if (text === null) throw new Invalid('the body is not valid UTF-8');
  const value = parseOrRefuse(withoutByteOrderMark(text), refusal);
  if (size.isUnstorable) throw new Invalid('a text holds a character that cannot be kept');
  return value;
}

/** Converts a text from a character set to UTF-8. Throws UnsupportedMediaType for an unknown set, and Invalid. */
export function toUtf8(bytes: Buffer, charset: string): Buffer {
  if (/^utf-?8$/i.test(charset)) return bytes;
  const decoder = createDecoder(charset);
  try {
    return Buffer.from(decoder.decode(bytes));
  } catch {
    throw new Invalid(`the body is not valid ${decoder.encoding}`);
  }
}

function createDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    throw new UnsupportedMediaType(`a body may not be written in the character set '${clip(charset)}'`);
  }
}

/** A text without its byte order mark. */
export const withoutByteOrderMark = (text: string): string => text.replace(/^\ufeff/, '');

/** What the refusal of such a body begins with (rest-api.md, section Errors). */
export const notJsonMessage = "Can't parse the following as a JSON object:";

/** The refusal of a body that is no JSON object. */
export function notJsonObject(text: string): Invalid {
  return new Invalid(`${notJsonMessage}\n${text.slice(0, maxEchoLength)}`);
}

/** The same of one that holds a password. */
export const refusalWithoutEcho = (): Invalid =>
  new Invalid('the body must be a JSON object, or an array of them where several are taken');

function parseOrRefuse(text: string, refusal: typeof notJsonObject): Json {
  try {
    return parseExactly(text);
  } catch (error) {
    if (error instanceof NumberTooLarge) throw new Invalid(error.message);
    throw refusal(text);
  }
}
