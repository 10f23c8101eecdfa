import type { Attachment } from '@slipway/domain';
import { contentBytes } from '@slipway/resources';
import type { Deps } from '../context/deps.ts';
import { dispositionOf } from '../http/body/file-names.ts';
import { matchesStrongly, matchesWeakly } from '../http/preconditions/preconditions.ts';
import { rangeIn } from '../http/ranges.ts';
import type { Leave } from '../http/transfer-places.ts';
import { StreamedAnswer } from '../http/writing/streamed-answer.ts';

/** Headers of a request for a part of a response, and its conditions. */
export type Wanted = Readonly<Partial<Record<'range' | 'if-range' | 'if-none-match' | 'if-match', string>>>;

async function* nothing(): AsyncGenerator<Uint8Array> {}

interface Source extends Pick<Deps, 'database'> {
  /** finds a place for what is sent */
  readonly enter: () => Promise<Leave>;
}

/**
 * The content of an attachment, or the requested part. Its type is not verified, so no client may interpret it:
 * neither a browser, nor a page as a script. Throws Overloaded.
 */
export async function download({ database, enter }: Source, file: Attachment, wanted: Wanted): Promise<StreamedAnswer> {
  const tag = `"${file.checksum}"`;
  const headers = { ETag: tag, 'Cache-Control': 'private, no-cache', 'Accept-Ranges': 'bytes' };
  const { 'if-match': expected, 'if-none-match': known, 'if-range': unchanged } = wanted;
  const empty = (status: number, more = {}) =>
    new StreamedAnswer({ status, headers: { ...headers, ...more }, bytes: nothing });
  if (expected !== undefined && !matchesStrongly(expected, tag)) return empty(412, { 'Content-Length': 0 });
  if (known !== undefined && matchesWeakly(known, tag)) return empty(304);
  const isSame = unchanged === undefined || matchesStrongly(unchanged, tag);
  const range = rangeIn(isSame ? wanted.range : undefined, file.size);
  if (range === 'unsatisfiable') {
    return empty(416, { 'Content-Length': 0, 'Content-Range': `bytes */${file.size}` });
  }
  const { start, end } = range ?? { start: 0, end: file.size };
  const leave = await enter();
  return new StreamedAnswer({
    status: range === null ? 200 : 206,
    headers: {
      ...headers,
      ...(range !== null && { 'Content-Range': `bytes ${start}-${end - 1}/${file.size}` }),
      'Content-Length': end - start,
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': dispositionOf(file.name),
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
    bytes: () => contentBytes(database, file.content, { start, end }),
    end: leave,
  });
}
