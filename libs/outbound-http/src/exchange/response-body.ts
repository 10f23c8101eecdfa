import { Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ByteBudget, largestShare } from '@slipway/concurrency';
import type { HttpBody } from '@slipway/script-protocol';
import type { Masks } from '../connection/secrets.ts';
import { limits } from '../policy/policy.ts';
import { failed, type Refusal } from '../policy/refusal.ts';

/** The responses that are being read. Above the limit, the largest response is canceled, not the latest one. */
export const createResponseMemory = (max: number = limits.maxBufferedBytes): ByteBudget =>
  new ByteBudget(max, largestShare);

const outOfMemory = (): Refusal =>
  failed('the request was sent, but its response was discarded: too many large responses are being read');

/** Decodes truncated bodies as far as possible, like other clients. */
const lenient = { finishFlush: constants.Z_SYNC_FLUSH };
const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(lenient),
  'x-gzip': () => createGunzip(lenient),
  deflate: () => createInflate(lenient),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
};
/** A body with more nested encodings is an attack on the decoder. */
const maxCodings = 2;

/** Returns the decoders of a body, the outermost first; null: the body is passed on unchanged. */
function decodersFor(coding: string): readonly Transform[] | null {
  const names = coding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== 'identity' && name !== '');
  if (names.length > maxCodings) return null;
  const factories = names.toReversed().flatMap((name) => decoders[name] ?? []);
  return factories.length === names.length ? factories.map((make) => make()) : null;
}

/** The memory budget for bodies, and the requester whose share is used. */
export interface BodyContext {
  readonly memory: ByteBudget;
  readonly requester: string;
}

/** The initial size of a buffer, which suffices for most responses. */
const initialBytes = 16_384;

/**
 * Collects written chunks in one buffer. A single chunk is also copied, so that it does not retain the memory of the
 * socket.
 */
function createCollector(grow: (bytes: number) => Refusal | null) {
  let buffer = Buffer.alloc(0);
  let size = 0;
  const enlarge = (needed: number): Refusal | null => {
    const newSize = Math.min(limits.maxResponseBytes, Math.max(needed, 2 * buffer.length, initialBytes));
    const refusal = grow(newSize - buffer.length);
    if (refusal !== null) return refusal;
    const next = Buffer.allocUnsafeSlow(newSize);
    buffer.copy(next, 0, 0, size);
    buffer = next;
    return null;
  };
  const add = (part: Buffer): Refusal | null => {
    const needed = size + part.length;
    if (needed > limits.maxResponseBytes) return failed(`the response is larger than ${limits.maxResponseBytes} bytes`);
    const refusal = needed > buffer.length ? enlarge(needed) : null;
    if (refusal !== null) return refusal;
    part.copy(buffer, size);
    size = needed;
    return null;
  };
  const sink = new Writable({ write: (part: Buffer, _encoding, done) => done(add(part)) });
  return { sink, bytes: () => buffer.subarray(0, size) };
}

/** Reads and decodes a body. Throws a `Refusal` as soon as it exceeds the limit. */
export async function readResponseBody(
  body: Readable,
  coding: string,
  { memory, requester }: BodyContext,
): Promise<{ readonly bytes: Buffer; readonly decoded: boolean }> {
  const transforms = decodersFor(coding);
  const controller = new AbortController();
  const share = memory.open(() => controller.abort(outOfMemory()), requester);
  const grow = (bytes: number) => (share.grow(bytes) ? null : outOfMemory());
  const read = async (streams: readonly Readable[]) => {
    const { sink, bytes } = createCollector(grow);
    const onAbort = () => sink.destroy(controller.signal.reason);
    controller.signal.addEventListener('abort', onAbort, { once: true });
    await pipeline([...streams, sink]).finally(() => controller.signal.removeEventListener('abort', onAbort));
    return bytes();
  };
  try {
    const raw = await read([body]);
    // decoded as a whole, because each chunk has a fixed cost in a decoder, however small it is
    const bytes =
      transforms === null || transforms.length === 0 ? raw : await read([Readable.from([raw]), ...transforms]);
    return { bytes, decoded: transforms !== null };
  } finally {
    share.release();
  }
}

const textTypes =
  /^(?:text\/|application\/(?:json|xml|javascript|x-javascript|x-www-form-urlencoded|yaml|x-yaml|graphql|ndjson|x-ndjson|sql)$)|\+(?:json|xml|yaml)$/;

/** Returns the charset of a content type in lower case; null: none. */
const charsetOf = (type: string): string | null =>
  /;\s*charset\s*=\s*"?([\w.:+-]{1,40})/i.exec(type)?.[1]?.toLowerCase() ?? null;

/** Returns null for unknown names. */
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
 * Returns a body for scripts. A text type is decoded by its charset, and other valid UTF-8 as text. Other bytes are
 * base64. Secrets are masked before and after the decoding.
 */
export function bodyFrom(bytes: Buffer, contentType: string, masks: Masks): HttpBody {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isText = textTypes.test(type);
  const decoder = isText ? decoderFor(charsetOf(contentType) ?? 'utf-8') : null;
  if (decoder !== null && decoder.encoding !== 'utf-8')
    return { text: masks.text(decoder.decode(masks.textBytes(bytes))) };
  const text = asUtf8(bytes);
  if (text !== null) return { text: masks.text(text) };
  return isText
    ? { text: masks.text(new TextDecoder().decode(masks.textBytes(bytes))) }
    : { base64: masks.bytes(bytes).toString('base64') };
}
