import { fileNameOf } from '@slipway/api-schema/attachments';
import { contentDisposition } from '../http/writing/content-disposition.ts';
import { StreamedAnswer } from '../http/writing/streamed-answer.ts';

/** Characters of a title that a file is called by: with four bytes each they are a name that every disk takes. */
const maxTitleLength = 60;

/** What a file of a title is called: slashes in it lead nowhere. */
function toFileName(title: string): string {
  const end = title.lastIndexOf('.');
  const start = [...title.slice(0, end).replaceAll(/[/\\]/g, '_')].slice(0, maxTitleLength).join('');
  return fileNameOf(`${start}${title.slice(end)}`);
}

/** A zip, written while it is taken. */
export const zipResponse = (name: string, bytes: () => AsyncIterable<Uint8Array>): StreamedAnswer =>
  new StreamedAnswer({
    status: 200,
    headers: { 'Content-Type': 'application/zip', 'Content-Disposition': contentDisposition(toFileName(name)) },
    bytes,
  });
