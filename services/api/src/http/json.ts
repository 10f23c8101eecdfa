import { isUtf8 } from 'node:buffer';
import { Invalid } from '@slipway/domain';

/** Deeper JSON is refused before it is parsed: recursion over it would end the process. */
const deepestJson = 64;
const longestEcho = 2048;

/**
 * Parses the bytes of a body. Refuses with Invalid what is no JSON (with an echo of at most 2 KB, as
 * rest-api.md, section Errors, has it), what is nested too deep, and texts that no database can keep. A byte order
 * mark before it is passed over.
 */
export function parseJson(bytes: Buffer): unknown {
  const seen = scan(bytes);
  if (seen.deepest > deepestJson) throw new Invalid(`the JSON is nested more than ${deepestJson} levels deep`);
  const text = isUtf8(bytes) ? bytes.toString('utf8') : null;
  if (text === null) throw new Invalid('the body is not valid UTF-8');
  const value = parsed(text.replace(/^\ufeff/, ''));
  if (seen.escapes) refuseUnstorable(value);
  return value;
}

/** The refusal of a body that is no JSON object. */
export function notAnObject(text: string): Invalid {
  return new Invalid(`Can't parse the following as a JSON object:\n${text.slice(0, longestEcho)}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notAnObject(text);
  }
}

const quote = 0x22;
const backslash = 0x5c;
const smallU = 0x75;

/** One pass over the bytes: how deep brackets nest, and whether a text holds a \u escape. */
function scan(bytes: Buffer): { readonly deepest: number; readonly escapes: boolean } {
  let depth = 0;
  let deepest = 0;
  let inText = false;
  let escapes = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (inText) {
      if (byte === backslash) {
        at += 1;
        if (bytes[at] === smallU) escapes = true;
      } else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === 0x7d || byte === 0x5d) depth -= 1;
  }
  return { deepest, escapes };
}

/** Only escapes can bring a NUL or half of a surrogate pair into a text, and PostgreSQL keeps neither. */
function refuseUnstorable(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      throw new Invalid('a text holds a character that cannot be kept');
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      refuseUnstorable(key);
      refuseUnstorable(member);
    }
  }
}
