import { buffer } from 'node:stream/consumers';
import { type FileTemplate, hasZipSignature, templateInZip, type ZipSource } from '@slipway/formats';
import { parseGroovyTemplate, parseJsonTemplates, type Sender } from '../parsing/parse.ts';

const isNamedZip = (name: string): boolean => /\.(?:xlr|zip)$/i.test(name);

/** What a file brings. */
export interface TemplateFile {
  readonly templates: readonly FileTemplate[];
  /** Reads the files beside them, by name. */
  readonly extraFiles: ReadonlyMap<string, () => AsyncIterable<Uint8Array>>;
  /** the titles on the way to the folder that a definition in Groovy was in; null: the file names none */
  readonly folder: string | null;
}

/** A file as it was sent: in memory, or elsewhere. */
export interface TemplateSource {
  /** as the client calls it */
  readonly name: string;
  readonly bytes: Buffer | ZipSource;
}

/** How a file is read: as of which model bare JSON is, how many bytes a zip holds at most, and for whom. */
interface ReadOptions {
  readonly version: string | undefined;
  readonly maxBytes: number;
  readonly sender: Sender;
}

/**
 * The templates in a file: a zip with a template, or JSON. A file that begins like a zip is read as one, whatever its name
 * is. Throws Invalid, BadFile, Overloaded.
 */
export async function readTemplateFile(
  { name, bytes }: TemplateSource,
  { version, maxBytes, sender }: ReadOptions,
): Promise<TemplateFile> {
  if (!hasZipSignature(await readStart(bytes, 2)) && !isNamedZip(name)) {
    const json = Buffer.isBuffer(bytes) ? bytes : await readStart(bytes, bytes.size);
    const templates = await parseJsonTemplates({ json, manifest: null, version }, sender);
    return { templates, extraFiles: new Map(), folder: null };
  }
  const zipped = await templateInZip(bytes, maxBytes);
  const { otherFiles: extraFiles } = zipped;
  switch (zipped.kind) {
    case 'json': {
      const { json, manifest } = zipped;
      return { templates: await parseJsonTemplates({ json, manifest, version }, sender), extraFiles, folder: null };
    }
    case 'groovy':
      return { ...(await parseGroovyTemplate(zipped.text, sender)), extraFiles };
  }
}

const readStart = async (bytes: Buffer | ZipSource, length: number): Promise<Buffer> =>
  Buffer.isBuffer(bytes) ? bytes.subarray(0, length) : await buffer(bytes.bytes(0, Math.min(length, bytes.size)));
