import { setImmediate as otherWork } from 'node:timers/promises';
import { Invalid } from '@slipway/domain/model';
import busboy from 'busboy';
import type { Request } from 'express';
import { TooLarge, UnsupportedMediaType } from '../errors/errors.ts';

export interface UploadedFile {
  /** as the client calls it; no path on this machine */
  readonly name: string;
  readonly bytes: Buffer;
}

/** In bytes, of a file that is read in memory. */
export const maxFileBytes = 20 * 1024 * 1024;
/** In bytes: a file with the body around it. */
export const maxFormBytes = maxFileBytes + 64 * 1024;

const maxFields = 10;
/** Parts of a form that is an event. */
const maxEventParts = 1_000;

/** What a form may have: files at most, and whether their names keep the folders that they are sent with. */
interface FormRules {
  readonly files: number;
  readonly withFolders: boolean;
}

/** Whether a body is a form, which may have files. */
export const isForm = ({ headers }: Pick<Request, 'headers'>): boolean =>
  /^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '');

/** Throws UnsupportedMediaType where a body is no form with files. */
export function requireForm(request: Request): void {
  if (isForm(request)) return;
  throw new UnsupportedMediaType('a body must have Content-Type: multipart/form-data, with one part named file');
}

/** A file of a form, and what its part is called. */
export interface UploadedPart extends UploadedFile {
  readonly part: string;
}

/** The one file of a form, in the part `file`. Throws Invalid, TooLarge. */
export async function readSingleFile({ headers }: Pick<Request, 'headers'>, body: Buffer): Promise<UploadedFile> {
  const parts = await readFileParts({ headers }, body, { files: 2, withFolders: false });
  const [file, ...others] = parts.filter(({ part }) => part === 'file');
  if (file === undefined || others.length > 0) throw new Invalid('file: expected one part of this name, with a file');
  return file;
}

/** All files of a form, in their order. Throws Invalid, TooLarge. */
export async function readFileParts(
  { headers }: Pick<Request, 'headers'>,
  body: Buffer,
  rules: FormRules,
): Promise<readonly UploadedPart[]> {
  return await readParts(headers, body, rules).catch((error: unknown) => {
    if (error instanceof TooLarge || error instanceof Invalid) throw error;
    throw new Invalid('the body is no multipart/form-data that can be read');
  });
}

function readParts(
  headers: Request['headers'],
  body: Buffer,
  { files: maxFiles, withFolders }: FormRules,
): Promise<readonly UploadedPart[]> {
  return new Promise((resolve, reject) => {
    const files: UploadedPart[] = [];
    const counts = { files: maxFiles, fields: maxFields, parts: maxFields + maxFiles };
    const limits = { ...counts, fileSize: maxFileBytes, headerPairs: 20 };
    const form = busboy({ headers, limits, defParamCharset: 'utf8', preservePath: withFolders });
    form.on('file', (part, stream, { filename }) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('limit', () => reject(new TooLarge(`the file is larger than ${maxFileBytes} bytes`)));
      stream.on('error', reject);
      stream.once('end', () => {
        files.push({ part: part ?? '', name: filename ?? '', bytes: Buffer.concat(chunks) });
      });
    });
    for (const limit of ['partsLimit', 'filesLimit'] as const)
      form.once(limit, () => reject(new Invalid('the form has too many parts')));
    // a broken form emits more than one error, and one without a listener is thrown
    form.on('error', reject);
    form.once('close', () => resolve(files));
    feed(form, body).catch(reject);
  });
}

interface EventFormRules {
  /** Whether a part with a file is a field, by its name and content type. Other files are ignored. */
  readonly isField: (name: string, mimeType: string) => boolean;
}

/**
 * The fields of a form, in their order: first those without a file. Throws Invalid for an unreadable body, and for too
 * many parts.
 */
export function readFields(
  type: string,
  body: Buffer,
  { isField }: EventFormRules,
): Promise<readonly (readonly [string, string])[]> {
  const unreadable = new Invalid('the body is no multipart/form-data that can be read');
  return new Promise((resolve, reject) => {
    const fields: (readonly [string, string])[] = [];
    const limits = { fieldSize: body.length, parts: maxEventParts, headerPairs: 20 };
    try {
      const form = busboy({ headers: { 'content-type': type }, limits, defParamCharset: 'utf8' });
      form.on('field', (name, value) => fields.push([name, value]));
      form.on('file', (name, stream, { mimeType }) => {
        if (!isField(name ?? '', mimeType)) return stream.resume();
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('error', () => reject(unreadable));
        return stream.once('end', () => fields.push([name ?? '', Buffer.concat(chunks).toString('utf8')]));
      });
      form.once('partsLimit', () => reject(new Invalid('the form has too many parts')));
      form.on('error', () => reject(unreadable));
      form.once('close', () => resolve(fields));
      feed(form, body).catch(() => reject(unreadable));
    } catch {
      // a type without a boundary
      reject(unreadable);
    }
  });
}

/** In bytes, between two pauses for other work. */
const sliceBytes = 256 * 1024;

async function feed(form: busboy.Busboy, body: Buffer): Promise<void> {
  for (let at = 0; at < body.length && !form.destroyed; at += sliceBytes) {
    form.write(body.subarray(at, at + sliceBytes));
    await otherWork();
  }
  form.end();
}
