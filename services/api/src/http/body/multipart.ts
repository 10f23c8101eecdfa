import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { setImmediate as otherWork } from 'node:timers/promises';
import { contentTypeOf, fileNameOf } from '@slipway/api-schema/attachments';
import type { Receive } from '@slipway/application/attachments';
import { type Message, message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { allowSlowBody } from '@slipway/process';
import busboy from 'busboy';
import { TooLarge, UnsupportedMediaType } from '../errors/errors.ts';

export interface UploadedFile {
  /** the file name that the client sent; not a path on this machine */
  readonly name: string;
  readonly bytes: Buffer;
}

/** A file of a form, and the name of its part. */
export interface UploadedPart extends UploadedFile {
  readonly part: string;
}

/** The maximum bytes of a file that is read into memory. */
export const maxFileBytes = 20 * 1024 * 1024;
/** The maximum bytes of a body with such a file. */
export const maxFormBytes = maxFileBytes + 64 * 1024;

const maxFields = 10;
/** The maximum number of parts of a form that is an event. */
const maxEventParts = 1_000;

type WithHeaders = Pick<IncomingMessage, 'headers'>;

/** Whether a body is a form, which may have files. */
export const isForm = ({ headers }: WithHeaders): boolean =>
  /^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '');

/** Throws UnsupportedMediaType if a body is not a form. */
export function requireForm(
  incoming: WithHeaders,
  code: 'body.multipartExpected' | 'body.filesExpected' = 'body.multipartExpected',
): void {
  if (isForm(incoming)) return;
  throw new UnsupportedMediaType(message(code));
}

const unreadableForm = () => new Invalid(message('body.badMultipart'));
const prematureEnd = () => new Invalid(message('body.endedEarly'));
const tooManyParts = () => new Invalid(message('body.tooManyParts'));
export const missingFile = () => new Invalid(message('body.withoutFile'));

/** The source of the bytes of a form. */
interface FormSource extends WithHeaders {
  /** Sends the bytes to the parser, and reports an early end with its reason. */
  send(form: busboy.Busboy, onFailure: (error: Error) => void): void;
  /** Drops the unsent bytes. */
  drop(form: busboy.Busboy): void;
}

interface FormFile {
  readonly part: string;
  readonly name: string | undefined;
  readonly mimeType: string;
  readonly stream: Readable & { readonly truncated?: boolean };
}

type LimitEvent = 'filesLimit' | 'fieldsLimit' | 'partsLimit';

interface FormRules {
  readonly limits: busboy.Limits;
  /** Whether the names of files keep their folders. */
  readonly withFolders?: boolean;
  /** The error for each limit that a form may not exceed. */
  readonly limitErrors: Readonly<Partial<Record<LimitEvent, () => Error>>>;
  readonly onField?: (name: string, value: string) => void;
  /** Consumes a file. The next file is read after it. */
  readonly onFile: (file: FormFile) => Promise<void>;
}

function createForm({ headers }: WithHeaders, { limits, withFolders = false }: FormRules): busboy.Busboy {
  try {
    return busboy({
      headers,
      limits: { ...limits, headerPairs: 20 },
      defParamCharset: 'utf8',
      preservePath: withFolders,
    });
  } catch {
    // a type without a boundary
    throw unreadableForm();
  }
}

/**
 * Reads a form, file after file. Throws the error of the consumer or of an exceeded limit, after which the rest of the
 * body is dropped, and Invalid for a malformed form.
 */
async function readForm(source: FormSource, rules: FormRules): Promise<void> {
  const form = createForm(source, rules);
  await new Promise<void>((resolve, reject) => {
    let consuming: Promise<void> = Promise.resolve();
    const stop = (reason: unknown): void => {
      source.drop(form);
      form.destroy();
      reject(reason);
    };
    if (rules.onField) form.on('field', rules.onField);
    form.on('file', (part: string | undefined, stream: Readable, { filename, mimeType }) => {
      // The form reports the same error. Without a listener it would be thrown.
      stream.on('error', () => {});
      consuming = consuming.then(() => rules.onFile({ part: part ?? '', name: filename, mimeType, stream }));
      consuming.catch(stop);
    });
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
      const createError = rules.limitErrors[limit];
      if (createError) form.once(limit, () => stop(createError()));
    }
    // A broken form emits more than one error.
    form.on('error', () => stop(unreadableForm()));
    form.once('close', () => consuming.then(resolve, reject));
    source.send(form, stop);
  });
}

/** A form that is received while it is read. Its bytes are read as fast as they are consumed. */
const fromRequest = (request: IncomingMessage): FormSource => ({
  headers: request.headers,
  send: (form, onFailure) => {
    request.once('close', () => request.complete || onFailure(prematureEnd()));
    request.pipe(form);
  },
  drop: (form) => {
    request.unpipe(form);
    request.resume();
  },
});

/** The bytes between two pauses for other work. */
const sliceBytes = 256 * 1024;

