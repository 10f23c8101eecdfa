import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '@slipway/process';
import { makeFolder } from './make-folder.ts';

/** A data folder that this process has locked until `release` or until its end. */
export interface DataDir {
  readonly path: string;
  /** Stores the address of the product, for other processes that open the same folder. */
  recordAddress(address: string): Promise<void>;
  release(): Promise<void>;
}

/** Another process has locked the data folder. */
export class FolderInUse extends StartupError {}

/** Opens and locks a file in one step, on macOS only. Node has no constant for it. */
const O_EXLOCK = 0x20;

async function lockByCommand(file: FileHandle): Promise<FileHandle | null> {
  const flock = spawn('flock', ['--exclusive', '--nonblock', '3'], { stdio: ['ignore', 'ignore', 'ignore', file.fd] });
  const [code] = await once(flock, 'exit').catch(() => {
    throw new StartupError('cannot lock the data folder: the command "flock" is missing; install util-linux');
  });
  return code === 0 ? file : null;
}

async function lockByOpening(_file: FileHandle, path: string): Promise<FileHandle | null> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK | O_EXLOCK);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return null;
    throw error;
  }
}

/**
 * Locks the open file at `path`, in the way of the platform. Returns the handle that holds the lock, or null if another
 * process holds it. The kernel releases the lock when its process ends, so no stale lock remains.
 */
const lockFile = process.platform === 'darwin' ? lockByOpening : lockByCommand;

const lockPath = (folder: string): string => join(folder, 'lock');

async function openFile(path: string): Promise<FileHandle> {
  try {
    await makeFolder(path);
    return await open(lockPath(path), 'a+', 0o600);
  } catch (error) {
    throw new StartupError(`cannot use DATA_DIR: ${error instanceof Error ? error.message : error}`);
  }
}

async function writeText(file: FileHandle, text: string): Promise<void> {
  await file.truncate();
  await file.write(text);
}

/**
 * Creates the folder if it does not exist, and locks it. Throws `StartupError` with the process of the holder if it is
 * locked.
 */
export async function openDataDir(path: string): Promise<DataDir> {
  const file = await openFile(path);
  const locked = await lockFile(file, lockPath(path));
  if (locked === null) {
    const holder = (await file.readFile('utf8')) || 'another process';
    await file.close();
    throw new FolderInUse(`the data folder ${path} is in use by ${holder}: stop it, or set DATA_DIR to another folder`);
  }
  await writeText(file, `process ${process.pid}`);
  return {
    path,
    recordAddress: (address) => writeText(file, `process ${process.pid} at ${address}`),
    release: async () => {
      await locked.close();
      await file.close();
    },
  };
}
