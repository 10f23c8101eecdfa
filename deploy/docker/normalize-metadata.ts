import { chmod, lutimes, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What may be run in an image: all else is read. */
const isProgram = (path: string): boolean => /\/usr\/bin\/[^/]+$|\/ld-linux[^/]*$/.test(path);

/** Sets the same modes and times on a folder and everything below it, whatever umask created it. */
export async function normalizeMetadata(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return await normalizeMetadata(path);
      if (entry.isFile()) await chmod(path, isProgram(path) ? 0o755 : 0o644);
      await lutimes(path, 0, 0);
    }),
  );
  await chmod(folder, folder.endsWith('/tmp') ? 0o1777 : 0o755);
  await lutimes(folder, 0, 0);
}
