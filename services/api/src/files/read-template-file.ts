import type { Json } from '@slipway/domain';
import {
  type FileTemplate,
  looksZipped,
  modelIn,
  requireKnownModel,
  templateFromGroovy,
  templateInZip,
  templatesIn,
} from '@slipway/formats';
import { json } from '@slipway/wire';
import { notAnObject, parseJson, withoutMark } from '../http/body/json.ts';
import type { UploadedFile } from '../http/body/multipart.ts';
import { longestText } from '../http/read-request.ts';

const isNamedZip = (name: string): boolean => /\.(?:xlr|zip)$/i.test(name);

const read = (bytes: Buffer): Json => json.parse(parseJson(bytes, longestText, notAnObject));

/** What a file brings. */
export interface TemplateFile {
  readonly templates: readonly FileTemplate[];
  /** what lies beside them, by name */
  readonly beside: ReadonlyMap<string, Buffer>;
  /** the titles on the way to the folder that a definition in Groovy was in; null: the file names none */
  readonly folder: string | null;
}

/**
 * The templates in a file: a zip with a template, or JSON, whose model `version` may tell. What begins like a zip is read
 * as one, whatever its name is. Throws Invalid, BadFile.
 */
export async function readTemplateFile(
  { name, bytes }: UploadedFile,
  version: string | undefined,
): Promise<TemplateFile> {
  if (!looksZipped(bytes) && !isNamedZip(name)) {
    return { templates: ofModel(version, read(bytes)), beside: new Map(), folder: null };
  }
  const zipped = await templateInZip(bytes);
  const { beside } = zipped;
  switch (zipped.kind) {
    case 'json': {
      const model = zipped.manifest === null ? null : modelIn(read(zipped.manifest));
      return { templates: ofModel(model ?? version, read(zipped.json)), beside, folder: null };
    }
    case 'groovy':
      return { ...ofGroovy(zipped.text), beside };
  }
}

/** A template that is declared in Groovy: what it says of other things is read as JSON of today is. */
function ofGroovy(text: Buffer): Pick<TemplateFile, 'templates' | 'folder'> {
  const { template, folder, warnings } = templateFromGroovy(withoutMark(text.toString('utf8')));
  // it is held to the limits of JSON, too
  const limited = read(Buffer.from(JSON.stringify(template)));
  const templates = templatesIn(limited).map((found) => ({ ...found, warnings: [...warnings, ...found.warnings] }));
  return { templates, folder };
}

function ofModel(version: string | undefined, document: Json): readonly FileTemplate[] {
  if (version) requireKnownModel(version);
  return templatesIn(document);
}
