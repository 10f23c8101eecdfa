import { BadFile } from '../refusal/bad-file.ts';
import { openZip } from '../zip/unzip.ts';
import type { ZipRules } from '../zip/zip-rules.ts';
import type { ZipSource } from '../zip/zip-source.ts';

export const templateFile = 'release-template.json';
export const manifestFile = 'manifest.json';
export const definitionFile = 'Releasefile.groovy';

const megabyte = 1024 * 1024;
const largestTemplate = 20 * megabyte;
/** The most bytes of a definition in Groovy, which takes more memory to read than JSON. */
export const largestDefinition = 10 * megabyte;
const largestManifest = 64 * 1024;
const own: ReadonlySet<string> = new Set([templateFile, manifestFile, definitionFile]);

/** What lies beside the template is an attachment of it: it may be large, and an archive. */
const rulesFor = (mostBytes: number): ZipRules => ({
  what: 'file',
  entries: 2_000,
  entryBytes: largestTemplate,
  totalBytes: mostBytes,
  keptOfEntry: largestTemplate,
  keptBytes: 2 * largestTemplate,
  mayHoldArchives: true,
  othersAreLarge: true,
});

/** Whether bytes are a zip, whatever the file is called. */
export const looksZipped = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString('latin1') === 'PK';

/** What a zip with a template holds: its JSON with the manifest, or a definition in Groovy (import-formats.md). */
export type ZippedTemplate = (
  | { readonly kind: 'json'; readonly json: Buffer; readonly manifest: Buffer | null }
  | { readonly kind: 'groovy'; readonly text: Buffer }
) & {
  /** reads whatever else is in it, by name: contents of attachments */
  readonly beside: ReadonlyMap<string, () => AsyncIterable<Uint8Array>>;
};

/**
 * The template in a zip that holds at most so many bytes. Throws BadFile for a zip that is unsafe or broken, or has none,
 * and what its source throws.
 */
export async function templateInZip(bytes: Buffer | ZipSource, mostBytes: number): Promise<ZippedTemplate> {
  const { files, others: beside } = await openZip(bytes, (name) => own.has(name), rulesFor(mostBytes));
  const json = files.get(templateFile);
  const text = files.get(definitionFile);
  if (json !== undefined) {
    const manifest = files.get(manifestFile) ?? null;
    if (manifest !== null) requireSmall(manifestFile, manifest, largestManifest);
    return { kind: 'json', json, manifest, beside };
  }
  if (text === undefined) throw new BadFile(`the file holds neither ${templateFile} nor ${definitionFile}`);
  requireSmall(definitionFile, text, largestDefinition);
  return { kind: 'groovy', text, beside };
}

function requireSmall(name: string, { length }: Buffer, most: number): void {
  if (length > most) throw new BadFile(`'${name}' in the file is larger than ${most} bytes`);
}
