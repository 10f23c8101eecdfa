import { Invalid } from '@slipway/domain';
import busboy from 'busboy';
import type { Request } from 'express';
import { TooLarge, UnsupportedMediaType } from '../errors/errors.ts';

export interface UploadedFile {
  /** as the client calls it; no path on this machine */
  readonly name: string;
  readonly bytes: Buffer;
}

/** In bytes. */
const largestFile = 20 * 1024 * 1024;
/** In bytes: a file with the body around it. */
export const largestForm = largestFile + 64 * 1024;

const mostFields = 10;

/** Whether a body is a form, which may have files. */
export const isForm = ({ headers }: Pick<Request, 'headers'>): boolean =>
  /^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '');

/** Throws UnsupportedMediaType where a body is no form with files. */
export function requireForm(request: Request): void {
  if (isForm(request)) return;
  throw new UnsupportedMediaType('a body must have Content-Type: multipart/form-data, with one part named file');
}

/** The one file of a form, in the part `file`. Throws Invalid, TooLarge. */
export async function fileIn({ headers }: Pick<Request, 'headers'>, body: Buffer): Promise<UploadedFile> {
  const [file, ...others] = await filesIn(headers, body).catch((error: unknown) => {
    if (error instanceof TooLarge || error instanceof Invalid) throw error;
    throw new Invalid('the body is no multipart/form-data that can be read');
  });
  if (file === undefined || others.length > 0) throw new Invalid('file: expected one part of this name, with a file');
  return file;
}

function filesIn(headers: Request['headers'], body: Buffer): Promise<readonly UploadedFile[]> {
  return new Promise((resolve, reject) => {
    const files: UploadedFile[] = [];
    const limits = { fileSize: largestFile, files: 2, fields: mostFields, parts: mostFields + 2, headerPairs: 20 };
    const form = busboy({ headers, limits, defParamCharset: 'utf8' });
    form.on('file', (part, stream, { filename }) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('limit', () => reject(new TooLarge(`the file is larger than ${largestFile} bytes`)));
      stream.on('error', reject);
      stream.once('end', () => {
        if (part === 'file') files.push({ name: filename ?? '', bytes: Buffer.concat(chunks) });
      });
    });
    form.once('partsLimit', () => reject(new Invalid('the form has too many parts')));
    // a broken form emits more than one error, and one without a listener is thrown
    form.on('error', reject);
    form.once('close', () => resolve(files));
    form.end(body);
  });
}
