import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request } from 'express';
import { acceptsEncoding, refusesPlain } from '../client/negotiation.ts';
import { gzipTag } from '../preconditions.ts';
import type { Reply } from '../reply.ts';

const gzipAsync = promisify(gzip);

/** In bytes. Smaller responses take two or three packets, compressed or not. */
const minCompressedBytes = 4_096;

/** A fast level: 175 kB of releases become 13 kB in 2 ms, outside the event loop. The default level 6 gives 11 kB. */
const level = 3;

/**
 * A reply in the encoding of the client: large ones are compressed with gzip on request, with an ETag of their own. A
 * response that may be compressed at another time has `Vary`, also if it is small now, or 304 (compressed-responses.md).
 */
export async function compressReply(reply: Reply, request: Request): Promise<Reply> {
  if (reply.type === null && reply.status !== 304) return reply;
  const varyHeaders = { ...reply.headers, Vary: 'Accept-Encoding' };
  const isWorthIt = Buffer.byteLength(reply.content) >= minCompressedBytes || refusesPlain(request);
  if (reply.type === null || !isWorthIt || !acceptsEncoding(request, 'gzip')) return { ...reply, headers: varyHeaders };
  const content = await gzipAsync(reply.content, { level });
  const plainTag = reply.headers?.ETag;
  const tag = typeof plainTag === 'string' && { ETag: gzipTag(plainTag) };
  return { ...reply, content, headers: { ...varyHeaders, ...tag, 'Content-Encoding': 'gzip' } };
}
