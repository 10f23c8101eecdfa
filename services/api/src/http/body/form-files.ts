import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { contentTypeOf, fileNameOf } from '@slipway/api-schema/attachments';
import type { Receive } from '@slipway/application/attachments';
import { Invalid } from '@slipway/domain/model';
import { allowSlowBody } from '@slipway/process';
import busboy, { type FileInfo } from 'busboy';
import { TooLarge, UnsupportedMediaType } from '../errors/errors.ts';

/** How many files a form may have, and bytes each of them. */
interface FormLimits {
  readonly bytes: number;
  readonly files: number;
}

/** Of attachments (rest-operations.md, limits). */
const attachmentLimits: FormLimits = { bytes: 100 * 1024 * 1024, files: 20 };
const maxFields = 10;

/** Throws UnsupportedMediaType where a body is no form with files. */
function requireForm({ headers }: IncomingMessage): void {
  if (/^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '')) return;
  throw new UnsupportedMediaType('a body must have Content-Type: multipart/form-data, with a part for each file');
}

/** The bytes of a part, no faster than they are taken. Throws TooLarge, and Invalid where the body ends before the part does. */
async function* bytesOf(
  part: Readable & { readonly truncated?: boolean },
  name: string,
  max: number,
): AsyncGenerator<Uint8Array> {
  yield* part;
  if (part.truncated === true) throw new TooLarge(`the file '${name}' is larger than ${max} bytes`);
}

/**
 * The files of a form, with any part names: each is consumed while it arrives, one after the other, so that memory
 * contains some kilobytes of a form of any size. Throws the errors of the consumer, after which the rest of the body
 * is dropped; UnsupportedMediaType, TooLarge, and Invalid for a form that is malformed or has no file.
 */
export const receiveFiles =
  (request: IncomingMessage, max = attachmentLimits): Receive =>
  async (consume) => {
    requireForm(request);
    // If the client disconnected while this waited, no event reports it.
    if (request.destroyed) throw new Invalid('the body ended too early');
    allowSlowBody(request);
    const limits = { fileSize: max.bytes, files: max.files, fields: maxFields, headerPairs: 20 };
    const form = createForm(request, limits);
    return await new Promise((resolve, reject) => {
      const results: Awaited<ReturnType<typeof consume>>[] = [];
      let processing: Promise<void> = Promise.resolve();
      const stop = (reason: unknown): void => {
        request.unpipe(form);
        request.resume();
        form.destroy();
        reject(reason);
      };
      form.on('file', (_part, stream: Readable, { filename, mimeType }: FileInfo) => {
        stream.on('error', () => {});
        processing = processing.then(async () => {
          const name = fileNameOf(filename);
          results.push(
            await consume({ name, contentType: contentTypeOf(mimeType), bytes: bytesOf(stream, name, max.bytes) }),
          );
        });
        processing.catch(stop);
      });
      form.once('filesLimit', () =>
        stop(new TooLarge(`a form has at most ${max.files} ${max.files === 1 ? 'file' : 'files'}`)),
      );
      form.once('fieldsLimit', () => stop(new Invalid('the form has too many fields')));
      form.on('error', () => stop(new Invalid('the body is no multipart/form-data that can be read')));
      request.once('close', () => request.complete || stop(new Invalid('the body ended too early')));
      form.once('close', () => {
        processing.then(() => (results.length > 0 ? resolve(results) : reject(missingFile())), reject);
      });
      request.pipe(form);
    });
  };

export const missingFile = () => new Invalid('the form has no part with a file');

function createForm({ headers }: IncomingMessage, limits: busboy.Limits) {
  try {
    return busboy({ headers, limits, defParamCharset: 'utf8' });
  } catch {
    throw new Invalid('the body is no multipart/form-data that can be read');
  }
}
