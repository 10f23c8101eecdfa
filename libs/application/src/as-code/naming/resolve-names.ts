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

/**
 * Returns the folders in which a path can begin: the folder of the document, and the folders around it up to the top
 * level.
 */
const enclosingFolders = (from: FolderTitles): readonly FolderTitles[] =>
  Array.from({ length: from.length + 1 }, (_, steps) => from.slice(0, from.length - steps));

/** Returns the folders in which a path is looked up. A path with a leading slash begins at the top level. */
const startFolders = (rawName: string, from: FolderTitles): readonly FolderTitles[] =>
  rawName.startsWith('/') ? [[]] : enclosingFolders(from);

const titlesIn = (rawName: string): FolderTitles => rawName.split('/').filter((title) => title !== '' && title !== '.');

/** Returns the id of the folder at a path of titles. An id is returned unchanged. Throws NotFound. */
export async function resolveFolder(run: CodeRun, rawName: string, from: FolderTitles): Promise<string> {
  if (!rawName.startsWith('/') && isId(rawName)) return rawName;
  const titles = titlesIn(rawName);
  for (const startFolder of startFolders(rawName, from)) {
    const folder = await findVisibleFolder(run, [...startFolder, ...titles]);
    if (folder !== null) return folder.path.join('/');
  }
  throw new NotFound(message('notFound.folderPath', { path: rawName }));
}

/** Returns the visible templates with a title in a folder, at most two. */
export async function visibleTemplates({ context, me }: CodeRun, folderId: string, title: string) {
  const match = await findTemplatesByTitle(context.database, folderId, title);
  const visible = match.length === 0 ? new Set(match) : await findVisibleIds(context, match, await me());
  return match.filter((id) => visible.has(id));
}

/** Creates a pending template before its turn, because another template refers to it. */
type CreateTemplate = (path: string) => Promise<void>;

/** Returns the id of the template at a path of titles. An id is returned unchanged. Throws NotFound. */
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

/** Returns the full id of the template with these titles, or null if the caller can view no such template. */
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
 * Creates the pending configurations with a title in a folder before their turn, because other objects name them.
 * Returns whether one of them is being created at this moment, because it names other configurations itself.
 */
export type CreateConfigurations = (folderTitles: FolderTitles, title: string) => Promise<boolean>;
const nonePending: CreateConfigurations = async () => false;

/**
 * Returns the id of the configuration that a text in a folder names, by title or by an exact name. An id is returned
 * unchanged. Throws NotFound, Conflict.
 */
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
    const types = { type: first.type, otherType: conflicting.type };
    throw new Conflict(message('configuration.severalTypes', { title, ...types }));
  }
  return first?.id ?? null;
}

interface ResolveOptions {
  readonly from: FolderTitles;
  readonly ahead?: CreateConfigurations;
  /**
   * Called when a reference to a pending object of the same documents is omitted for now. Without this function, such a
   * reference is rejected.
   */
  readonly onOpen?: () => void;
}

/** Replaces the names of configurations in members by ids. Throws NotFound, Conflict. */
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

/** Returns the title in a text that may name a configuration, or null if the text contains an id or another value. */
function titleAfterPath(text: string): string | null {
  const title = text.startsWith(customPath) ? text.slice(customPath.length) : '';
  return title === '' || (isId(text) && parseExactName(title) === null) ? null : title;
}

/**
 * Returns the id of the risk profile with a title, in any letter case. An unknown title is stored until the profile
 * exists.
 */
export async function resolveRiskProfile({ context }: CodeRun, rawName: Json): Promise<Json> {
  if (typeof rawName !== 'string' || isDefaultReference(rawName)) return rawName;
  const key = keyOfReference(rawName);
  const all = await listRiskProfiles(context.database);
  const match =
    all.find(({ id }) => keyOfReference(id) === key) ?? all.find(({ title }) => keyOfReference(title) === key);
  return match === undefined ? rawName : riskProfileReference(match.id);
}
