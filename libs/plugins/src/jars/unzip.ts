import { BadFile, unzip as unzipFile, type ZipRules } from '@slipway/formats';
import { BadPlugin } from '../definitions/bad-plugin.ts';

const rules: ZipRules = {
  what: 'jar',
  entries: 2_000,
  entryBytes: 16 * 1024 * 1024,
  totalBytes: 64 * 1024 * 1024,
  keptOfEntry: 1024 * 1024 + 1,
  keptBytes: 16 * 1024 * 1024,
  // nothing of an archive in an archive could work
  mayHoldArchives: false,
};

/** The files of a jar whose names `wants`, as a zip is read; of each a megabyte and one byte at most. Throws BadPlugin. */
export async function unzip(bytes: Buffer, wants: (name: string) => boolean): Promise<ReadonlyMap<string, Buffer>> {
  return await unzipFile(bytes, wants, rules).catch((error: unknown) => {
    throw error instanceof BadFile ? new BadPlugin(error.message) : error;
  });
}
