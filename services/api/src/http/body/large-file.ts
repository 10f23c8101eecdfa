import { type Receive, type Spool, spoolStream } from '@slipway/application/attachments';
import { message } from '@slipway/domain/messages';
import { hasZipSignature } from '@slipway/formats';
import type { Request } from 'express';
import type { Deps } from '../../dependencies/deps.ts';
import { TooLarge } from '../errors/errors.ts';
import { largeFileSlots } from '../slots.ts';
import { isForm, maxFileBytes, maxFormBytes, missingFile, receiveFiles } from './multipart.ts';

/** A file of a form that is too large for memory. */
export interface LargeFile {
  /** the file name that the client sent; not a path on this machine */
  readonly name: string;
  readonly spool: Spool;
}

/** Whether a request may have such a file: its form is larger than the memory limit, or has no declared size. */
const isLarge = (request: Request): boolean =>
  isForm(request) && !(Number(request.headers['content-length']) <= maxFormBytes);

interface LargeFileContext {
  /** Whether the route accepts a large file. */
  readonly isAccepted: boolean;
  readonly deps: Pick<Deps, 'database' | 'config'>;
  readonly request: Request;
  readonly username: string;
}

/**
 * Runs work with the large file of a request, which is stored until the work is done. Nothing is read before a slot is
 * available. Throws the errors of the read and of the work, and Overloaded.
 */
export async function withLargeFile<T>(
  { isAccepted, deps, request, username }: LargeFileContext,
  work: (file: LargeFile | null) => Promise<T>,
): Promise<T> {
  if (!isAccepted || !isLarge(request)) return await work(null);
  const receive = receiveFiles(request, { bytes: deps.config.importMaxBytes, files: 1 });
  return await withSpool({ deps, username }, receive, work);
}

/** The same for a caller with one file. */
export async function withSpool<T>(
  { deps, username }: Pick<LargeFileContext, 'deps' | 'username'>,
  receive: Receive,
  work: (file: LargeFile) => Promise<T>,
): Promise<T> {
  const release = await largeFileSlots.acquire(username);
  const spools = new Set<Spool>();
  let isDone = false;
  try {
    const [file] = await receive(async ({ name, bytes }) => {
      const spool = await spoolStream(deps.database, onlyZips(bytes));
      spools.add(spool);
      if (isDone) await spool.drop();
      return { name, spool };
    });
    if (file === undefined) throw missingFile();
    return await work(file);
  } finally {
    isDone = true;
    // If this fails, maintenance deletes the rest later.
    await Promise.allSettled([...spools].map((spool) => spool.drop()));
    release();
  }
}

/** Runs work with a file. A file that is not a zip is read into memory. Throws TooLarge. */
async function* onlyZips(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Buffer = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of bytes) {
    if (head.length < 2) head = Buffer.concat([head, chunk.subarray(0, 2)]);
    size += chunk.length;
    if (size > maxFileBytes && !hasZipSignature(head))
      throw new TooLarge(message('body.fileTooLarge', { max: maxFileBytes }));
    yield chunk;
  }
}
