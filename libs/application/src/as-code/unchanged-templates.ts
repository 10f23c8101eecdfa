import { NotFound } from '@slipway/domain/model';
import { isGranted } from '@slipway/domain/people';
import { newId } from '@slipway/engine';
import { type CodeItemOf, differences, type Members, templateJson, writeTemplate } from '@slipway/formats';
import { findTemplatesInFolders } from '@slipway/persistence/as-code';
import type { Folder } from '@slipway/persistence/folders';
import { type ReleaseView, readReleases } from '@slipway/persistence/plans';
import { findVisibleIds } from '../model/render-context.ts';
import { accessSubject, permissionScope, planAttributes } from '../model/require-permission.ts';
import { renderReleases } from '../plans/render.ts';
import { groupsOf } from './groups.ts';
import { type CodeNaming, folderIn, membersWithTitles, namingFor } from './naming/names.ts';
import { asClientJson, type CodeRun, findVisibleFolder, pathOf, titleKey } from './run/run.ts';
import { withStoredSecrets } from './secrets.ts';
import { withIds } from './template-ids.ts';
import { neededToChangeTemplate } from './templates.ts';

type Item = CodeItemOf<'template'>;

/**
 * Finds the unchanged templates, in groups: these are complete. All others, also those with references to missing
 * objects, are processed one by one.
 */
export async function findUnchangedTemplates(run: CodeRun, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  const ids = await idsOf(run, items);
  for (const group of groupsOf([...ids], ([{ code }]) => code)) await compareGroup(run, group);
}

/** Documents with the ids of their templates. */
type Group = readonly (readonly [Item, string])[];

interface ComparedTemplate {
  readonly item: Item;
  readonly before: Members;
  readonly wanted: Members;
}

async function compareGroup(run: CodeRun, group: Group): Promise<void> {
  const compared: ComparedTemplate[] = [];
  const stored = await viewsOf(run, group);
  const views = stored.map(([, view]) => view);
  const answers = await renderReleases(run.context, views, await run.me());
  for (const [index, [item, view]] of stored.entries()) {
    const before = asClientJson(answers[index] ?? {});
    const requested = await requestedState(run, item, { before, view });
    if (requested !== null) compared.push({ item, before, wanted: requested });
    await run.yieldAndKeepAlive();
  }
  const naming = await namingFor(
    run.context,
    await run.me(),
    ...compared.flatMap(({ before, wanted: requested }) => [before, requested]),
  );
  for (const { item, before, wanted: requested } of compared) {
    const from = folderIn(before);
    if (differences(asCode(before, naming, from), asCode(requested, naming, from)).length === 0) {
      run.unchanged.add(item);
      run.waiting.delete(pathOf(item.path, item.title));
    }
    await run.yieldAndKeepAlive();
  }
}

export const asCode = (answer: Members, naming: CodeNaming, from: readonly string[]): Members =>
  membersWithTitles(writeTemplate(answer, naming), naming, from);

/** The ids of the templates of these documents that are there, each the only one of its title. */
async function idsOf(run: CodeRun, items: readonly Item[]): Promise<ReadonlyMap<Item, string>> {
  const located: { readonly item: Item; readonly folder: Folder }[] = [];
  for (const item of items) {
    const folder = await findVisibleFolder(run, item.path);
    if (folder !== null) located.push({ item, folder });
  }
  const folders = new Set(located.map(({ folder }) => folder.id));
  const titles = new Set(items.map(({ title }) => title));
  const rows = await findTemplatesInFolders(run.context.database, [...folders], [...titles]);
  const byTitle = Map.groupBy(rows, ({ folderId, title }) => titleKey([folderId, title]));
  const templateIds = rows.map(({ id }) => id);
  const visible =
    templateIds.length === 0 ? new Set(templateIds) : await findVisibleIds(run.context, templateIds, await run.me());
  const ids = new Map<Item, string>();
  for (const { item, folder } of located) {
    const [only, ...others] = (byTitle.get(titleKey([folder.id, item.title])) ?? []).filter(({ id }) =>
      visible.has(id),
    );
    const key = titleKey(item.path, item.title);
    if (only === undefined) run.cache.absent.add(key);
    if (only === undefined || others.length > 0) continue;
    ids.set(item, only.id);
    run.cache.templates.set(key, [...folder.path, only.id].join('/'));
  }
  return ids;
}

/** The stored templates of a group that the caller may change: other callers do not learn that one is unchanged. */
async function viewsOf(run: CodeRun, group: Group): Promise<readonly (readonly [Item, ReleaseView])[]> {
  const items = new Map(group.map(([item, id]) => [id, item]));
  const views = await readReleases(run.context.database, [...items.keys()]);
  const attributes = views.map(planAttributes);
  const callers = await (await run.me()).callersAt(attributes.map(permissionScope));
  return views.flatMap((view, index) => {
    const item = items.get(view.release.id);
    const [itemAttributes, caller] = [attributes[index], callers[index]];
    if (item === undefined || itemAttributes === undefined || caller === undefined) return [];
    return isGranted(neededToChangeTemplate, caller, accessSubject(itemAttributes)) ? [[item, view] as const] : [];
  });
}

/** A template as its document wants it; null where it refers to what is not there, or not yet. */
async function requestedState(
  run: CodeRun,
  { code, path }: Item,
  { before, view }: { readonly before: Members; readonly view: ReleaseView },
): Promise<Members | null> {
  let isUnresolved = false;
  const draftJson = templateJson(code, { existing: before, newId });
  try {
    const resolved = await withIds(run, draftJson, path, async (otherPath) => {
      const pendingItem = run.waiting.get(otherPath);
      isUnresolved ||=
        pendingItem !== undefined && !run.cache.templates.has(titleKey(pendingItem.path, pendingItem.title));
    });
    return isUnresolved ? null : withStoredSecrets(run.context.seal, resolved, view);
  } catch (error) {
    // It is reported in its turn.
    if (error instanceof NotFound) return null;
    throw error;
  }
}
