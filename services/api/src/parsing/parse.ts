import { setImmediate as otherWork } from 'node:timers/promises';
import type { Message } from '@slipway/domain/messages';
import { parseJson } from '@slipway/domain/model';
import type { CodeFiles, CodeItem, FileTemplate, OutputDocument, OutputFiles } from '@slipway/formats';
import type { Plugin } from '@slipway/plugins';
import { createSlots } from '../http/slots.ts';
import { type Job, type JobResult, runJob } from './jobs.ts';
import { createThreads } from './threads.ts';

/** In bytes. Smaller texts are parsed on the main thread, in some milliseconds. */
const smallBytes = 16 * 1024;
/** In milliseconds, of work on the main thread without a pause. */
const maxBlockMs = 10;

const readSlots = createSlots({
  max: 2,
  maxPerUser: 1,
  maxWaiting: 32,
  timeoutMs: 60_000,
  label: 'filesToRead',
});
const runOnThread = createThreads();

/** The user who sent a file. The signal aborts when the client disconnects. */
export interface Sender {
  readonly username: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a job: a small one at once, any other on a worker thread, of which each user gets one at a time. Throws what the job
 * throws, BadFile at the limits of a thread, Overloaded.
 */
async function run(job: Job, isSmall: boolean, { username, signal }: Sender): Promise<JobResult> {
  if (isSmall) return await runJob(job);
  const release = await readSlots.acquire(username, signal);
  try {
    return await runOnThread(job, signal);
  } finally {
    release();
  }
}

/** Parses the parts, with pauses for other work. */
async function itemsIn<T>(parts: JobResult['parts']): Promise<readonly T[]> {
  const decoder = new TextDecoder();
  const all: T[] = [];
  let startedAt = performance.now();
  for (const part of parts) {
    const items: readonly T[] = parseJson(decoder.decode(part));
    for (const item of items) all.push(item);
    if (performance.now() - startedAt < maxBlockMs) continue;
    await otherWork();
    startedAt = performance.now();
  }
  return all;
}

/** Only the files that are parsed: contents of attachments stay on the main thread. */
const jobFiles = ({ files, roots }: CodeFiles) => ({ files, roots });

/** An alias repeats what an anchor names: a small YAML with one may hold a large document. */
const isSmallCode = ({ files }: CodeFiles): boolean => {
  const all = [...files.values()];
  return all.reduce((sum, { length }) => sum + length, 0) <= smallBytes && !all.some((bytes) => bytes.includes('&'));
};

/** What YAML documents ask for, and warnings about what is left out. */
export async function parseDocuments(code: CodeFiles, prefix: string, sender: Sender) {
  const job = { kind: 'documents', code: jobFiles(code), prefix } as const;
  const { head, parts } = await run(job, isSmallCode(code), sender);
  const warnings: readonly Message[] = parseJson(head);
  return { items: await itemsIn<CodeItem>(parts), warnings };
}

/** The names of files that YAML documents include as texts, of those that are elsewhere. */
export async function parseNamedTexts(code: CodeFiles, elsewhere: readonly string[], sender: Sender) {
  const job = { kind: 'named texts', code: jobFiles(code), elsewhere } as const;
  const { head } = await run(job, isSmallCode(code), sender);
  const names: readonly string[] = parseJson(head);
  return names;
}

/** Templates as JSON. */
export async function parseJsonTemplates(
  file: { readonly json: Buffer; readonly manifest: Buffer | null; readonly version: string | undefined },
  sender: Sender,
): Promise<readonly FileTemplate[]> {
  const { parts } = await run({ kind: 'JSON templates', ...file }, file.json.length <= smallBytes, sender);
  return await itemsIn<FileTemplate>(parts);
}

/** A template in Groovy, and the path of its folder. */
export async function parseGroovyTemplate(text: Buffer, sender: Sender) {
  const { head, parts } = await run({ kind: 'Groovy template', text }, text.length <= smallBytes, sender);
  const folder: string | null = parseJson(head);
  return { templates: await itemsIn<FileTemplate>(parts), folder };
}

/** Documents as YAML, and the file of values beside them. */
export async function serializeDocuments(
  { documents, head: lines }: { readonly documents: readonly OutputDocument[]; readonly head: readonly string[] },
  sender: Sender,
): Promise<OutputFiles> {
  const bytes = Buffer.from(JSON.stringify(documents));
  const { head } = await run(
    { kind: 'write documents', documents: bytes, head: lines },
    bytes.length <= smallBytes,
    sender,
  );
  const files: OutputFiles = parseJson(head);
  return files;
}

/** A plugin. A small jar may hold large files. */
export async function parseJar(bytes: Buffer, file: string, sender: Sender): Promise<Plugin> {
  const { head } = await run({ kind: 'jar', bytes, file }, false, sender);
  const parsedPlugin: Plugin = parseJson(head);
  return parsedPlugin;
}
