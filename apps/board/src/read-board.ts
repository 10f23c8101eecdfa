import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bundle } from './bundle.ts';

const folder = fileURLToPath(new URL('../dist', import.meta.url));

/** A file of the board, uncompressed and with gzip and Brotli compression. */
export interface BoardFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
}

/** The files of the bundled board. */
export interface Board extends Omit<Bundle, 'sources' | 'files'> {
  readonly files: ReadonlyMap<string, BoardFile>;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
};

async function readBundle(): Promise<Bundle | null> {
  try {
    return JSON.parse(await readFile(join(folder, 'bundle.json'), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function readBoardFile(name: string): Promise<BoardFile> {
  const [plain, gzip, br] = await Promise.all(
    [name, `${name}.gz`, `${name}.br`].map((fileName) => readFile(join(folder, fileName))),
  );
  if (!(plain && gzip && br)) throw new Error(`${name} of the page was not read`);
  return { type: types[extname(name)] ?? 'application/octet-stream', plain, gzip, br };
}

/**
 * Reads all files of the board, less than 1 MB for each language. Returns null if the board is not bundled. Throws if a file of the
 * bundle is missing.
 */
export async function readBoard(): Promise<Board | null> {
  const bundle = await readBundle();
  if (bundle === null) return null;
  const { files, ...entryPoints } = bundle;
  const read = await Promise.all(Object.keys(files).map(async (name) => [name, await readBoardFile(name)] as const));
  return { ...entryPoints, files: new Map(read) };
}
