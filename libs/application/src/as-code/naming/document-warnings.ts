import { readType } from '@slipway/api-schema/format';
import { rootFolderId } from '@slipway/domain/ids';
import { limitedWarnings, type Message, message, type Warn, warnAt } from '@slipway/domain/messages';
import { isObject, type Json, taskTypeNamed } from '@slipway/domain/model';
import { neededToRead, unknownTeams, unknownTeamWarning } from '@slipway/domain/people';
import { limitWarnings, type SavedScript, scriptsOf } from '@slipway/domain/scripts';
import type { Person } from '@slipway/engine';
import type { CodeItem, Members } from '@slipway/formats';
import { findFoldersByTitlePaths } from '@slipway/persistence/folders';
import { readTeamNames } from '@slipway/persistence/people';
import { productTypes } from '@slipway/plugins';
import type { ResourceContext } from '../../model/context.ts';
import { warningsByScript } from '../../model/script-warnings.ts';
import { type CodeChange, type CodeRun, getFolderByTitles, pathOf, titleKey } from '../run/run.ts';

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** The maximum number of warnings for one set of documents. */
const maxLines = 1_000;

/**
 * Warns about unknown task types in documents, once for each template. Such a task becomes a manual task. Its plugin
 * may not be installed yet, or the type may be misspelled.
 */
export async function warnOfUnknownTypes(
  { plugins, typePrefix }: Pick<ResourceContext, 'plugins' | 'typePrefix'>,
  items: readonly CodeItem[],
  warn: Warn,
): Promise<void> {
  const types = await plugins.current();
  const isKnown = (type: string): boolean =>
    taskTypeNamed(type) !== undefined || types.has(type) || productTypes.has(type);
  const lines = items.flatMap((item) => {
    if (item.kind !== 'template') return [];
    const unknown = [...typesIn(item.code, typePrefix)].filter((type) => !isKnown(type));
    const part = templatePart(pathOf(item.path, item.title));
    return unknown.map((type) =>
      message('warning.at', { part, warning: message('document.unknownTaskType', { type }) }),
    );
  });
  for (const line of limitedWarnings(lines, maxLines, (count) => message('document.moreTaskTypes', { count })))
    warn(line);
}

const templatePart = (path: string): Message => message('part.template', { title: path });

/**
 * Returns the types of all tasks of a template, built-in types without prefix. For a script task of a plugin, this is
 * the type of the script.
 */
function typesIn(code: Members, prefix: string): ReadonlySet<string> {
  const typeNames = new Set<string>();
  const walk = (tasks: readonly Json[]): void => {
    for (const task of tasks) {
      if (!isObject(task)) continue;
      const type = readType(text(task.type) || 'Task', prefix);
      const script = isObject(task.pythonScript) ? text(task.pythonScript.type) : '';
      typeNames.add(taskTypeNamed(type) !== undefined && script !== '' ? script : type);
      walk(list(task.tasks));
    }
  };
  for (const phase of list(code.phases)) if (isObject(phase)) walk(list(phase.tasks));
  return typeNames;
}

/**
 * Returns the items without the teams of missing folders, and warns about each of these folders. A folder that the
 * caller may not view counts as missing.
 */
export async function withoutTeamsOfUnknownFolders(
  { database }: Pick<ResourceContext, 'database'>,
  caller: Person,
  items: readonly CodeItem[],
  warn: Warn,
): Promise<readonly CodeItem[]> {
  const created = new Set(items.flatMap((item) => (item.kind === 'folder' ? [titleKey(item.path)] : [])));
  const teamItems = items.flatMap((item) => (item.kind === 'teams' && !created.has(titleKey(item.path)) ? [item] : []));
  if (teamItems.length === 0) return items;
  const foldersByIndex = await findFoldersByTitlePaths(
    database,
    teamItems.map(({ path }) => path),
  );
  const dropped = new Set<CodeItem>();
  for (const [index, item] of teamItems.entries()) {
    const folder = foldersByIndex.get(index);
    const isVisible =
      folder !== undefined &&
      (folder.id === rootFolderId || (await caller.callerAt({ folderId: folder.id })).may(neededToRead.folder));
    if (isVisible) continue;
    dropped.add(item);
    warn(message('document.unknownFolder', { folder: pathOf(item.path) }));
  }
  return items.filter((item) => !dropped.has(item));
}

