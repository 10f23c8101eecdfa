import { setImmediate as turnOfOthers } from 'node:timers/promises';

/** The maximum time for which writing a response blocks other requests, in milliseconds. */
const maxBlockMs = 10;
/** The size in UTF-16 units from which written text is stored as bytes. */
const chunkSize = 64 * 1024;
/** The depth of members in which lists are searched, such as `live.releases` of a full search. */
const maxDepth = 2;

/** Whether a value is a list of objects, which can be whole plans. */
const isListOfObjects = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.length > 1 && typeof value[0] === 'object' && value[0] !== null;

const holdsLists = (value: unknown, depth = 0): value is object =>
  isListOfObjects(value) ||
  (depth < maxDepth &&
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !('toJSON' in value) &&
    Object.values(value).some((member) => holdsLists(member, depth + 1)));

/** The JSON of a value in pieces: each object of its lists, and the text between these objects. */
function* partsOf(value: object, depth = 0): Generator<string> {
  if (isListOfObjects(value)) {
    for (const [index, item] of value.entries()) yield (index === 0 ? '[' : ',') + (JSON.stringify(item) ?? 'null');
    yield ']';
    return;
  }
  let separator = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    if (holdsLists(member, depth + 1)) yield* partsOf(member, depth + 1);
    else yield JSON.stringify(member);
    separator = ',';
  }
  yield '}';
}

/**
 * Returns a response as JSON. A page of whole plans can have 60 MB of text, and a single call would block all other requests:
 * lists are written object by object, and other requests run in between.
 */
export async function writeJson(value: unknown): Promise<string | Buffer> {
  if (!holdsLists(value)) return JSON.stringify(value);
  const chunks: Buffer[] = [];
  let text = '';
  let end = performance.now() + maxBlockMs;
  for (const part of partsOf(value)) {
    text += part;
    if (text.length < chunkSize) continue;
    chunks.push(Buffer.from(text));
    text = '';
    if (performance.now() < end) continue;
    await turnOfOthers();
    end = performance.now() + maxBlockMs;
  }
  return chunks.length === 0 ? text : Buffer.concat([...chunks, Buffer.from(text)]);
}
