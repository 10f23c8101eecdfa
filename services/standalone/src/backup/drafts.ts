import { type FileHandle, link, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '@slipway/process';

/** A draft that has not grown for this time is abandoned. */
const abandonedAfterMs = 3_600_000;
const suffix = '.part';

/** The first bytes of each backup, also of an incomplete one. */
export const firstBytes = '{"format":"slipway-backup"';

/** Checks the content, because files of other programs can have the same suffix. */
async function isBackup(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(firstBytes.length), 0, firstBytes.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === firstBytes;
  } finally {
    await file.close();
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const stats = await stat(path);
  return stats.isFile() && Date.now() - stats.mtimeMs > abandonedAfterMs && (await isBackup(path));
}

/**
 * Deletes the drafts of killed backups in a folder, with any name, an hour after the latest write. Returns their paths.
 * Unreadable files are left.
 */
export async function deleteAbandonedDrafts(folder: string): Promise<readonly string[]> {
  const deleted: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if (!name.endsWith(suffix) || !(await isAbandoned(path).catch(() => false))) continue;
    await rm(path, { force: true });
    deleted.push(path);
  }
  return deleted;
}

/** A file that gets its name when it is complete. */
export interface Draft {
  readonly file: FileHandle;
  /**
   * Renames the file to its name. Throws `StartupError` if the name is in use, or if another process is writing a draft
   * for it.
   */
  finish(): Promise<void>;
  /** Closes the file, and deletes the draft. */
  close(): Promise<void>;
}

/** Creates a draft that only its owner can read. Replaces the draft of an earlier run with this name. */
export async function openDraft(path: string): Promise<Draft> {
  const draft = `${path}${suffix}`;
  await rm(draft, { force: true });
  const file = await open(draft, 'wx', 0o600);
  const { ino } = await file.stat();
  const isOwnDraft = async (): Promise<boolean> =>
    await stat(draft).then(
      (stats) => stats.ino === ino,
      () => false,
    );
  return {
    file,
    finish: async () => {
      if (!(await isOwnDraft())) throw new StartupError(`another process is writing ${path}: choose another file name`);
      await link(draft, path).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST' ? new StartupError(`${path} already exists: choose another file name`) : error;
      });
    },
    close: async () => {
      if (await isOwnDraft()) await rm(draft, { force: true });
      await file.close();
    },
  };
}
