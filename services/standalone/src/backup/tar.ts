import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartupError } from '@slipway/process';

const blockSize = 512;

/** Reads bytes from chunks of any size. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** Returns at most `max` bytes; none at the end. */
  async read(max: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done === true) return this.#rest;
      this.#rest = value;
    }
    const chunk = this.#rest.subarray(0, max);
    this.#rest = this.#rest.subarray(chunk.length);
    return chunk;
  }

  /** Returns this number of bytes, or fewer at the end. */
  async readExactly(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let missing = size; missing > 0; ) {
      const part = await this.read(missing);
      if (part.length === 0) break;
      parts.push(part);
      missing -= part.length;
    }
    return Buffer.concat(parts);
  }
}

interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly size: number;
}

const restoreError = (reason: string) => new StartupError(`the backup cannot be restored: ${reason}`);

const textIn = (header: Buffer, from: number, size: number): string =>
  header
    .toString('utf8', from, from + size)
    .split('\0', 1)
    .join('');

/** Parses a number, which is octal, or binary if its first bit is set. */
function numberIn(header: Buffer, from: number, size: number): number {
  if ((header[from] ?? 0) >= 128) return Number(header.readBigUInt64BE(from + size - 8));
  return Number.parseInt(textIn(header, from, size).trim() || '0', 8);
}

/** The checksum is the sum of all bytes, with its own bytes counted as spaces. */
function hasValidChecksum(header: Buffer): boolean {
  const sum = header.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0);
  return sum === numberIn(header, 148, 8);
}

function parseEntry(header: Buffer): Entry {
  if (!hasValidChecksum(header)) throw restoreError('an entry of its archive is damaged');
  const prefix = textIn(header, 345, 155);
  const name = join(prefix, textIn(header, 0, 100)).replace(/\/$/, '');
  if (name.startsWith('/') || name.split('/').includes('..')) throw restoreError('an entry leads out of its folder');
  const type = textIn(header, 156, 1);
  if (type !== '' && type !== '0' && type !== '5') throw restoreError(`${name} is neither a file nor a folder`);
  return { name, isFolder: type === '5', size: numberIn(header, 124, 12) };
}

/** Socket and process files of the running server, which would refer to another process after a restore. */
const isProcessFile = (name: string): boolean => name.startsWith('.s.PGSQL.') || name === 'postmaster.pid';

async function writeFile(bytes: ByteReader, size: number, path: string | null): Promise<void> {
  const file = path === null ? null : await open(path, 'wx', 0o600);
  try {
    for (let missing = size; missing > 0; ) {
      const part = await bytes.read(missing);
      if (part.length === 0) throw restoreError('its archive ends too early');
      await file?.write(part);
      missing -= part.length;
    }
    await file?.sync();
  } finally {
    await file?.close();
  }
}

/**
 * Writes the files and folders of a tar archive into an existing folder, readable for its owner only. Never writes
 * outside of the folder. Throws `StartupError`.
 */
export async function unpack(archive: AsyncIterable<Buffer>, folder: string): Promise<void> {
  const bytes = new ByteReader(archive);
  for (;;) {
    const header = await bytes.readExactly(blockSize);
    if (header.length === 0 || header.every((byte) => byte === 0)) return;
    if (header.length < blockSize) throw restoreError('its archive ends too early');
    const { name, isFolder, size } = parseEntry(header);
    const path = join(folder, name);
    await mkdir(isFolder ? path : dirname(path), { recursive: true, mode: 0o700 });
    if (isFolder) continue;
    await writeFile(bytes, size, isProcessFile(name) ? null : path);
    await bytes.readExactly((blockSize - (size % blockSize)) % blockSize);
  }
}
