import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request } from 'express';
import { takes } from '../client/encodings.ts';
import type { Reply } from '../reply.ts';

const pack = promisify(gzip);

/** In bytes: what is smaller comes in two packets or three, packed or not. */
const leastPacked = 4_096;

/** Quick: 175 kB of releases are 13 kB after 2 ms, outside the event loop. The usual 6 would make 11 of them. */
const level = 3;

/** A reply as a client takes it: what is large is packed by gzip for those who say that they take that. */
export async function packed(reply: Reply, { headers }: Request): Promise<Reply> {
  if (Buffer.byteLength(reply.content) < leastPacked) return reply;
  const varying = { ...reply.headers, Vary: 'Accept-Encoding' };
  if (!takes(String(headers['accept-encoding'] ?? ''), 'gzip')) return { ...reply, headers: varying };
  const content = await pack(reply.content, { level });
  return { ...reply, content, headers: { ...varying, 'Content-Encoding': 'gzip' } };
}
