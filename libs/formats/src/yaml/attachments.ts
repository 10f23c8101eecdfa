import { isObject, type Json } from '@slipway/domain';
import { BadFile, inLine } from '../refusal/bad-file.ts';
import type { CodeFiles } from './documents.ts';
import type { CodeAttachment, CodeHolder } from './items.ts';
import type { Members } from './read-yaml.ts';

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const text = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

/** Attachments name a file beside the document; a plugin's task may have a property of this name. */
const areOurs = (value: Json | undefined): value is readonly Members[] =>
  Array.isArray(value) && value.every((each: Json) => isObject(each) && text(each.file) !== null);

/** The attachments of a template and its tasks in a document, and the same entry without them. Throws BadFile. */
export function attachmentsApart(
  entry: Members,
  where: string,
): { readonly entry: Members; readonly holders: readonly CodeHolder[] } {
  const holders: CodeHolder[] = [];
  const taken = (members: Members, at: readonly number[]): Members => {
    const { attachments, ...rest } = members;
    if (!areOurs(attachments)) return members;
    holders.push({ at, attachments: attachments.map((each) => readAttachment(each, where)) });
    return rest;
  };
  const tasksOf = (value: Json | undefined, at: readonly number[]): readonly Json[] =>
    list(value).map((task, index) => {
      if (!isObject(task)) return task;
      const here = [...at, index];
      const own = taken(task, here);
      return Array.isArray(own.tasks) ? { ...own, tasks: tasksOf(own.tasks, here) } : own;
    });
  const own = taken(entry, []);
  if (!Array.isArray(own.phases)) return { entry: own, holders };
  const phases = own.phases.map((phase: Json, index: number) =>
    isObject(phase) && Array.isArray(phase.tasks) ? { ...phase, tasks: tasksOf(phase.tasks, [index]) } : phase,
  );
  return { entry: { ...own, phases }, holders };
}

function readAttachment({ name, contentType, file }: Members, where: string): CodeAttachment {
  const path = text(file) ?? '';
  const called = text(name) ?? path.slice(path.lastIndexOf('/') + 1);
  if (called.trim() === '') throw new BadFile(`${inLine(where)}: attachments: name: expected a text`);
  return { name: called, contentType: text(contentType) ?? '', file: path.replace(/^\.\//, '') };
}

/** What was sent of the file of an attachment. Throws BadFile where nothing was. */
export function attachedFile(
  { files, stored }: CodeFiles,
  { file }: CodeAttachment,
): Pick<CodeAttachment, 'bytes' | 'stored'> {
  const bytes = files.get(file);
  if (bytes !== undefined) return { bytes };
  const there = stored?.get(file);
  if (there === undefined) throw new BadFile(`there is no file '${inLine(file)}' for an attachment`);
  return { stored: there };
}

/** A template as a document writes it, with its attachments and those of its tasks, as the answer has them; `fileOf` names their files. */
export function withAttachmentsOf(code: Members, answer: Members, fileOf: (id: string) => string | null): Members {
  const one = (written: Members, { attachments, tasks }: Members): Members => {
    const own = list(attachments).flatMap((each): readonly Members[] => {
      const file = isObject(each) ? fileOf(text(each.id) ?? '') : null;
      if (!isObject(each) || file === null) return [];
      return [{ name: each.exportFilename ?? '', contentType: each.contentType ?? '', file }];
    });
    return {
      ...written,
      ...(own.length > 0 && { attachments: own }),
      ...(written.tasks !== undefined && { tasks: each(written.tasks, tasks) }),
    };
  };
  const each = (written: Json | undefined, answered: Json | undefined): readonly Json[] =>
    list(written).map((task, index) => {
      const there = list(answered)[index];
      return isObject(task) && isObject(there) ? one(task, there) : task;
    });
  const { tasks: _, ...bare } = answer;
  const whole = one(code, bare);
  return whole.phases === undefined ? whole : { ...whole, phases: each(whole.phases, answer.phases) };
}
