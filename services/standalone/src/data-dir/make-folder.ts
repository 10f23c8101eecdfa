import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/**
 * Makes a private folder with those above it; quiet when it is there. Node's own recursion never ends where a folder
 * exists and nothing can be made in it, as below /proc (node 24). Throws what `mkdir` throws.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    if (codeOf(error) !== 'ENOENT' || existsSync(dirname(path))) throw error;
    await makeFolder(dirname(path));
    await makeFolder(path);
  }
}
