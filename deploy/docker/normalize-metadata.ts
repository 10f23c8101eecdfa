import { chmod, lutimes, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether a file in an image is executable. */
const isProgram = (path: string): boolean => /\/usr\/bin\/[^/]+$|\/ld-linux[^/]*$/.test(path);

/** Sets fixed modes and times on a folder and its content, independent of the umask. */
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
