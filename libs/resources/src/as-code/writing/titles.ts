import { Conflict, clip, isObject, type Json } from '@slipway/domain';
import type { FolderTitles, Members } from '@slipway/formats';
import type { Folder } from '@slipway/persistence';

/** Paths in documents have slashes between titles, and a dot for the folder that they begin in. */
const isInPaths = (title: string): boolean => !isBlank(title) && title !== '.' && !title.includes('/');
const isBlank = (title: Json | undefined): boolean => typeof title !== 'string' || title.trim() === '';

const membersIn = (list: Json | undefined): readonly Members[] => (Array.isArray(list) ? list.filter(isObject) : []);

/** Throws Conflict for a folder that no path names; `home` has the titles on the way to the first. */
export function requireInPaths(home: FolderTitles, below: readonly Folder[]): void {
  const odd = below.find(({ title }) => !isInPaths(title));
  const title = odd?.title ?? home.find((each) => !isInPaths(each));
  if (title === undefined) return;
  const id = odd === undefined ? '' : ` (${odd.id})`;
  const why = "a title in a path is not blank, is not '.' and has no '/'";
  throw new Conflict(`documents know a folder by its path, and there is '${clip(title)}'${id}: ${why}; rename it`);
}

/** Throws Conflict for a thing in a folder, or a phase or task of a template in it, whose title is blank. */
export function requireTitles(things: readonly Members[], folder: string): void {
  const place = folder === '' ? 'at the top' : `in folder '${clip(folder)}'`;
  for (const { template, name, type, phases } of things) {
    // triggers name a template, too
    if (typeof type === 'string' && name !== undefined) {
      if (isBlank(name)) throw untitled(`one of type '${clip(type)}' ${place}`);
    } else if (template !== undefined) {
      if (isBlank(template)) throw untitled(`a template ${place}`);
      requirePhaseTitles(membersIn(phases), `of template '${clip(String(template))}' ${place}`);
    }
  }
}

function requirePhaseTitles(phases: readonly Members[], holder: string): void {
  for (const { phase, tasks } of phases) {
    if (isBlank(phase)) throw untitled(`a phase ${holder}`);
    requireTaskTitles(membersIn(tasks), holder);
  }
}

function requireTaskTitles(tasks: readonly Members[], holder: string): void {
  for (const { name, tasks: inner } of tasks) {
    if (isBlank(name)) throw untitled(`a task ${holder}`);
    requireTaskTitles(membersIn(inner), holder);
  }
}

const untitled = (what: string): Conflict =>
  new Conflict(`documents know a thing by its title, and ${what} has none: give it one`);
