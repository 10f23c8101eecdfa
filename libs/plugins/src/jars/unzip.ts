import { BadFile, toSingleLine, unzip as unzipFile, type ZipRules } from '@slipway/formats';
import { BadPlugin } from '../definitions/bad-plugin.ts';

const rules = {
  what: 'jar',
  entries: 2_000,
  entryBytes: 16 * 1024 * 1024,
  totalBytes: 64 * 1024 * 1024,
  keptOfEntry: 1024 * 1024 + 1,
  keptBytes: 16 * 1024 * 1024,
  // nothing of an archive in an archive could work
  mayHoldArchives: false,
} satisfies ZipRules;

/**
 * Returns the files of a jar whose names `wants`, each up to a megabyte and one byte. Entries with an unsafe name and
 * archives are not read; `warn` gets a sentence for each. Throws BadPlugin.
 */
export async function unzip(
  bytes: Buffer,
  isWanted: (name: string) => boolean,
  warn: (warning: string) => void,
): Promise<ReadonlyMap<string, Buffer>> {
  const leaveOut = (name: string, reason: string) => warn(`'${toSingleLine(name)}' is left out: ${reason}`);
  return await unzipFile(bytes, isWanted, { ...rules, leaveOut }).catch((error: unknown) => {
    throw error instanceof BadFile ? new BadPlugin(error.message) : error;
  });
}
