import { readType } from '@slipway/api-schema/format';
import { message } from '@slipway/domain/messages';
import { Conflict, type Json, NotFound } from '@slipway/domain/model';
import { isDefaultReference, keyOfReference, riskProfileReference } from '@slipway/domain/risk';
import type { FolderTitles, Members } from '@slipway/formats';
import { findTemplatesByTitle } from '@slipway/persistence/as-code';
import { type ConfigurationView, findConfigurationsByTitle } from '@slipway/persistence/configurations';
import { listRiskProfiles } from '@slipway/persistence/risk';
import { loadTypeCatalog } from '../../configurations/shape-configuration.ts';
import { findVisibleIds } from '../../model/render-context.ts';
import { type CodeRun, findVisibleFolder, getFolderByTitles, pathOf, titleKey } from '../run/run.ts';
import { visibleConfigurations } from './names.ts';
import {
  customPath,
  isId,
  mapReferences,
  parseExactName,
  pathSplits,
  type ReferenceRole,
  removed,
} from './references.ts';

/** The folders in which a path may begin: the folder of its author, and those around it up to the top. */
const enclosingFolders = (from: FolderTitles): readonly FolderTitles[] =>
  Array.from({ length: from.length + 1 }, (_, steps) => from.slice(0, from.length - steps));

/** Where a path is looked up: one that begins with a slash begins at the top. */
const startFolders = (rawName: string, from: FolderTitles): readonly FolderTitles[] =>
  rawName.startsWith('/') ? [[]] : enclosingFolders(from);

const titlesIn = (rawName: string): FolderTitles => rawName.split('/').filter((title) => title !== '' && title !== '.');

/** The id of the folder that is written as a path of titles; ids stay. Throws NotFound. */
export async function resolveFolder(run: CodeRun, rawName: string, from: FolderTitles): Promise<string> {
  if (!rawName.startsWith('/') && isId(rawName)) return rawName;
  const titles = titlesIn(rawName);
  for (const startFolder of startFolders(rawName, from)) {
    const folder = await findVisibleFolder(run, [...startFolder, ...titles]);
    if (folder !== null) return folder.path.join('/');
  }
  throw new NotFound(message('notFound.folderPath', { path: rawName }));
}

/** The visible templates of a title in a folder, at most two. */
export async function visibleTemplates({ context, me }: CodeRun, folderId: string, title: string) {
  const match = await findTemplatesByTitle(context.database, folderId, title);
  const visible = match.length === 0 ? new Set(match) : await findVisibleIds(context, match, await me());
  return match.filter((id) => visible.has(id));
}

/** Creates a waiting template before its turn, because others refer to it. */
type CreateTemplate = (path: string) => Promise<void>;

