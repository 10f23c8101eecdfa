import { parseAs } from '@slipway/api-schema/as-code';
import { completeTeams } from '@slipway/api-schema/people';
import { type ParseOptions, templateBody, templateDraft } from '@slipway/api-schema/plans';
import { message } from '@slipway/domain/messages';
import { isObject, type Json, NotFound, type TemplateDraft } from '@slipway/domain/model';
import { isGranted } from '@slipway/domain/people';
import { newId } from '@slipway/engine';
import { type CodeItemOf, differences, type Members, templateJson, writeTemplate } from '@slipway/formats';
import { findTemplatesInFolders } from '@slipway/persistence/as-code';
import type { Folder } from '@slipway/persistence/folders';
import { type ReleaseView, readReleases } from '@slipway/persistence/plans';
import { findVisibleIds } from '../model/render-context.ts';
import { accessSubject, permissionScope, planAttributes } from '../model/require-permission.ts';
import { verifyRunAs } from '../plans/create.ts';
import { parseOptionsFor } from '../plans/parse-options.ts';
import { renderReleases } from '../plans/render.ts';
import { requireTargetsOfTemplates } from '../plans/require-targets.ts';
import { type CodeNaming, folderIn, membersWithTitles, namingFor } from './naming/names.ts';
import { asClientJson, type CodeRun, findVisibleFolder, pathOf, titleKey } from './run/run.ts';
import { withStoredSecrets } from './secrets.ts';
import { list, withIds } from './template-ids.ts';
import { applyTemplate, neededToChangeTemplate } from './templates.ts';

/** The maximum number of templates, and of their tasks, in one group. */
const maxGroup = { templates: 100, tasks: 2_000 };

/** Splits templates into groups, in their order. */
function groupsOf<T>(all: readonly T[], codeOf: (item: T) => Members): readonly (readonly T[])[] {
  const groups: T[][] = [];
  let tasks = maxGroup.tasks;
  for (const item of all) {
    const taskCount = tasksIn(codeOf(item));
    const group = groups.at(-1);
    if (group === undefined || group.length === maxGroup.templates || tasks + taskCount > maxGroup.tasks) {
      groups.push([item]);
      tasks = taskCount;
    } else {
      group.push(item);
      tasks += taskCount;
    }
  }
  return groups;
}

/** Returns the number of phases and tasks of a document. */
const tasksIn = (part: Json): number =>
  isObject(part)
    ? [part.phases, part.tasks].flatMap(partsOf).reduce<number>((sum, child) => sum + 1 + tasksIn(child), 0)
    : 0;
const partsOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

type Item = CodeItemOf<'template'>;

/**
 * Compares templates with their documents, and creates new ones, in groups. Returns the documents to apply
 * individually: all except the unchanged ones. Throws Invalid, NotFound, Forbidden, Conflict.
 */
export async function applyTemplateGroups(run: CodeRun, items: readonly Item[]): Promise<readonly Item[]> {
  const unchanged = await findUnchangedTemplates(run, items);
  const remaining = items.filter((item) => !unchanged.has(item));
  await createNewTemplates(run, remaining);
  return remaining;
}

/** Returns the documents of unchanged templates. A document with references to missing objects counts as changed. */
async function findUnchangedTemplates(run: CodeRun, items: readonly Item[]): Promise<ReadonlySet<Item>> {
  const unchanged = new Set<Item>();
  if (items.length === 0) return unchanged;
  const ids = await idsOf(run, items);
  for (const group of groupsOf([...ids], ([{ code }]) => code))
    for (const item of await findUnchangedInGroup(run, group)) {
      unchanged.add(item);
      run.templateQueue.waiting.delete(pathOf(item.path, item.title));
    }
  return unchanged;
}

/** Documents with the ids of their templates. */
type Group = readonly (readonly [Item, string])[];

interface ComparedTemplate {
  readonly item: Item;
  readonly before: Members;
  readonly wanted: Members;
}

async function findUnchangedInGroup(run: CodeRun, group: Group): Promise<readonly Item[]> {
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
  const unchanged: Item[] = [];
  for (const { item, before, wanted: requested } of compared) {
    const from = folderIn(before);
    if (differences(asCode(before, naming, from), asCode(requested, naming, from)).length === 0) unchanged.push(item);
    await run.yieldAndKeepAlive();
  }
  return unchanged;
}

const asCode = (answer: Members, naming: CodeNaming, from: readonly string[]): Members =>
  membersWithTitles(writeTemplate(answer, naming), naming, from);

/** Returns the ids of the existing templates of these documents, without ambiguous titles. */
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

/**
 * Returns the stored templates of a group that the caller may change: other callers do not learn that one is unchanged.
 */
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

/** Returns the state of a template that its document requests, or null if it refers to a missing or pending object. */
async function requestedState(
  run: CodeRun,
  { code, path }: Item,
  { before, view }: { readonly before: Members; readonly view: ReleaseView },
): Promise<Members | null> {
  let isUnresolved = false;
  const draftJson = templateJson(code, { existing: before, newId });
  try {
    const resolved = await withIds(run, draftJson, path, async (otherPath) => {
      const pendingItem = run.templateQueue.waiting.get(otherPath);
      isUnresolved ||=
        pendingItem !== undefined && !run.cache.templates.has(titleKey(pendingItem.path, pendingItem.title));
    });
    return isUnresolved ? null : withStoredSecrets(run.context.seal, resolved, view);
  } catch (error) {
    // The error is reported when the document is applied.
    if (error instanceof NotFound) return null;
    throw error;
  }
}

