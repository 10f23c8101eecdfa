import { isGranted, NotFound } from '@slipway/domain';
import { newId } from '@slipway/engine';
import { type CodeItemOf, differences, type Members, templateJson, writeTemplate } from '@slipway/formats';
import { type Folder, type ReleaseView, readReleases, templatesAmong } from '@slipway/persistence';
import { placeOf, planStanding, subjectOf } from '../model/hold.ts';
import { seenOf } from '../model/show-for.ts';
import { renderReleases } from '../plans/render.ts';
import { groupsOf } from './groups.ts';
import { type CodeNaming, folderIn, membersWithTitles, namingFor } from './naming/names.ts';
import { asRead, type CodeRun, keyOf, pathOf, seenFolder } from './run/run.ts';
import { withStoredSecrets } from './secrets.ts';
import { withIds } from './template-ids.ts';
import { toChangeTemplate } from './templates.ts';

type Item = CodeItemOf<'template'>;

/**
 * Finds the unchanged templates, in groups: these are complete. All others, also those with references to missing
 * objects, are processed one by one.
 */
export async function settleTemplates(run: CodeRun, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  const ids = await idsOf(run, items);
  for (const group of groupsOf([...ids], ([{ code }]) => code)) await settle(run, group);
}

/** Documents with the ids of their templates. */
type Group = readonly (readonly [Item, string])[];

interface Looked {
  readonly item: Item;
  readonly before: Members;
  readonly wanted: Members;
}

async function settle(run: CodeRun, group: Group): Promise<void> {
  const looked: Looked[] = [];
  const there = await viewsOf(run, group);
  const views = there.map(([, view]) => view);
  const answers = await renderReleases(run.context, views, await run.me());
  for (const [index, [item, view]] of there.entries()) {
    const before = asRead(answers[index] ?? {});
    const wanted = await wantedOf(run, item, { before, view });
    if (wanted !== null) looked.push({ item, before, wanted });
    await run.breathe();
  }
  const naming = await namingFor(
    run.context,
    await run.me(),
    ...looked.flatMap(({ before, wanted }) => [before, wanted]),
  );
  for (const { item, before, wanted } of looked) {
    const from = folderIn(before);
    if (differences(asCode(before, naming, from), asCode(wanted, naming, from)).length === 0) {
      run.settled.add(item);
      run.waiting.delete(pathOf(item.path, item.title));
    }
    await run.breathe();
  }
}

export const asCode = (answer: Members, naming: CodeNaming, from: readonly string[]): Members =>
  membersWithTitles(writeTemplate(answer, naming), naming, from);

/** The ids of the templates of these documents that are there, each the only one of its title. */
async function idsOf(run: CodeRun, items: readonly Item[]): Promise<ReadonlyMap<Item, string>> {
  const placed: { readonly item: Item; readonly folder: Folder }[] = [];
  for (const item of items) {
    const folder = await seenFolder(run, item.path);
    if (folder !== null) placed.push({ item, folder });
  }
  const folders = new Set(placed.map(({ folder }) => folder.id));
  const titles = new Set(items.map(({ title }) => title));
  const rows = await templatesAmong(run.context.database, [...folders], [...titles]);
  const found = Map.groupBy(rows, ({ folderId, title }) => keyOf([folderId, title]));
  const all = rows.map(({ id }) => id);
  const seen = all.length === 0 ? new Set(all) : await seenOf(run.context, all, await run.me());
  const ids = new Map<Item, string>();
  for (const { item, folder } of placed) {
    const [only, ...others] = (found.get(keyOf([folder.id, item.title])) ?? []).filter(({ id }) => seen.has(id));
    const key = keyOf(item.path, item.title);
    if (only === undefined) run.known.absent.add(key);
    if (only === undefined || others.length > 0) continue;
    ids.set(item, only.id);
    run.known.templates.set(key, [...folder.path, only.id].join('/'));
  }
  return ids;
}

/** The stored templates of a group that the caller may change: other callers do not learn that one is unchanged. */
async function viewsOf(run: CodeRun, group: Group): Promise<readonly (readonly [Item, ReleaseView])[]> {
  const items = new Map(group.map(([item, id]) => [id, item]));
  const views = await readReleases(run.context.database, [...items.keys()]);
  const standings = views.map(planStanding);
  const callers = await (await run.me()).atAll(standings.map(placeOf));
  return views.flatMap((view, index) => {
    const item = items.get(view.release.id);
    const [standing, caller] = [standings[index], callers[index]];
    if (item === undefined || standing === undefined || caller === undefined) return [];
    return isGranted(toChangeTemplate, caller, subjectOf(standing)) ? [[item, view] as const] : [];
  });
}

/** A template as its document wants it; null where it refers to what is not there, or not yet. */
async function wantedOf(
  run: CodeRun,
  { code, path }: Item,
  { before, view }: { readonly before: Members; readonly view: ReleaseView },
): Promise<Members | null> {
  let isOpen = false;
  const made = templateJson(code, { existing: before, newId });
  try {
    const named = await withIds(run, made, path, async (other) => {
      const waits = run.waiting.get(other);
      isOpen ||= waits !== undefined && !run.known.templates.has(keyOf(waits.path, waits.title));
    });
    return isOpen ? null : withStoredSecrets(run.context.seal, named, view);
  } catch (error) {
    // It is reported in its turn.
    if (error instanceof NotFound) return null;
    throw error;
  }
}
