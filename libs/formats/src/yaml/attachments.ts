import { message } from '@slipway/domain/messages';
import { isObject, type Json } from '@slipway/domain/model';
import { BadFile, toSingleLine } from '../errors/bad-file.ts';
import type { CodeFiles } from './documents.ts';
import type { CodeAttachment, CodeHolder } from './items.ts';
import type { Members } from './read-yaml.ts';

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const text = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

/**
 * Whether a value is a list of attachments, which name a file. A plugin task may have a property with the same name.
 */
const isAttachmentList = (value: Json | undefined): value is readonly Members[] =>
  Array.isArray(value) && value.every((each: Json) => isObject(each) && text(each.file) !== null);

/** Splits the attachments of a template and its tasks from the entry of a document. Throws BadFile. */
export function extractAttachments(
  entry: Members,
  location: string,
): { readonly entry: Members; readonly holders: readonly CodeHolder[] } {
  const holders: CodeHolder[] = [];
  const takeFrom = (members: Members, position: readonly number[]): Members => {
    const { attachments, ...rest } = members;
    if (!isAttachmentList(attachments)) return members;
    holders.push({ at: position, attachments: attachments.map((each) => readAttachment(each, location)) });
    return rest;
  };
  const tasksOf = (value: Json | undefined, position: readonly number[]): readonly Json[] =>
    list(value).map((task, index) => {
      if (!isObject(task)) return task;
      const taskPosition = [...position, index];
      const own = takeFrom(task, taskPosition);
      return Array.isArray(own.tasks) ? { ...own, tasks: tasksOf(own.tasks, taskPosition) } : own;
    });
  const own = takeFrom(entry, []);
  if (!Array.isArray(own.phases)) return { entry: own, holders };
  const phases = own.phases.map((phase: Json, index: number) =>
    isObject(phase) && Array.isArray(phase.tasks) ? { ...phase, tasks: tasksOf(phase.tasks, [index]) } : phase,
  );
  return { entry: { ...own, phases }, holders };
}

function readAttachment({ name, contentType, file }: Members, location: string): CodeAttachment {
  const path = text(file) ?? '';
  const fileName = text(name) ?? path.slice(path.lastIndexOf('/') + 1);
  if (fileName.trim() === '') throw new BadFile(message('file.attachmentName', { path: toSingleLine(location) }));
  return { name: fileName, contentType: text(contentType) ?? '', file: path.replace(/^\.\//, '') };
}

/** Returns the uploaded file of an attachment. Throws BadFile if it is missing. */
export function attachedFile(
  { files, stored }: CodeFiles,
  { file }: CodeAttachment,
): Pick<CodeAttachment, 'bytes' | 'stored'> {
  const bytes = files.get(file);
  if (bytes !== undefined) return { bytes };
  const storedFile = stored?.get(file);
  if (storedFile === undefined) throw new BadFile(message('file.attachmentMissing', { name: toSingleLine(file) }));
  return { stored: storedFile };
}

/**
 * Adds the attachments in a response to the document of a template and its tasks. `fileOf` returns their file names.
 */
export function withAttachmentsOf(code: Members, response: Members, fileOf: (id: string) => string | null): Members {
  const withAttachments = (documentPart: Members, { attachments, tasks }: Members): Members => {
    const own = list(attachments).flatMap((each): readonly Members[] => {
      const file = isObject(each) ? fileOf(text(each.id) ?? '') : null;
      if (!isObject(each) || file === null) return [];
      return [{ name: each.exportFilename ?? '', contentType: each.contentType ?? '', file }];
    });
    return {
      ...documentPart,
      ...(own.length > 0 && { attachments: own }),
      ...(documentPart.tasks !== undefined && { tasks: each(documentPart.tasks, tasks) }),
    };
  };
  const each = (documentPart: Json | undefined, responseTasks: Json | undefined): readonly Json[] =>
    list(documentPart).map((task, index) => {
      const storedFile = list(responseTasks)[index];
      return isObject(task) && isObject(storedFile) ? withAttachments(task, storedFile) : task;
    });
  const { tasks: _, ...bare } = response;
  const template = withAttachments(code, bare);
  return template.phases === undefined ? template : { ...template, phases: each(template.phases, response.phases) };
}
