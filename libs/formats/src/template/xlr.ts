import { BadFile } from '../refusal/bad-file.ts';
import { unzip } from '../zip/unzip.ts';
import type { ZipRules } from '../zip/zip-rules.ts';

export const templateFile = 'release-template.json';
export const manifestFile = 'manifest.json';
export const definitionFile = 'Releasefile.groovy';

const megabyte = 1024 * 1024;
const largestJson = 20 * megabyte;
const largestManifest = 64 * 1024;

const rules: ZipRules = {
  what: 'file',
  entries: 2_000,
  entryBytes: 40 * megabyte,
  totalBytes: 40 * megabyte,
  keptOfEntry: 40 * megabyte,
  keptBytes: 40 * megabyte,
  // what lies beside the template is an attachment of it
  mayHoldArchives: true,
};

/** Whether bytes are a zip, whatever the file is called. */
export const looksZipped = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString('latin1') === 'PK';

/** What a zip with a template holds: its JSON with the manifest, or a definition in Groovy (import-formats.md). */
export type ZippedTemplate = (
  | { readonly kind: 'json'; readonly json: Buffer; readonly manifest: Buffer | null }
  | { readonly kind: 'groovy'; readonly text: Buffer }
) & {
  /** whatever else is in it, by name: contents of attachments */
  readonly beside: ReadonlyMap<string, Buffer>;
};

/** The template in a zip. Throws BadFile for a zip that is unsafe or broken, or has none. */
export async function templateInZip(bytes: Buffer): Promise<ZippedTemplate> {
  const files = await unzip(bytes, () => true, rules);
  const own = new Set([templateFile, manifestFile, definitionFile]);
  const beside = new Map([...files].filter(([name]) => !own.has(name)));
  const json = files.get(templateFile);
  const text = files.get(definitionFile);
  if (json !== undefined) {
    const manifest = files.get(manifestFile) ?? null;
    requireSmall(templateFile, json, largestJson);
    if (manifest !== null) requireSmall(manifestFile, manifest, largestManifest);
    return { kind: 'json', json, manifest, beside };
  }
  if (text === undefined) throw new BadFile(`the file holds neither ${templateFile} nor ${definitionFile}`);
  requireSmall(definitionFile, text, largestJson);
  return { kind: 'groovy', text, beside };
}

function requireSmall(name: string, { length }: Buffer, most: number): void {
  if (length > most) throw new BadFile(`'${name}' in the file is larger than ${most} bytes`);
}