/** The id of the template that is written as a path of titles; ids stay. Throws NotFound. */
export async function resolveTemplate(
  run: CodeRun,
  rawName: string,
  from: FolderTitles,
  createPending: CreateTemplate,
): Promise<string> {
  if (!rawName.startsWith('/') && isId(rawName)) return rawName;
  const splits = pathSplits(rawName.replace(/^\//, '').split('/'));
  for (const startFolder of startFolders(rawName, from)) {
    for (const [steps, title] of splits) {
      const folderTitles = [...startFolder, ...steps.filter((step) => step !== '')];
      await createPending(pathOf(folderTitles, title));
      const match = await templateAtTitles(run, folderTitles, title);
      if (match !== null) return match;
    }
  }
  throw new NotFound(message('notFound.template', { id: rawName }));
}

/** The full id of the template with these titles; null if the caller may not view one. */
async function templateAtTitles(run: CodeRun, folderTitles: FolderTitles, title: string): Promise<string | null> {
  const key = titleKey(folderTitles, title);
  const cached = run.cache.templates.get(key);
  if (cached !== undefined) return cached;
  if (run.cache.absent.has(key)) return null;
  const folder = await findVisibleFolder(run, folderTitles);
  const [id] = folder === null ? [] : await visibleTemplates(run, folder.id, title);
  if (folder === null || id === undefined) {
    run.cache.absent.add(key);
    return null;
  }
  const match = [...folder.path, id].join('/');
  run.cache.templates.set(key, match);
  return match;
}

/**
 * Makes configurations of a title in a folder that others name before their turn, where any wait for that; answers whether
 * one is being made at this moment, which names others itself.
 */
export type CreateConfigurations = (folderTitles: FolderTitles, title: string) => Promise<boolean>;
const nonePending: CreateConfigurations = async () => false;

/** The id of the configuration that a text names as seen from a folder, by title or exactly; ids stay. Throws NotFound, Conflict. */
async function resolveConfiguration(
  run: CodeRun,
  rawName: string,
  from: FolderTitles,
  createPending: CreateConfigurations = nonePending,
): Promise<string> {
  const isExact = parseExactName(rawName) !== null;
  if (!isExact && (isId(rawName) || rawName.startsWith('Configuration/'))) return rawName;
  const key = titleKey(from, rawName);
  const cached = run.cache.configurations.get(key);
  if (cached !== undefined) return cached;
  const configurationId =
    (await findExact(run, rawName, createPending)) ?? (await findNearest(run, rawName, from, createPending));
  if (configurationId === null && rawName.includes('${')) return rawName;
  if (configurationId === null) throw new NotFound(message('notFound.configuration', { id: rawName }));
  if (run.configurationQueue.applying.size === 0) run.cache.configurations.set(key, configurationId);
  return configurationId;
}

async function visibleWithTitle(
  run: CodeRun,
  title: string,
  path: readonly string[],
): Promise<readonly ConfigurationView[]> {
  const match = await findConfigurationsByTitle(run.context.database, title, path);
  return await visibleConfigurations(await run.me(), match);
}

async function findExact(run: CodeRun, rawName: string, createPending: CreateConfigurations): Promise<string | null> {
  const exactName = parseExactName(rawName);
  if (exactName === null) return null;
  const type = readType(exactName.type, run.context.typePrefix);
  for (const [folderTitles, title] of pathSplits(exactName.steps)) {
    await createPending(folderTitles, title);
    const folder = folderTitles.length === 0 ? null : await findVisibleFolder(run, folderTitles);
    if (folderTitles.length > 0 && folder === null) continue;
    const titled = await visibleWithTitle(run, title, folder === null ? [] : [folder.id]);
    const match = titled.find((item) => item.type === type && item.folderId === (folder?.id ?? null));
    if (match !== undefined) return match.id;
  }
  return null;
}

async function findNearest(
  run: CodeRun,
  title: string,
  from: FolderTitles,
  createPending: CreateConfigurations,
): Promise<string | null> {
  for (const folderTitles of enclosingFolders(from)) await createPending(folderTitles, title);
  const [first, ...others] = await visibleWithTitle(run, title, (await getFolderByTitles(run, from)).path);
  const conflicting = others.find(({ folderId }) => folderId === first?.folderId);
  if (first !== undefined && conflicting !== undefined) {
    const types = `${first.type} and one of ${conflicting.type}`;
    throw new Conflict(message('configuration.severalTypes', { title, types }));
  }
  return first?.id ?? null;
}

interface ResolveOptions {
  readonly from: FolderTitles;
  readonly ahead?: CreateConfigurations;
  /**
   * Called when a reference to an object of the same documents is left out for now; without it, such a reference is
   * refused.
   */
  readonly onOpen?: () => void;
}

/** Members with ids in the place of the titles of configurations that they name. Throws NotFound, Conflict. */
export async function withConfigurationIds(
  run: CodeRun,
  members: Members,
  { from, ahead: createPending = nonePending, onOpen }: ResolveOptions,
): Promise<Members> {
  const typeContext = { types: await loadTypeCatalog(run.context), prefix: run.context.typePrefix };
  const roleByName = new Map<string, ReferenceRole>();
  mapReferences(members, typeContext, (text, role) => {
    const exactName = role === 'perhaps' ? titleAfterPath(text) : text;
    if (exactName !== null && roleByName.get(exactName) !== 'named') roleByName.set(exactName, role);
    return text;
  });
  const ids = new Map<string, string | typeof removed>();
  for (const [rawName, role] of roleByName) {
    let isOpen = false;
    const createTracked: CreateConfigurations = async (folderTitles, title) => {
      isOpen = (await createPending(folderTitles, title)) || isOpen;
      return isOpen;
    };
    const id = await resolveConfiguration(run, rawName, from, createTracked).catch((error: unknown) => {
      if (error instanceof NotFound && (role !== 'named' || (isOpen && onOpen !== undefined))) return null;
      throw error;
    });
    if (isOpen) onOpen?.();
    if (id !== null || isOpen) ids.set(rawName, id ?? removed);
  }
  if (ids.size === 0) return members;
  return mapReferences(members, typeContext, (text, role) => {
    const exactName = role === 'perhaps' ? titleAfterPath(text) : text;
    const id = exactName === null ? undefined : ids.get(exactName);
    return id === undefined ? text : id;
  });
}

/** The title in a text that may name a configuration; null where it holds an id, or anything else. */
function titleAfterPath(text: string): string | null {
  const title = text.startsWith(customPath) ? text.slice(customPath.length) : '';
  return title === '' || (isId(text) && parseExactName(title) === null) ? null : title;
}

/**
 * The id of the risk profile that a text names by title, in any letter case. An unknown title stays, until it exists.
 */
export async function resolveRiskProfile({ context }: CodeRun, rawName: Json): Promise<Json> {
  if (typeof rawName !== 'string' || isDefaultReference(rawName)) return rawName;
  const key = keyOfReference(rawName);
  const all = await listRiskProfiles(context.database);
  const match =
    all.find(({ id }) => keyOfReference(id) === key) ?? all.find(({ title }) => keyOfReference(title) === key);
  return match === undefined ? rawName : riskProfileReference(match.id);
}
