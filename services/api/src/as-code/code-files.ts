import { type CodeFiles, firstOf, looksZipped, unzip } from '@slipway/formats';

/** Of a zip with documents and files beside them. */
const zipRules = {
  what: 'archive',
  entries: 2_000,
  entryBytes: 20 * 1024 * 1024,
  totalBytes: 20 * 1024 * 1024,
  keptOfEntry: 20 * 1024 * 1024,
  keptBytes: 20 * 1024 * 1024,
  mayHoldArchives: false,
};

/** Files that were sent: one YAML, or a zip that has others beside it. Throws BadFile. */
export async function codeFiles(bytes: Buffer): Promise<CodeFiles> {
  if (!looksZipped(bytes)) return { files: new Map([['index.yaml', bytes]]), first: 'index.yaml' };
  const files = await unzip(bytes, () => true, zipRules);
  return { files, first: firstOf([...files.keys()]) };
}
