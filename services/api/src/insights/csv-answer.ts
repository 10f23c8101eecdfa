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

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/**
 * Creates the lines of a table from pages. `read` returns the page after a position: it reads a page while the page
 * before is written.
 */
export async function* csvPages<Row>(
  head: string,
  toLine: (row: Row) => string,
  read: (after: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(head);
  for (let page: Promise<Page<Row>> | null = read(undefined); page !== null; ) {
    const { rows, next }: Page<Row> = await page;
    page = next === null ? null : read(next);
    // If the client disconnects, no statement waits for this page.
    page?.catch(() => {});
    yield Buffer.from(rows.map(toLine).join(''));
  }
}

/** The number of rows that one statement of an export reads. */
export const csvPageSize = 4_000;

/** Answers with a short table, which is in memory. */
export const csvText = (file: string, text: string): StreamedAnswer =>
  csvAnswer(file, async function* () {
    yield Buffer.from(text);
  });
