import { expect, test } from 'vitest';
import { openDataDir } from './data-dir.ts';
import { readSecretKey } from './secret-key.ts';

test.each([
  ['/dev/null/data', "ENOTDIR: not a directory, mkdir '/dev/null/data'"],
  ['/proc/slipway/data', "ENOENT: no such file or directory, mkdir '/proc/slipway'"],
])('a data folder that cannot be created, %s, is rejected, and so is a key in it', async (path, reason) => {
  await expect(openDataDir(path)).rejects.toThrow(`cannot use DATA_DIR: ${reason}`);
  await expect(readSecretKey(path)).rejects.toThrow(
    `cannot store the key in DATA_DIR: ${reason}; set SECRET_KEY, or DATA_DIR to another folder`,
  );
});
