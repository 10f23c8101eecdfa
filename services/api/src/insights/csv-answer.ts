import type { IncomingHttpHeaders } from 'node:http';
import { contentDisposition } from '../http/writing/content-disposition.ts';
import { StreamedAnswer } from '../http/writing/streamed-answer.ts';

/** Whether the client prefers a table for spreadsheets. */
export const acceptsCsv = ({ accept = '' }: IncomingHttpHeaders): boolean => /(?:^|,)\s*text\/csv\b/i.test(accept);

/** Answers with a file for spreadsheets, written while it is created. */
export const csvAnswer = (file: string, bytes: () => AsyncIterable<Uint8Array>, end?: () => void): StreamedAnswer =>
  new StreamedAnswer({
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': contentDisposition(file),
    },
    bytes,
    ...(end && { end }),
  });

/** Answers with a short table, which is in memory. */
export const csvText = (file: string, text: string): StreamedAnswer =>
  csvAnswer(file, async function* () {
    yield Buffer.from(text);
  });
