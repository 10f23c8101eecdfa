import { existsSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';

/**
 * What a private file holds; made on first use. The file appears whole or not at all, and when two processes make it
 * at once both get the one that stays.
 */
export async function readOrCreate(file: string, create: () => string): Promise<string> {
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, create(), { mode: 0o600, flush: true });
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(draft);
  }
  return await readFile(file, 'utf8');
}
