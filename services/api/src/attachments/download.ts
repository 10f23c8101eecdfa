import { contentBytes } from '@slipway/application/attachments';
import type { Attachment } from '@slipway/domain/model';
import type { Deps } from '../dependencies/deps.ts';
import { matchesStrongly, matchesWeakly } from '../http/preconditions.ts';
import { parseRange } from '../http/ranges.ts';
import { contentDisposition } from '../http/writing/content-disposition.ts';
import { StreamedAnswer } from '../http/writing/streamed-answer.ts';

/** Headers of a request for a part of a response, and its conditions. */
export type ConditionalHeaders = Readonly<Partial<Record<'range' | 'if-range' | 'if-none-match' | 'if-match', string>>>;

async function* noBytes(): AsyncGenerator<Uint8Array> {}

interface DownloadDeps extends Pick<Deps, 'database'> {
  /** waits for a slot for the response */
  readonly acquireSlot: () => Promise<() => void>;
}

/**
 * The content of an attachment, or the requested part. Its type is not verified, so the headers forbid browsers to
 * interpret it and pages to load it as a script. Throws Overloaded.
 */
export async function download(
  { database, acquireSlot }: DownloadDeps,
  file: Attachment,
  conditions: ConditionalHeaders,
): Promise<StreamedAnswer> {
  const tag = `"${file.checksum}"`;
  const headers = { ETag: tag, 'Cache-Control': 'private, no-cache', 'Accept-Ranges': 'bytes' };
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch, 'if-range': ifRange } = conditions;
  const empty = (status: number, extraHeaders = {}) =>
    new StreamedAnswer({ status, headers: { ...headers, ...extraHeaders }, bytes: noBytes });
  if (ifMatch !== undefined && !matchesStrongly(ifMatch, tag)) return empty(412, { 'Content-Length': 0 });
  if (ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, tag)) return empty(304);
  const isUnchanged = ifRange === undefined || matchesStrongly(ifRange, tag);
  const range = parseRange(isUnchanged ? conditions.range : undefined, file.size);
  if (range === 'unsatisfiable') {
    return empty(416, { 'Content-Length': 0, 'Content-Range': `bytes */${file.size}` });
  }
  const { start, end } = range ?? { start: 0, end: file.size };
  const release = await acquireSlot();
  return new StreamedAnswer({
    status: range === null ? 200 : 206,
    headers: {
      ...headers,
      ...(range !== null && { 'Content-Range': `bytes ${start}-${end - 1}/${file.size}` }),
      'Content-Length': end - start,
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': contentDisposition(file.name),
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
    bytes: () => contentBytes(database, file.content, { start, end }),
    end: release,
  });
}
