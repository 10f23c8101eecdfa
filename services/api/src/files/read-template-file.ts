import { buffer } from 'node:stream/consumers';
import type { Json } from '@slipway/domain';
import {
  type FileTemplate,
  looksZipped,
  modelIn,
  requireKnownModel,
  templateFromGroovy,
  templateInZip,
  templatesIn,
  type ZipSource,
} from '@slipway/formats';
import { json } from '@slipway/wire';
import { notAnObject, parseJson, withoutMark } from '../http/body/json.ts';
import { longestText } from '../http/read-request.ts';

const isNamedZip = (name: string): boolean => /\.(?:xlr|zip)$/i.test(name);

const read = (bytes: Buffer): Json => json.parse(parseJson(bytes, longestText, notAnObject));

/** What a file brings. */
export interface TemplateFile {
  readonly templates: readonly FileTemplate[];
  /** reads what lies beside them, by name */
  readonly beside: ReadonlyMap<string, () => AsyncIterable<Uint8Array>>;
  /** the titles on the way to the folder that a definition in Groovy was in; null: the file names none */
  readonly folder: string | null;
}

/** A file as it was sent: in memory, or elsewhere. */
export interface SentFile {
  /** as the client calls it */
  readonly name: string;
  readonly bytes: Buffer | ZipSource;
}

/**
 * The templates in a file: a zip with a template, which holds so many bytes at most, or JSON, whose model `version` may
 * tell. What begins like a zip is read as one, whatever its name is. Throws Invalid, BadFile.
 */
export async function readTemplateFile(
  { name, bytes }: SentFile,
  version: string | undefined,
  mostBytes: number,
): Promise<TemplateFile> {
  if (!looksZipped(await startOf(bytes, 2)) && !isNamedZip(name)) {
    const whole = Buffer.isBuffer(bytes) ? bytes : await startOf(bytes, bytes.size);
    return { templates: ofModel(version, read(whole)), beside: new Map(), folder: null };
  }
  const zipped = await templateInZip(bytes, mostBytes);
  const { beside } = zipped;
  switch (zipped.kind) {
    case 'json': {
      const model = zipped.manifest === null ? null : modelIn(read(zipped.manifest));
      const templates = ofModel(model ?? version, read(zipped.json));
      const isUntold = zipped.manifest !== null && model === null && !version;
      return { templates: isUntold ? templates.map(ofUntoldModel) : templates, beside, folder: null };
    }
    case 'groovy':
      return { ...ofGroovy(zipped.text), beside };
  }
}

const startOf = async (bytes: Buffer | ZipSource, length: number): Promise<Buffer> =>
  Buffer.isBuffer(bytes) ? bytes.subarray(0, length) : await buffer(bytes.bytes(0, Math.min(length, bytes.size)));

/** A template that is declared in Groovy: what it says of other things is read as JSON of today is. */
function ofGroovy(text: Buffer): Pick<TemplateFile, 'templates' | 'folder'> {
  const { template, folder, warnings } = templateFromGroovy(withoutMark(text.toString('utf8')));
  // it is held to the limits of JSON, too
  const limited = read(Buffer.from(JSON.stringify(template)));
  const templates = templatesIn(limited).map((found) => ({ ...found, warnings: [...warnings, ...found.warnings] }));
  return { templates, folder };
}

const ofUntoldModel = ({ template, warnings }: FileTemplate): FileTemplate => ({
  template,
  warnings: ['the manifest does not tell of which model the template is: it was read as one of today', ...warnings],
});

function ofModel(version: string | undefined, document: Json): readonly FileTemplate[] {
  if (version) requireKnownModel(version);
  return templatesIn(document);
}