/** The maximum number of warnings about teams in one response. */
const maxTeamLines = 100;

/**
 * Returns warnings about tasks of created and changed templates that refer to a team which the folder does not have.
 * Runs after the apply, so that teams in the documents exist.
 */
export async function unknownTeamWarnings(
  run: CodeRun,
  items: readonly CodeItem[],
  changes: readonly CodeChange[],
): Promise<readonly Message[]> {
  const changed = new Set(changes.flatMap(({ kind, path }) => (kind === 'Template' ? [path] : [])));
  const teamsOf = new Map<string, readonly string[] | null>();
  const lines: Message[] = [];
  for (const item of items) {
    const path = item.kind === 'template' ? pathOf(item.path, item.title) : null;
    if (item.kind !== 'template' || path === null || !changed.has(path)) continue;
    const names = teamNamesIn(item.code);
    if (names.length === 0) continue;
    const { id } = await getFolderByTitles(run, item.path);
    if (!teamsOf.has(id)) teamsOf.set(id, id === rootFolderId ? null : await readTeamNames(run.context.database, id));
    const unknown = unknownTeams(names, teamsOf.get(id) ?? null);
    const warnHere = warnAt((line) => lines.push(line), templatePart(path));
    for (const name of unknown) warnHere(unknownTeamWarning(name));
  }
  return limitedWarnings(lines, maxTeamLines, (count) => message('document.moreTeams', { count }));
}

function teamNamesIn(code: Members): readonly string[] {
  const teamsOfTask = (task: Json): readonly string[] => {
    if (!isObject(task)) return [];
    return [...(typeof task.team === 'string' ? [task.team] : []), ...list(task.tasks).flatMap(teamsOfTask)];
  };
  return list(code.phases).flatMap((phase) => (isObject(phase) ? list(phase.tasks).flatMap(teamsOfTask) : []));
}

/** Warns about the scripts of templates that documents create or change, and that do not compile. */
export async function warnOfScripts(
  context: Pick<ResourceContext, 'scripts' | 'compileMs' | 'typePrefix'>,
  { changes }: { readonly changes: readonly CodeChange[] },
  items: readonly CodeItem[],
  warn: Warn,
): Promise<void> {
  const templateChanges = changes.filter(({ kind }) => kind === 'Template');
  const changed = new Map(templateChanges.map(({ path, fields }) => [path, textsIn(fields.map(({ after }) => after))]));
  const pathByScript = new Map<SavedScript, string>();
  for (const item of items) {
    if (item.kind !== 'template') continue;
    const path = pathOf(item.path, item.title);
    const texts = changed.get(path);
    if (texts === undefined) continue;
    for (const script of scriptsIn(item.code, context.typePrefix))
      if (texts.has(script.text)) pathByScript.set(script, path);
  }
  const warnings = await warningsByScript(context, [...pathByScript.keys()]);
  const lines = [...warnings].map(([script, warning]) =>
    message('warning.at', { part: templatePart(pathByScript.get(script) ?? ''), warning }),
  );
  for (const line of limitWarnings(lines)) warn(line);
}

/** Yields all strings in a value, at any depth. */
function textsIn(values: readonly Json[]): ReadonlySet<string> {
  const texts = new Set<string>();
  const pending = [...values];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value === 'string') texts.add(value);
    else if (Array.isArray(value)) pending.push(...value);
    else if (isObject(value)) pending.push(...Object.values(value));
  }
  return texts;
}

function scriptsIn(code: Members, prefix: string): readonly SavedScript[] {
  const scriptsOfTask = (task: Json): readonly SavedScript[] => {
    if (!isObject(task)) return [];
    const { precondition, failureHandler, abortScript, tasks, ...properties } = task;
    const holder = { type: readType(text(task.type) || 'Task', prefix), title: text(task.name) };
    const texts = {
      precondition: text(precondition),
      failureHandler: text(failureHandler),
      abortScript: text(abortScript),
    };
    return [...scriptsOf(holder, { ...texts, properties }), ...list(tasks).flatMap(scriptsOfTask)];
  };
  return list(code.phases).flatMap((phase) => (isObject(phase) ? list(phase.tasks).flatMap(scriptsOfTask) : []));
}
