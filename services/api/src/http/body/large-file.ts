import { looksZipped } from '@slipway/formats';
import { type Receive, type Spool, spooled } from '@slipway/resources';
import type { Request } from 'express';
import type { Deps } from '../../context/deps.ts';
import { TooLarge } from '../errors/errors.ts';
import { largeFiles } from '../transfer-places.ts';
import { filesOf, noFile } from './form-files.ts';
import { isForm, largestFile, largestForm } from './multipart.ts';

/** A file of a form that memory does not hold. */
export interface LargeFile {
  /** as the client calls it; no path on this machine */
  readonly name: string;
  readonly spool: Spool;
}

/** Whether a route takes such a file. */
interface Taking {
  readonly takesLargeFile?: true;
}

/** Whether a request to a route has such a file: its form is larger than the memory limit, or has no declared size. */
const isLarge = ({ takesLargeFile }: Taking, request: Request): boolean =>
  takesLargeFile === true && isForm(request) && !(Number(request.headers['content-length']) <= largestForm);

interface LargeOrder {
  readonly route: Taking;
  readonly deps: Pick<Deps, 'database' | 'config'>;
  readonly request: Request;
  readonly username: string;
}

/**
 * Does work with the large file of a request, which is there until the work is done; nothing of it is read before there is a
 * place for it. Throws what reading it throws, and the work, and Overloaded.
 */
export async function withLargeFile<T>(
  { route, deps, request, username }: LargeOrder,
  work: (file: LargeFile | null) => Promise<T>,
): Promise<T> {
  if (!isLarge(route, request)) return await work(null);
  const receive = filesOf(request, { bytes: deps.config.importMaxBytes, files: 1 });
  return await withSpool({ deps, username }, receive, work);
}

/** The same with the one file of a caller. */
export async function withSpool<T>(
  { deps, username }: Pick<LargeOrder, 'deps' | 'username'>,
  receive: Receive,
  work: (file: LargeFile) => Promise<T>,
): Promise<T> {
  const leave = await largeFiles.enter(username);
  const spools = new Set<Spool>();
  let isOver = false;
  try {
    const [file] = await receive(async ({ name, bytes }) => {
      const spool = await spooled(deps.database, onlyZips(bytes));
      spools.add(spool);
      if (isOver) await spool.drop();
      return { name, spool };
    });
    if (file === undefined) throw noFile();
    return await work(file);
  } finally {
    isOver = true;
    // If this fails, maintenance deletes the rest later.
    await Promise.allSettled([...spools].map((spool) => spool.drop()));
    leave();
  }
}

/** Anything else than a zip is read in memory. Throws TooLarge. */
async function* onlyZips(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Buffer = Buffer.alloc(0);
  let size = 0;
  for await (const piece of bytes) {
    if (head.length < 2) head = Buffer.concat([head, piece.subarray(0, 2)]);
    size += piece.length;
    if (size > largestFile && !looksZipped(head)) throw new TooLarge(`the file is larger than ${largestFile} bytes`);
    yield piece;
  }
}
