import type { IncomingMessage } from 'node:http';
import { Invalid } from '@slipway/domain';
import type { Receive } from '@slipway/resources';
import { takesLong } from '@slipway/runtime';
import type { Deps } from '../../context/deps.ts';
import { TooLarge } from '../errors/errors.ts';
import { requireCode } from './code-type.ts';
import { filesOf } from './form-files.ts';
import { type LargeFile, withSpool } from './large-file.ts';
import { isForm, largestForm, partsIn, type UploadedPart } from './multipart.ts';

const mostParts = 1_000;

/** An unread body with documents. */
export interface SentCode {
  readonly message: IncomingMessage;
  /** Reads it into memory. Throws TooLarge. */
  readonly bytes: () => Promise<Buffer>;
}

/** What was sent: files that memory holds, or one that it does not. */
export type ReceivedCode =
  | { readonly kind: 'parts'; readonly parts: readonly UploadedPart[] }
  | { readonly kind: 'large'; readonly file: LargeFile };

interface Receiving {
  readonly deps: Pick<Deps, 'database' | 'config'>;
  readonly username: string;
}

/**
 * Runs work with the sent files; a declared size above the memory limit means one file, which is stored until the end
 * of the work. Throws the errors of the work, Invalid, TooLarge, UnsupportedMediaType, Overloaded.
 */
export async function withCode<T>(
  { message, bytes }: SentCode,
  { deps, username }: Receiving,
  work: (received: ReceivedCode) => Promise<T>,
): Promise<T> {
  const length = Number(message.headers['content-length'] ?? 0);
  if (!(length > largestForm)) return await work({ kind: 'parts', parts: await codeParts(message, bytes) });
  const most = deps.config.importMaxBytes;
  const receive = isForm(message) ? filesOf(message, { bytes: most, files: 1 }) : wholeOf(message, length, most);
  return await withSpool({ deps, username }, receive, (file) => work({ kind: 'large', file }));
}

/** The files of a form with documents; a body of another type is one in a part `file`. Throws Invalid, TooLarge, UnsupportedMediaType. */
async function codeParts(message: IncomingMessage, bytes: () => Promise<Buffer>): Promise<readonly UploadedPart[]> {
  if (isForm(message)) return await partsIn(message, await bytes(), { files: mostParts, withFolders: true });
  requireCode(message.headers['content-type'] ?? '');
  return [{ part: 'file', name: '', bytes: await bytes() }];
}

/** The body as one file. */
function wholeOf(message: IncomingMessage, length: number, most: number): Receive {
  const contentType = message.headers['content-type'] ?? '';
  requireCode(contentType);
  if (length > most) throw new TooLarge(`the body is larger than ${most} bytes`);
  return async (take) => {
    // If the client disconnected while this waited, no event reports it.
    if (message.destroyed) throw tooEarly();
    takesLong(message);
    return [await take({ name: '', contentType, bytes: piecesOf(message) })];
  };
}

const tooEarly = () => new Invalid('the body ended too early');

/** Its bytes. Unread ones are dropped: a client that is disconnected during its upload never reads the reason. */
async function* piecesOf(message: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of message.iterator({ destroyOnReturn: false })) if (Buffer.isBuffer(piece)) yield piece;
  } catch {
    throw tooEarly();
  } finally {
    message.resume();
  }
}
