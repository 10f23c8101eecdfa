import { type Message, message } from '@slipway/domain/messages';
import { type Json, parseJson as parseExact } from '@slipway/domain/model';
import {
  type CodeFiles,
  documentsIn,
  type FileTemplate,
  itemsIn,
  modelVersionIn,
  type OutputDocument,
  referencedTexts,
  requireSupportedModel,
  templateFromGroovy,
  templatesIn,
  writeDocuments,
} from '@slipway/formats';
import { readJar } from '@slipway/plugins';
import { maxTextBytes, notJsonObject, parseJson, withoutByteOrderMark } from '../http/body/json.ts';
import { requireWithinLimits } from './template-limits.ts';

/** The work of a worker thread: it parses or serializes bytes, which are copied to the thread. */
export type Job =
  /** Parses YAML documents. `prefix` is the type prefix of the product. */
  | { readonly kind: 'documents'; readonly code: JobFiles; readonly prefix: string }
  /** Finds the files in `elsewhere` that YAML documents include as texts. */
  | { readonly kind: 'named texts'; readonly code: JobFiles; readonly elsewhere: readonly string[] }
  /** Parses templates in JSON. The version of their model is in the manifest or in `version`. */
  | {
      readonly kind: 'JSON templates';
      readonly json: Uint8Array;
      readonly manifest: Uint8Array | null;
      readonly version: string | undefined;
    }
  | { readonly kind: 'Groovy template'; readonly text: Uint8Array }
  /** Serializes a JSON array of documents as YAML. `head` has the lines of the comment above them. */
  | { readonly kind: 'write documents'; readonly documents: Uint8Array; readonly head: readonly string[] }
  | { readonly kind: 'jar'; readonly bytes: Uint8Array; readonly file: string };

/** YAML files in memory, by name, and the names of the files to start with. */
export interface JobFiles {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly roots: readonly string[];
}

/** Returns the number of bytes that a job copies to its thread. */
export function bytesOf(job: Job): number {
  switch (job.kind) {
    case 'documents':
    case 'named texts':
      return [...job.code.files.values()].reduce((sum, { length }) => sum + length, 0);
    case 'JSON templates':
      return job.json.length;
    case 'Groovy template':
      return job.text.length;
    case 'write documents':
      return job.documents.length;
    case 'jar':
      return job.bytes.length;
  }
}

/** The result of a job, as JSON. */
export interface JobResult {
  readonly head: string;
  /** Each part is a JSON array of items in UTF-8. */
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
}

/** Runs a job on this thread. Throws BadFile, Invalid, BadPlugin. */
export async function runJob(job: Job): Promise<JobResult> {
  const { head, items } = await parseJob(job);
  return { head: JSON.stringify(head), parts: partsOf(items) };
}

/** In characters. The main thread parses a part of this size in a few milliseconds. */
const partLength = 128 * 1024;

/** Serializes items as JSON arrays of about `partLength` characters each. */
function partsOf(items: readonly unknown[]): readonly Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const encoder = new TextEncoder();
  let texts: string[] = [];
  let length = 0;
  const flush = (): void => {
    if (texts.length > 0) parts.push(encoder.encode(`[${texts.join(',')}]`));
    texts = [];
    length = 0;
  };
  for (const item of items) {
    const text = JSON.stringify(item);
    texts.push(text);
    length += text.length;
    if (length >= partLength) flush();
  }
  flush();
  return parts;
}

interface ParsedJob {
  readonly head: unknown;
  readonly items: readonly unknown[];
}

async function parseJob(job: Job): Promise<ParsedJob> {
  switch (job.kind) {
    case 'documents': {
      const warnings: Message[] = [];
      const items = itemsIn(documentsIn(filesOf(job.code)), job.prefix, (warning) => warnings.push(warning));
      for (const item of items)
        if (item.kind === 'template') requireWithinLimits(item.code, `template '${item.title}'`);
      return { head: warnings, items };
    }
    case 'named texts': {
      const elsewhere = new Set(job.elsewhere);
      return { head: [...referencedTexts(filesOf(job.code), (name) => elsewhere.has(name))], items: [] };
    }
    case 'JSON templates':
      return { head: null, items: requireTemplatesWithinLimits(jsonTemplates(job)) };
    case 'Groovy template':
      return groovyTemplates(bufferOf(job.text));
    case 'write documents': {
      const documents = parseExact<readonly OutputDocument[]>(bufferOf(job.documents).toString());
      return { head: writeDocuments(documents, job.head), items: [] };
    }
    case 'jar':
      return { head: await readJar(bufferOf(job.bytes), job.file), items: [] };
  }
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

const filesOf = ({ files, roots }: JobFiles): CodeFiles => ({
  files: new Map([...files].map(([name, bytes]) => [name, bufferOf(bytes)])),
  roots,
});

const parseLimitedJson = (bytes: Buffer): Json => parseJson(bytes, maxTextBytes, notJsonObject);

function jsonTemplates({ json, manifest, version }: Extract<Job, { readonly kind: 'JSON templates' }>) {
  const manifestVersion = manifest === null ? null : modelVersionIn(parseLimitedJson(bufferOf(manifest)));
  const modelVersion = manifestVersion ?? version;
  const document = parseLimitedJson(bufferOf(json));
  if (modelVersion) requireSupportedModel(modelVersion);
  const templates = templatesIn(document);
  return manifest !== null && manifestVersion === null && !version ? templates.map(withModelWarning) : templates;
}

const withModelWarning = ({ template, warnings }: FileTemplate): FileTemplate => ({
  template,
  warnings: [message('file.withoutModelVersion'), ...warnings],
});

function groovyTemplates(text: Buffer): ParsedJob {
  const { template, folder, warnings } = templateFromGroovy(withoutByteOrderMark(text.toString('utf8')));
  // The limits of JSON files also apply to Groovy files.
  const limited = parseLimitedJson(Buffer.from(JSON.stringify(template)));
  const items = templatesIn(limited).map((parsedTemplate) => ({
    ...parsedTemplate,
    warnings: [...warnings, ...parsedTemplate.warnings],
  }));
  return { head: folder, items: requireTemplatesWithinLimits(items) };
}

function requireTemplatesWithinLimits(templates: readonly FileTemplate[]): readonly FileTemplate[] {
  for (const { template } of templates)
    requireWithinLimits(template, typeof template.title === 'string' ? `template '${template.title}'` : 'a template');
  return templates;
}
