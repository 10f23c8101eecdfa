import { parseAs } from '@slipway/api-schema/as-code';
import { completeTeams } from '@slipway/api-schema/people';
import { type ParseOptions, templateBody, templateDraft } from '@slipway/api-schema/plans';
import type { TemplateDraft } from '@slipway/domain/model';
import { newId } from '@slipway/engine';
import { type CodeItemOf, differences, templateJson } from '@slipway/formats';
import type { Folder } from '@slipway/persistence/folders';
import { readReleases } from '@slipway/persistence/plans';
import { parseOptionsFor } from '../plans/parse-options.ts';
import { renderReleases } from '../plans/render.ts';
import { requireTargetsOfTemplates } from '../plans/require-targets.ts';
import { verifyRunAs } from '../plans/run-as.ts';
import { groupsOf } from './groups.ts';
import { folderIn, namingFor } from './naming/names.ts';
import { asClientJson, type CodeRun, findVisibleFolder, pathOf, titleKey } from './run/run.ts';
import { list, withIds } from './template-ids.ts';
import { applyTemplate } from './templates.ts';
import { asCode } from './unchanged-templates.ts';

type Item = CodeItemOf<'template'>;

/** A template on its way, under the id that it will have. */
interface PendingTemplate {
  readonly item: Item;
  readonly folder: Folder;
  readonly id: string;
  /** paths of templates that it may refer to */
  readonly refersTo: Set<string>;
}

/**
 * Creates the new templates of documents, in groups. Each is reported in its turn, or in that of one which refers to
 * it. Their ids are assigned before, so that they may refer to one another, in any order. Throws Invalid, NotFound,
 * Forbidden, Conflict.
 */
export async function createNewTemplates(run: CodeRun, items: readonly Item[]): Promise<void> {
  const pending = await collectPending(run, items);
  const groups = groupsOf(pending, ({ item }) => item.code);
  for (const group of groups) await createGroup(run, group);
  // The templates that they refer to exist by now, also those of a later group.
  for (const group of groups) await reportGroup(run, group);
}

/** The new templates in visible folders; the others are processed one by one. */
async function collectPending(run: CodeRun, items: readonly Item[]): Promise<readonly PendingTemplate[]> {
  const pending: PendingTemplate[] = [];
  for (const item of items) {
    const { path, title, code } = item;
    const key = titleKey(path, title);
    // one without phases is made with one, which is taken away again
    if (list(code.phases).length === 0 || !run.cache.absent.has(key)) continue;
    const folder = await findVisibleFolder(run, path);
    if (folder === null || !run.waiting.delete(pathOf(path, title))) continue;
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
  const body = parseAs(templateBody, resolved, `template '${pathOf(path, title)}'`);
  await run.yieldAndKeepAlive();
  const patch = { ...templateDraft(body, parseOptions), id };
  const verified = await verifyRunAs(run.credentialCheck, { caller: await run.me(), before: null, patch });
  return { draft: { ...verified.patch, proof: verified.proof }, draftTeams: completeTeams(body.teams) };
}

/** Makes what one of them refers to and what is not made together with them. */
async function createReferenced(run: CodeRun, path: string): Promise<void> {
  const otherPath = run.waiting.get(path);
  if (otherPath !== undefined && run.cache.absent.has(titleKey(otherPath.path, otherPath.title)))
    await applyTemplate(run, otherPath);
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
    run.made.set(path, { change, refersTo: [...refersTo] });
    await run.yieldAndKeepAlive();
  }
}
