import { fileNameOf } from '@slipway/api-schema/attachments';
import { contentDisposition } from '../http/writing/content-disposition.ts';
import { StreamedAnswer } from '../http/writing/streamed-answer.ts';

/** The maximum characters of a file name that comes from a title: with four bytes each, all file systems accept it. */
const maxTitleLength = 60;

/** The file name for a title, without slashes. */
export function toFileName(title: string): string {
  const end = title.lastIndexOf('.');
  const start = [...title.slice(0, end).replaceAll(/[/\\]/g, '_')].slice(0, maxTitleLength).join('');
  return fileNameOf(`${start}${title.slice(end)}`);
}

/** A file that is written while the client reads it. */
interface StreamedFile {
  /** with the title of an object before the last dot */
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: () => AsyncIterable<Uint8Array>;
  /** called when the response has ended */
  readonly end?: () => void;
}

export const fileResponse = ({ name, mediaType, bytes, end = () => {} }: StreamedFile): StreamedAnswer =>
  new StreamedAnswer({
    status: 200,
    headers: { 'Content-Type': mediaType, 'Content-Disposition': contentDisposition(toFileName(name)) },
    bytes,
    end,
  });

/** A zip that is written while the client reads it. */
export const zipResponse = (name: string, bytes: () => AsyncIterable<Uint8Array>): StreamedAnswer =>
  fileResponse({ name, mediaType: 'application/zip', bytes });
