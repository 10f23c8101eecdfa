import { type Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { HttpBody } from '@slipway/scripts';
import { limits } from '../policy/policy.ts';
import { failed } from '../policy/refusal.ts';

/** Ends that were cut off are taken as far as they go, as clients do. */
const lenient = { finishFlush: constants.Z_SYNC_FLUSH };
const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(lenient),
  'x-gzip': () => createGunzip(lenient),
  deflate: () => createInflate(lenient),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
};
/** Somebody who wraps a body more often wants to exhaust whoever unwraps it. */
const mostCodings = 2;

/** What unwraps a body, the outermost first; null: it is handed on as it came. */
function unwrapping(coding: string): readonly Transform[] | null {
  const names = coding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== 'identity' && name !== '');
  if (names.length > mostCodings) return null;
  const found = names.toReversed().flatMap((name) => decoders[name] ?? []);
  return found.length === names.length ? found.map((make) => make()) : null;
}

/** The bytes of all answers that are being read at this moment. */
export interface Held {
  bytes: number;
}

/** All bytes of a body, without the codings that its header names. Throws a `Refusal` beyond the limit, at once. */
export async function bytesOf(
  body: Readable,
  coding: string,
  held: Held,
): Promise<{ readonly bytes: Buffer; readonly unwrapped: boolean }> {
  const stages = unwrapping(coding);
  const parts: Buffer[] = [];
  let size = 0;
  const collect = new Writable({
    write: (part: Buffer, _encoding, done) => {
      size += part.length;
      held.bytes += part.length;
      if (size > limits.answerBytes) done(failed(`the answer is larger than ${limits.answerBytes} bytes`));
      else if (held.bytes > limits.heldBytes) done(failed('too many large answers are being read: try again later'));
      else {
        parts.push(part);
        done();
      }
    },
  });
  await pipeline([body, ...(stages ?? []), collect]).finally(() => {
    held.bytes -= size;
  });
  return { bytes: Buffer.concat(parts), unwrapped: stages !== null };
}

const textual =
  /^(?:text\/|application\/(?:json|xml|javascript|x-javascript|x-www-form-urlencoded|yaml|x-yaml|graphql|ndjson|x-ndjson|sql)$)|\+(?:json|xml|yaml)$/;

/** The charset that a content type names, in small letters; null: none. */
const charsetOf = (type: string): string | null =>
  /;\s*charset\s*=\s*"?([\w.:+-]{1,40})/i.exec(type)?.[1]?.toLowerCase() ?? null;

/** Null for names that nobody knows. */
function decoderFor(charset: string) {
  try {
    return new TextDecoder(charset);
  } catch {
    return null;
  }
}

function asUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * A body as scripts are given it: as the text that its charset makes of it, where its type is one of texts, or as the text
 * that its bytes are in UTF-8; any other in base64.
 */
export function bodyFrom(bytes: Buffer, contentType: string): HttpBody {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isText = textual.test(type);
  const named = isText ? decoderFor(charsetOf(contentType) ?? 'utf-8') : null;
  if (named !== null && named.encoding !== 'utf-8') return { text: named.decode(bytes) };
  const text = asUtf8(bytes);
  if (text !== null) return { text };
  return isText ? { text: new TextDecoder().decode(bytes) } : { base64: bytes.toString('base64') };
}