/** A form in memory. */
const fromMemory = (headers: IncomingHttpHeaders, body: Buffer): FormSource => ({
  headers,
  send: (form, onFailure) => {
    const sendSlices = async (): Promise<void> => {
      for (let at = 0; at < body.length && !form.destroyed; at += sliceBytes) {
        form.write(body.subarray(at, at + sliceBytes));
        await otherWork();
      }
      form.end();
    };
    sendSlices().catch(() => onFailure(unreadableForm()));
  },
  drop: () => {},
});

/** The bytes of a file, as fast as they are consumed. Throws TooLarge with this message. */
async function* bytesOf({ stream }: FormFile, tooLarge: Message): AsyncGenerator<Buffer> {
  yield* stream;
  if (stream.truncated === true) throw new TooLarge(tooLarge);
}

async function collectBytes(file: FormFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytesOf(file, message('body.fileTooLarge', { max: maxFileBytes }))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The maximum number of files of a form, and the maximum bytes of each file. */
interface FileLimits {
  readonly bytes: number;
  readonly files: number;
}

/** The limits of attachments (rest-operations.md, limits). */
const attachmentLimits: FileLimits = { bytes: 100 * 1024 * 1024, files: 20 };

/**
 * Reads the files of a form, with any part names, one after another while they arrive, so that a form of any size takes some
 * kilobytes of memory. Throws the errors of the consumer, after which the rest of the body is dropped; UnsupportedMediaType,
 * TooLarge, and Invalid for a form that is malformed or has no file.
 */
export const receiveFiles =
  (request: IncomingMessage, { bytes: fileSize, files: maxFiles } = attachmentLimits): Receive =>
  async (consume) => {
    requireForm(request, 'body.filesExpected');
    // If the client disconnected while this waited, no event reports it.
    if (request.destroyed) throw prematureEnd();
    allowSlowBody(request);
    const results: Awaited<ReturnType<typeof consume>>[] = [];
    await readForm(fromRequest(request), {
      limits: { fileSize, files: maxFiles, fields: maxFields },
      limitErrors: {
        filesLimit: () => new TooLarge(message('body.tooManyFiles', { max: maxFiles })),
        fieldsLimit: () => new Invalid(message('body.tooManyFields')),
      },
      onFile: async (file) => {
        const name = fileNameOf(file.name);
        const bytes = bytesOf(file, message('body.namedFileTooLarge', { name, max: fileSize }));
        results.push(await consume({ name, contentType: contentTypeOf(file.mimeType), bytes }));
      },
    });
    if (results.length === 0) throw missingFile();
    return results;
  };

/** The maximum number of files of a form, and whether their names keep the folders that the client sent. */
interface FilePartRules {
  readonly files: number;
  readonly withFolders: boolean;
}

/** All files of a form in memory, in their order. Throws Invalid, TooLarge. */
export async function readFileParts(
  { headers }: WithHeaders,
  body: Buffer,
  { files: maxFiles, withFolders }: FilePartRules,
): Promise<readonly UploadedPart[]> {
  const files: UploadedPart[] = [];
  await readForm(fromMemory(headers, body), {
    limits: { fileSize: maxFileBytes, files: maxFiles, fields: maxFields, parts: maxFields + maxFiles },
    withFolders,
    limitErrors: { partsLimit: tooManyParts, filesLimit: tooManyParts },
    onFile: async (file) => {
      files.push({ part: file.part, name: file.name ?? '', bytes: await collectBytes(file) });
    },
  });
  return files;
}

/** The one file of a form, in the part `file`. Throws Invalid, TooLarge. */
export async function readSingleFile(incoming: WithHeaders, body: Buffer): Promise<UploadedFile> {
  const parts = await readFileParts(incoming, body, { files: 2, withFolders: false });
  const [file, ...others] = parts.filter(({ part }) => part === 'file');
  if (file === undefined || others.length > 0) throw new Invalid(message('body.filePartExpected'));
  return file;
}

interface EventFormRules {
  /** Whether a part with a file is a field, by its name and content type. Other files are ignored. */
  readonly isField: (name: string, mimeType: string) => boolean;
}

type Field = readonly [name: string, value: string];

/**
 * The fields of a form in memory, in their order: first those without a file. Throws Invalid for an unreadable body,
 * and for too many parts.
 */
export async function readFields(
  contentType: string,
  body: Buffer,
  { isField }: EventFormRules,
): Promise<readonly Field[]> {
  const fields: Field[] = [];
  const fileFields: Field[] = [];
  await readForm(fromMemory({ 'content-type': contentType }, body), {
    limits: { fieldSize: body.length, parts: maxEventParts },
    limitErrors: { partsLimit: tooManyParts },
    onField: (name, value) => fields.push([name, value]),
    onFile: async ({ part, mimeType, stream }) => {
      if (isField(part, mimeType)) fileFields.push([part, Buffer.concat(await stream.toArray()).toString('utf8')]);
      else stream.resume();
    },
  });
  return [...fields, ...fileFields];
}
