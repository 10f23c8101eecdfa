import { existsSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';

/**
 * Returns the content of a private file, which is created on first use. The file appears complete or not at all. If two
 * processes create it at the same time, both get the same content.
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
