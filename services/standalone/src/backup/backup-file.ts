import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { StartupError } from '@slipway/process';
import { z } from 'zod';
import { openDraft } from './drafts.ts';

/**
 * The format of a backup: a line of JSON with its version, then a gzipped tar archive, then a line with the SHA-256 of
 * all preceding bytes in hexadecimal digits. The version increases if older programs would misread the format.
 */
const version = 1;
const trailerSize = 65;
const maxHeaderBytes = 65_536;

const headerSchema = z.object({
  format: z.literal('slipway-backup'),
  version: z.number(),
  /** the major version of PostgreSQL */
  postgres: z.number(),
  /** Epoch milliseconds of the database clock, before the first read. Later changes may be included. */
  takenAt: z.number(),
  /** the latest migration of the schema */
  schema: z.string(),
  /** the ids of the keys that encrypt secrets in it */
  keyIds: z.array(z.string()).readonly(),
});
export type BackupHeader = Omit<z.output<typeof headerSchema>, 'format' | 'version'>;

const restoreError = (file: string, reason: string) => new StartupError(`${file} cannot be restored: ${reason}`);

async function writeParts(file: FileHandle, hash: Hash, parts: AsyncIterable<Buffer>): Promise<void> {
  for await (const part of parts) {
    hash.update(part);
    await file.write(part);
  }
}

/** The reader of a stream reports its error. */
const ignoreError = () => {};

/**
 * Writes a backup that only its owner can read. The file appears when it is complete, and never replaces another file.
 * The incomplete file of an earlier run with this name is deleted. Returns the size in bytes. Throws `StartupError` if
 * the file exists, and the errors of the source.
 */
export async function writeBackup(
  path: string,
  backupHeader: BackupHeader,
  archive: AsyncIterable<Buffer>,
): Promise<number> {
  const draft = await openDraft(path);
  const { file } = draft;
  try {
    const hash = createHash('sha256');
    const line = Buffer.from(`${JSON.stringify({ format: 'slipway-backup', version, ...backupHeader })}\n`);
    await writeParts(file, hash, Readable.from([line]));
    await writeParts(file, hash, pipeline(Readable.from(archive), createGzip({ level: 1 }), ignoreError));
    await file.write(`${hash.digest('hex')}\n`);
    await file.sync();
    const { size } = await file.stat();
    await draft.finish();
    return size;
  } finally {
    await draft.close();
  }
}

async function readHeaderLine(path: string, size: number): Promise<string | null> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(maxHeaderBytes, size)), 0);
    const end = buffer.subarray(0, bytesRead).indexOf('\n');
    return end < 0 ? null : buffer.toString('utf8', 0, end);
  } finally {
    await file.close();
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** A complete backup. */
export interface Backup {
  readonly header: BackupHeader;
  /** its archive, which can be read once */
  archive(): AsyncIterable<Buffer>;
}

/** Reads a backup completely, and verifies its checksum. Throws `StartupError`. */
export async function openBackup(path: string): Promise<Backup> {
  const { size } = await stat(path).catch(() => {
    throw new StartupError(`there is no file ${path}`);
  });
  const line = await readHeaderLine(path, size);
  const backupHeader = headerSchema.safeParse(line === null ? null : parseLine(line));
  if (line === null || !backupHeader.success) throw restoreError(path, 'it is not a backup of Slipway');
  if (backupHeader.data.version > version) throw restoreError(path, 'a newer version of Slipway has written it');
  const hash = createHash('sha256');
  const end = size - trailerSize;
  const start = Buffer.byteLength(line) + 1;
  if (end <= start) throw restoreError(path, 'it is not whole');
  for await (const part of createReadStream(path, { end: end - 1 })) hash.update(part);
  let trailer = '';
  for await (const part of createReadStream(path, { start: end })) trailer += part;
  if (trailer !== `${hash.digest('hex')}\n`) throw restoreError(path, 'it is not whole, or was changed');
  return {
    header: backupHeader.data,
    archive: () => pipeline(createReadStream(path, { start, end: end - 1 }), createGunzip(), ignoreError),
  };
}
