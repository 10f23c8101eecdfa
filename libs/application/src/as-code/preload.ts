import { rootFolderId } from '@slipway/domain/ids';
import type { CodeItem, CodeItemOf, FolderTitles } from '@slipway/formats';
import { findTemplatesInFolders, readCodeSettings } from '@slipway/persistence/as-code';
import { findConfigurationsInFolders } from '@slipway/persistence/configurations';
import { type Folder, findFoldersByTitlePaths } from '@slipway/persistence/folders';
import {
  findAccountsByName,
  findRolesByName,
  readTeamsOfFolders,
  readTeamsOfScopes,
} from '@slipway/persistence/people';
import { findTriggersInFolders } from '@slipway/persistence/triggers';
import { findSharedVariablesInFolders } from '@slipway/persistence/variables';
import { findVisibleIds } from '../model/render-context.ts';
import { visibleTriggers } from '../triggers/permissions.ts';
import { renderTriggers } from '../triggers/triggers.ts';
import { namingFor } from './naming/names.ts';
import { asClientJson, type CodeRun, findVisibleFolder, folderKey, titleKey } from './run/run.ts';

/** The maximum number of objects that are read with the same statements. */
const maxBatch = 500;

/** Splits objects into groups, in their order. */
export const inBatches = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / maxBatch) }, (_, index) =>
    items.slice(index * maxBatch, (index + 1) * maxBatch),
  );

/** Loads the folders of all documents. A user who can view a folder also sees the folders above it. */
export async function preloadFolders(run: CodeRun, items: readonly CodeItem[]): Promise<void> {
  const { context, cache } = run;
  const paths = new Map<string, FolderTitles>();
  for (const item of items) if ('path' in item) paths.set(titleKey(item.path), item.path);
  for (const group of inBatches([...paths])) {
    const matches = await findFoldersByTitlePaths(
      context.database,
      group.map(([, titles]) => titles),
    );
    for (const [index, [key]] of group.entries()) {
      const folder = matches.get(index);
      if (folder !== undefined) cache.folders.set(key, folder);
    }
  }
  for (const [key, titles] of paths) {
    if (!cache.folders.has(key) || (await findVisibleFolder(run, titles)) === null) continue;
    for (const index of titles.keys()) cache.parentFolders.add(titleKey(titles.slice(0, index)));
  }
}

/** Returns the objects in visible folders, with these folders. The other objects are rejected when they are applied. */
async function withFolders<T extends { readonly path: FolderTitles }>(
  run: CodeRun,
  items: readonly T[],
): Promise<readonly (readonly [T, Folder])[]> {
  const located: (readonly [T, Folder])[] = [];
  for (const item of items) {
    const folder = await findVisibleFolder(run, item.path);
    if (folder !== null) located.push([item, folder]);
  }
  return located;
}

const isKind =
  <K extends CodeItem['kind']>(kind: K) =>
  (item: CodeItem): item is CodeItemOf<K> =>
    item.kind === kind;

const idsOf = (located: readonly (readonly [unknown, Folder])[]): readonly string[] => [
  ...new Set(located.map(([, { id }]) => id)),
];
const titlesOf = (located: readonly (readonly [{ readonly title: string }, unknown])[]): readonly string[] => [
  ...new Set(located.map(([{ title }]) => title)),
];

/** Loads the existing objects of one stage, before its documents are applied. */
export async function preloadStage(run: CodeRun, stage: Stage, items: readonly CodeItem[]): Promise<void> {
  switch (stage) {
    case 'user':
      return await preloadUsers(run, items);
    case 'role':
      return await preloadRoles(run, items);
    case 'storedSetting':
      return await preloadStoredCode(run, await withFolders(run, items.filter(isKind(stage))));
    case 'variable':
    case 'reference':
      return await preloadVariables(run, await withFolders(run, items.filter(isKind('variable'))));
    case 'typed':
      return await preloadConfigurations(run, await withFolders(run, items.filter(isKind(stage))));
    case 'trigger':
      return await preloadTriggers(run, await withFolders(run, items.filter(isKind('typed'))));
    case 'teams':
      return await preloadTeams(run, await withFolders(run, items.filter(isKind(stage))));
    case 'templateTeams':
      return await preloadTemplateTeams(run, items);
    case 'folder':
    case 'risk':
    case 'template':
    case 'attachments':
    case 'release':
      return;
  }
}

/**
 * A set of objects that are applied together. Typed objects are configurations (`typed`), risk profiles (`risk`) and
 * triggers. Variables whose value is a configuration have the separate stage `reference`.
 */
export type Stage = CodeItem['kind'] | 'reference' | 'risk' | 'trigger';

