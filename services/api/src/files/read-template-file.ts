import { buffer } from 'node:stream/consumers';
import { type FileTemplate, hasZipSignature, templateInZip, type ZipSource } from '@slipway/formats';
import { parseGroovyTemplate, parseJsonTemplates, type Sender } from '../parsing/parse.ts';

const isNamedZip = (name: string): boolean => /\.(?:xlr|zip)$/i.test(name);

/** The contents of a file. */
export interface TemplateFile {
  readonly templates: readonly FileTemplate[];
  /** Functions that read the other files of a zip, by name. */
  readonly extraFiles: ReadonlyMap<string, () => AsyncIterable<Uint8Array>>;
  /** the path of titles to the folder in a Groovy definition; null if the file names no folder */
  readonly folder: string | null;
}

/** A received file: in memory, or in a store. */
export interface TemplateSource {
  /** the file name that the client sent */
  readonly name: string;
  readonly bytes: Buffer | ZipSource;
}

/**
 * The options for reading a file: the model version of JSON without a manifest, the maximum unpacked bytes of a zip,
 * and the sender.
 */
interface ReadOptions {
  readonly version: string | undefined;
  readonly maxBytes: number;
  readonly sender: Sender;
}

/**
 * Returns the templates in a file: a zip with a template, or JSON. A file with a zip signature is read as a zip,
 * regardless of its name. Throws Invalid, BadFile, Overloaded.
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