/** A template to create, with its assigned id. */
interface PendingTemplate {
  readonly item: Item;
  readonly folder: Folder;
  readonly id: string;
  /** the possible paths of templates that it refers to */
  readonly refersTo: Set<string>;
}

/**
 * Creates the new templates of documents, in groups. Each is reported in document order, or before a template that
 * refers to it. All ids are assigned first, so that the templates can refer to each other in any order. Throws Invalid,
 * NotFound, Forbidden, Conflict.
 */
async function createNewTemplates(run: CodeRun, items: readonly Item[]): Promise<void> {
  const pending = await collectPending(run, items);
  const groups = groupsOf(pending, ({ item }) => item.code);
  for (const group of groups) await createGroup(run, group);
  // Now all referenced templates exist, also those of later groups.
  for (const group of groups) await reportGroup(run, group);
}

/** Returns the new templates in visible folders. The other documents are applied individually. */
async function collectPending(run: CodeRun, items: readonly Item[]): Promise<readonly PendingTemplate[]> {
  const pending: PendingTemplate[] = [];
  for (const item of items) {
    const { path, title, code } = item;
    const key = titleKey(path, title);
    // A template without phases is created with a default phase, which is deleted afterwards.
    if (list(code.phases).length === 0 || !run.cache.absent.has(key)) continue;
    const folder = await findVisibleFolder(run, path);
    if (folder === null || !run.templateQueue.waiting.delete(pathOf(path, title))) continue;
    const id = newId('Release');
    run.cache.absent.delete(key);
    run.cache.templates.set(key, [...folder.path, id].join('/'));
    pending.push({ item, folder, id, refersTo: new Set() });
  }
  return pending;
}

async function createGroup(run: CodeRun, group: readonly PendingTemplate[]): Promise<void> {
  const { context } = run;
  const caller = await run.me();
  const parseOptions = await parseOptionsFor(context);
  const drafts: {
    readonly draft: TemplateDraft;
    readonly folderId: string;
    readonly draftTeams: ReturnType<typeof completeTeams>;
  }[] = [];
  for (const entry of group) {
    drafts.push({ ...(await draftOf(run, entry, parseOptions)), folderId: entry.folder.id });
    await run.yieldAndKeepAlive();
  }
  await requireTargetsOfTemplates(
    context,
    caller,
    drafts.map(({ draft }) => draft),
  );
  await context.engine.createTemplates(drafts, caller);
}

async function draftOf(run: CodeRun, { item, id, refersTo }: PendingTemplate, parseOptions: ParseOptions) {
  const { path, title, code } = item;
  const json = templateJson(code, { existing: null, newId });
  await run.yieldAndKeepAlive();
  const resolved = await withIds(run, json, path, async (otherPath) => {
    refersTo.add(otherPath);
    await createReferenced(run, otherPath);
  });
  await run.yieldAndKeepAlive();
  const body = parseAs(templateBody, resolved, message('part.template', { title: pathOf(path, title) }));
  await run.yieldAndKeepAlive();
  const patch = { ...templateDraft(body, parseOptions), id };
  const verified = await verifyRunAs(run.credentialCheck, { caller: await run.me(), before: null, patch });
  return { draft: { ...verified.patch, proof: verified.proof }, draftTeams: completeTeams(body.teams) };
}

/** Creates a referenced template that is not in one of the groups. */
async function createReferenced(run: CodeRun, path: string): Promise<void> {
  const item = run.templateQueue.waiting.get(path);
  if (item !== undefined && run.cache.absent.has(titleKey(item.path, item.title))) await applyTemplate(run, item);
}

async function reportGroup(run: CodeRun, group: readonly PendingTemplate[]): Promise<void> {
  const { context } = run;
  const caller = await run.me();
  const views = await readReleases(
    context.database,
    group.map(({ id }) => id),
  );
  await run.yieldAndKeepAlive();
  const rendered = await renderReleases(context, views, caller);
  await run.yieldAndKeepAlive();
  const answers = new Map(views.map(({ release }, index) => [release.id, asClientJson(rendered[index] ?? {})]));
  const naming = await namingFor(context, caller, ...answers.values());
  for (const { item, folder, id, refersTo } of group) {
    const answer = answers.get(id) ?? {};
    const code = asCode(answer, naming, folderIn(answer));
    await run.yieldAndKeepAlive();
    const fields = differences({}, code);
    const fullId = [...folder.path, id].join('/');
    const path = pathOf(item.path, item.title);
    const change = { kind: 'Template', action: 'create', id: fullId, path, fields, touched: null } as const;
    run.templateQueue.unreported.set(path, { change, refersTo: [...refersTo] });
    await run.yieldAndKeepAlive();
  }
}