async function preloadUsers({ context, preloaded }: CodeRun, items: readonly CodeItem[]): Promise<void> {
  const names = items.filter(isKind('user')).map(({ title }) => title);
  if (names.length === 0) return;
  const matches = await findAccountsByName(context.database, names);
  for (const name of names) preloaded.users.put(name.toLowerCase(), matches.get(name) ?? null);
}

async function preloadRoles({ context, preloaded }: CodeRun, items: readonly CodeItem[]): Promise<void> {
  const names = items.filter(isKind('role')).map(({ title }) => title);
  if (names.length === 0) return;
  const matches = await findRolesByName(context.database, names);
  for (const name of names) preloaded.roles.put(name.toLowerCase(), matches.get(name) ?? null);
}

type LocatedItems<K extends CodeItem['kind']> = readonly (readonly [CodeItemOf<K>, Folder])[];

async function preloadStoredCode(
  { context, preloaded }: CodeRun,
  located: LocatedItems<'storedSetting'>,
): Promise<void> {
  if (located.length === 0) return;
  const matches = await readCodeSettings(context.database, idsOf(located));
  const bodies = new Map(matches.map(({ folderId, kind, title, body }) => [titleKey([folderId, kind, title]), body]));
  for (const [{ of: kind, title }, { id }] of located) {
    const key = titleKey([id, kind, title]);
    preloaded.kept.put(key, bodies.get(key) ?? null);
  }
}

async function preloadVariables({ context, preloaded }: CodeRun, located: LocatedItems<'variable'>): Promise<void> {
  if (located.length === 0) return;
  const matches = await findSharedVariablesInFolders(context.database, idsOf(located), titlesOf(located));
  const views = new Map(matches.map((view) => [folderKey(view.folderId, view.variable.key), view]));
  for (const [{ title }, { id }] of located)
    for (const key of [folderKey(null, title), folderKey(id, title)])
      preloaded.variables.put(key, views.get(key) ?? null);
}

async function preloadConfigurations({ context, preloaded }: CodeRun, located: LocatedItems<'typed'>): Promise<void> {
  if (located.length === 0) return;
  const matches = await findConfigurationsInFolders(context.database, idsOf(located), titlesOf(located));
  const views = Map.groupBy(matches, ({ folderId, title }) => folderKey(folderId, title));
  for (const [{ title }, { id }] of located)
    for (const key of [folderKey(null, title), folderKey(id, title)])
      preloaded.configurations.put(key, views.get(key) ?? []);
}

async function preloadTriggers(run: CodeRun, located: LocatedItems<'typed'>): Promise<void> {
  if (located.length === 0) return;
  const { context, preloaded } = run;
  const matches = await findTriggersInFolders(context.database, idsOf(located), titlesOf(located));
  const rows = Map.groupBy(matches, ({ trigger }) => folderKey(trigger.folderId, trigger.title));
  for (const [{ title }, { id }] of located)
    preloaded.triggers.put(folderKey(id, title), rows.get(folderKey(id, title)) ?? []);
  const me = await run.me();
  const visible = await visibleTriggers(me, matches);
  const answers = (await renderTriggers(context, visible, me)).map(asClientJson);
  for (const [index, { trigger }] of visible.entries()) preloaded.rendered.put(trigger.id, answers[index] ?? {});
  await namingFor(context, me, ...answers);
}

async function preloadTeams({ context, preloaded }: CodeRun, located: LocatedItems<'teams'>): Promise<void> {
  if (located.length === 0) return;
  for (const [id, teams] of await readTeamsOfFolders(context.database, idsOf(located))) preloaded.teams.put(id, teams);
}

async function preloadTemplateTeams(run: CodeRun, items: readonly CodeItem[]): Promise<void> {
  const { context, preloaded } = run;
  const titles = items.filter(isKind('templateTeams')).map(({ title }) => title);
  if (titles.length === 0) return;
  const matches = await findTemplatesInFolders(context.database, [rootFolderId], titles);
  const ids = matches.map(({ id }) => id);
  const visible = ids.length === 0 ? new Set(ids) : await findVisibleIds(context, ids, await run.me());
  const visibleByTitle = Map.groupBy(
    matches.filter(({ id }) => visible.has(id)),
    ({ title }) => title,
  );
  for (const title of titles) {
    const templateIds = (visibleByTitle.get(title) ?? []).map(({ id }) => id);
    preloaded.atTop.put(folderKey(rootFolderId, title), templateIds);
  }
  for (const [id, teams] of await readTeamsOfScopes(context.database, [...visible])) preloaded.teams.put(id, teams);
}
