import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import type { Receive } from '@slipway/application/attachments';
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
  { message, bytes }: CodeBody,
  { deps, username }: ReceiveContext,
  work: (received: ReceivedCode) => Promise<T>,
): Promise<T> {
  const length = Number(message.headers['content-length'] ?? 0);
  if (!(length > maxFormBytes)) return await work({ kind: 'parts', parts: await codeParts(message, bytes) });
  const maxBytes = deps.config.importMaxBytes;
  const receive = isForm(message)
    ? receiveFiles(message, { bytes: maxBytes, files: 1 })
    : bodyAsFile(message, length, maxBytes);
  return await withSpool({ deps, username }, receive, (file) => work({ kind: 'large', file }));
}

/** The files of a form with documents; a body of another type is one in a part `file`. Throws Invalid, TooLarge, UnsupportedMediaType. */
async function codeParts(message: IncomingMessage, bytes: () => Promise<Buffer>): Promise<readonly UploadedPart[]> {
  if (isForm(message)) return await readFileParts(message, await bytes(), { files: maxParts, withFolders: true });
  requireCodeType(message.headers['content-type'] ?? '');
  return [{ part: 'file', name: '', bytes: await bytes() }];
}

/** The body as one file. */
function bodyAsFile(message: IncomingMessage, length: number, maxBytes: number): Receive {
  const contentType = message.headers['content-type'] ?? '';
  requireCodeType(contentType);
  if (length > maxBytes) throw new TooLarge(`the body is larger than ${maxBytes} bytes`);
  return async (consume) => {
    // If the client disconnected while this waited, no event reports it.
    if (message.destroyed) throw prematureEnd();
    allowSlowBody(message);
    return [await consume({ name: '', contentType, bytes: chunksOf(message) })];
  };
}

const prematureEnd = () => new Invalid('the body ended too early');

/** Its bytes. Unread ones are dropped: a client that is disconnected during its upload never reads the reason. */
async function* chunksOf(message: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of message.iterator({ destroyOnReturn: false })) if (Buffer.isBuffer(chunk)) yield chunk;
  } catch {
    throw prematureEnd();
  } finally {
    message.resume();
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
 * Requires the media type of YAML or zip: a browser sends none of them to other sites without a preflight. Throws
 * UnsupportedMediaType.
 */
function requireCodeType(contentType: string): void {
  if (!types.has(essenceOf(contentType))) {
    throw new UnsupportedMediaType('a body must have Content-Type: application/yaml, text/vnd.yaml or application/zip');
  }
}

function essenceOf(contentType: string): string {
  try {
    return new MIMEType(contentType).essence;
  } catch {
    return '';
  }
}
