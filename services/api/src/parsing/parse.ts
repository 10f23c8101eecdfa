import { setImmediate as otherWork } from 'node:timers/promises';
import type { Message } from '@slipway/domain/messages';
import { parseJson } from '@slipway/domain/model';
import type { CodeFiles, CodeItem, FileTemplate, OutputDocument, OutputFiles } from '@slipway/formats';
import type { Plugin } from '@slipway/plugins';
import { createSlots } from '../http/slots.ts';
import { type Job, type JobResult, runJob } from './jobs.ts';
import { createThreads } from './threads.ts';

/** In bytes. The main thread parses smaller texts in a few milliseconds. */
const smallBytes = 16 * 1024;
/** The maximum time of work on the main thread without a pause, in milliseconds. */
const maxBlockMs = 10;

const readSlots = createSlots({
  max: 2,
  maxPerUser: 1,
  maxWaiting: 32,
  timeoutMs: 60_000,
  label: 'filesToRead',
});
const runOnThread = createThreads();

/** The user who sent a file. `signal` aborts when the client disconnects. */
export interface Sender {
  readonly username: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a small job immediately, and other jobs on a worker thread. Each user has at most one worker thread at a time.
 * Throws the errors of the job, BadFile at the limits of a thread, and Overloaded.
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

/** Parses the parts of a result, and pauses regularly for other work. */
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

/** Returns only the files to parse. The contents of attachments are not copied to the thread. */
const jobFiles = ({ files, roots }: CodeFiles) => ({ files, roots });

/**
 * Whether YAML files are small. Files with `&` are not: with anchors and aliases, a few bytes can become a large
 * document.
 */
const isSmallCode = ({ files }: CodeFiles): boolean => {
  const all = [...files.values()];
  return all.reduce((sum, { length }) => sum + length, 0) <= smallBytes && !all.some((bytes) => bytes.includes('&'));
};

/** Parses YAML documents. Returns their items, and warnings about skipped content. */
export async function parseDocuments(code: CodeFiles, prefix: string, sender: Sender) {
  const job = { kind: 'documents', code: jobFiles(code), prefix } as const;
  const { head, parts } = await run(job, isSmallCode(code), sender);
  const warnings: readonly Message[] = parseJson(head);
  return { items: await itemsIn<CodeItem>(parts), warnings };
}

/** Returns the names of the files in `elsewhere` that YAML documents include as texts. */
export async function parseNamedTexts(code: CodeFiles, elsewhere: readonly string[], sender: Sender) {
  const job = { kind: 'named texts', code: jobFiles(code), elsewhere } as const;
  const { head } = await run(job, isSmallCode(code), sender);
  const names: readonly string[] = parseJson(head);
  return names;
}

/** Parses templates in JSON. */
export async function parseJsonTemplates(
  file: { readonly json: Buffer; readonly manifest: Buffer | null; readonly version: string | undefined },
  sender: Sender,
): Promise<readonly FileTemplate[]> {
  const { parts } = await run({ kind: 'JSON templates', ...file }, file.json.length <= smallBytes, sender);
  return await itemsIn<FileTemplate>(parts);
}

/** Parses a template in Groovy. Returns it with the path of its folder, or null without a folder. */
export async function parseGroovyTemplate(text: Buffer, sender: Sender) {
  const { head, parts } = await run({ kind: 'Groovy template', text }, text.length <= smallBytes, sender);
  const folder: string | null = parseJson(head);
  return { templates: await itemsIn<FileTemplate>(parts), folder };
}

/** Serializes documents as YAML. Returns this file and the file of their values. */
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

/** Parses a plugin, always on a worker thread: a small jar can contain large files. */
export async function parseJar(bytes: Buffer, file: string, sender: Sender): Promise<Plugin> {
  const { head } = await run({ kind: 'jar', bytes, file }, false, sender);
  const parsedPlugin: Plugin = parseJson(head);
  return parsedPlugin;
}
