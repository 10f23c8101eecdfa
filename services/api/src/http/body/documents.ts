import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import type { Receive } from '@slipway/application/attachments';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { allowSlowBody } from '@slipway/process';
import type { Deps } from '../../dependencies/deps.ts';
import { TooLarge, UnsupportedMediaType } from '../errors/errors.ts';
import { type LargeFile, withSpool } from './large-file.ts';
import { isForm, maxFormBytes, readFileParts, receiveFiles, type UploadedPart } from './multipart.ts';

const maxParts = 1_000;

/** An unread body with documents. */
export interface CodeBody {
  readonly message: IncomingMessage;
  /** Reads it into memory. Throws TooLarge. */
  readonly bytes: () => Promise<Buffer>;
}

/** The received documents: files in memory, or one large file outside it. */
export type ReceivedCode =
  | { readonly kind: 'parts'; readonly parts: readonly UploadedPart[] }
  | { readonly kind: 'large'; readonly file: LargeFile };

interface ReceiveContext {
  readonly deps: Pick<Deps, 'database' | 'config'>;
  readonly username: string;
}

/**
 * Runs work with the sent files; a declared size above the memory limit means one file, which is stored until the end
 * of the work. Throws the errors of the work, Invalid, TooLarge, UnsupportedMediaType, Overloaded.
 */
export async function withCode<T>(
  { message: incoming, bytes }: CodeBody,
  { deps, username }: ReceiveContext,
  work: (received: ReceivedCode) => Promise<T>,
): Promise<T> {
  const length = Number(incoming.headers['content-length'] ?? 0);
  if (!(length > maxFormBytes)) return await work({ kind: 'parts', parts: await codeParts(incoming, bytes) });
  const maxBytes = deps.config.importMaxBytes;
  const receive = isForm(incoming)
    ? receiveFiles(incoming, { bytes: maxBytes, files: 1 })
    : bodyAsFile(incoming, length, maxBytes);
  return await withSpool({ deps, username }, receive, (file) => work({ kind: 'large', file }));
}

/** The files of a form with documents. A body of another type is a single file. Throws Invalid, TooLarge, UnsupportedMediaType. */
async function codeParts(incoming: IncomingMessage, bytes: () => Promise<Buffer>): Promise<readonly UploadedPart[]> {
  if (isForm(incoming)) return await readFileParts(incoming, await bytes(), { files: maxParts, withFolders: true });
  requireCodeType(incoming.headers['content-type'] ?? '');
  return [{ part: 'file', name: '', bytes: await bytes() }];
}

/** The body as one file. */
function bodyAsFile(incoming: IncomingMessage, length: number, maxBytes: number): Receive {
  const contentType = incoming.headers['content-type'] ?? '';
  requireCodeType(contentType);
  if (length > maxBytes) throw new TooLarge(message('body.tooLarge', { max: maxBytes }));
  return async (consume) => {
    // If the client disconnected while this waited, no event reports it.
    if (incoming.destroyed) throw prematureEnd();
    allowSlowBody(incoming);
    return [await consume({ name: '', contentType, bytes: chunksOf(incoming) })];
  };
}

const prematureEnd = () => new Invalid(message('body.endedEarly'));

/** The bytes of a body. Unread bytes are read and dropped: a client that is disconnected during its upload never gets the reason. */
async function* chunksOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) if (Buffer.isBuffer(chunk)) yield chunk;
  } catch {
    throw prematureEnd();
  } finally {
    incoming.resume();
  }
}

const types: ReadonlySet<string> = new Set([
  'text/vnd.yaml',
  'application/yaml',
  'application/x-yaml',
  'text/yaml',
  'text/x-yaml',
  'application/zip',
]);

/**
 * Requires the media type of YAML or zip: browsers send these to other sites only after a preflight. Throws
 * UnsupportedMediaType.
 */
function requireCodeType(contentType: string): void {
  if (!types.has(essenceOf(contentType))) {
    throw new UnsupportedMediaType(message('body.codeMediaType'));
  }
}

function essenceOf(contentType: string): string {
  try {
    return new MIMEType(contentType).essence;
  } catch {
    return '';
  }
}
