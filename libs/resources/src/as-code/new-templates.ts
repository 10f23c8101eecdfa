import type { TemplateDraft } from '@slipway/domain';
import { newId } from '@slipway/engine';
import { type CodeItemOf, differences, templateJson } from '@slipway/formats';
import { type Folder, readReleases } from '@slipway/persistence';
import { parsedBy, type Reading, teamsBrought, templateBody, templateDraft } from '@slipway/wire';
import { readingOf } from '../plans/reading.ts';
import { renderReleases } from '../plans/render.ts';
import { requireTargetsOfTemplates } from '../plans/require-targets.ts';
import { provenRunAs } from '../plans/run-as.ts';
import { groupsOf } from './groups.ts';
import { folderIn, namingFor } from './naming/names.ts';
import { asRead, type CodeRun, keyOf, pathOf, seenFolder } from './run/run.ts';
import { asCode } from './settled-templates.ts';
import { list, withIds } from './template-ids.ts';
import { applyTemplate } from './templates.ts';

type Item = CodeItemOf<'template'>;

/** A template on its way, under the id that it will have. */
interface Coming {
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
export async function makeNewTemplates(run: CodeRun, items: readonly Item[]): Promise<void> {
  const coming = await comingOf(run, items);
  const groups = groupsOf(coming, ({ item }) => item.code);
  for (const group of groups) await make(run, group);
  // The templates that they refer to exist by now, also those of a later group.
  for (const group of groups) await tell(run, group);
}

/** The new templates in visible folders; the others are processed one by one. */
async function comingOf(run: CodeRun, items: readonly Item[]): Promise<readonly Coming[]> {
  const coming: Coming[] = [];
  for (const item of items) {
    const { path, title, code } = item;
    const key = keyOf(path, title);
    // one without phases is made with one, which is taken away again
    if (list(code.phases).length === 0 || !run.known.absent.has(key)) continue;
    const folder = await seenFolder(run, path);
    if (folder === null || !run.waiting.delete(pathOf(path, title))) continue;
    const id = newId('Release');
    run.known.absent.delete(key);
    run.known.templates.set(key, [...folder.path, id].join('/'));
    coming.push({ item, folder, id, refersTo: new Set() });
  }
  return coming;
}

async function make(run: CodeRun, group: readonly Coming[]): Promise<void> {
  const { context } = run;
  const caller = await run.me();
  const reading = await readingOf(context);
  const made: {
    readonly draft: TemplateDraft;
    readonly folderId: string;
    readonly brought: ReturnType<typeof teamsBrought>;
  }[] = [];
  for (const one of group) {
    made.push({ ...(await draftOf(run, one, reading)), folderId: one.folder.id });
    await run.breathe();
  }
  await requireTargetsOfTemplates(
    context,
    caller,
    made.map(({ draft }) => draft),
  );
  await context.engine.createTemplates(made, caller);
}

async function draftOf(run: CodeRun, { item, id, refersTo }: Coming, reading: Reading) {
  const { path, title, code } = item;
  const json = templateJson(code, { existing: null, newId });
  await run.breathe();
  const named = await withIds(run, json, path, async (other) => {
    refersTo.add(other);
    await makeAhead(run, other);
  });
  await run.breathe();
  const body = parsedBy(templateBody, named, `template '${pathOf(path, title)}'`);
  await run.breathe();
  const patch = { ...templateDraft(body, reading), id };
  const proven = await provenRunAs(run.proves, { caller: await run.me(), before: null, patch });
  return { draft: { ...proven.patch, proof: proven.proof }, brought: teamsBrought(body.teams) };
}

/** Makes what one of them refers to and what is not made together with them. */
async function makeAhead(run: CodeRun, path: string): Promise<void> {
  const other = run.waiting.get(path);
  if (other !== undefined && run.known.absent.has(keyOf(other.path, other.title))) await applyTemplate(run, other);
}

async function tell(run: CodeRun, group: readonly Coming[]): Promise<void> {
  const { context } = run;
  const caller = await run.me();
  const views = await readReleases(
    context.database,
    group.map(({ id }) => id),
  );
  await run.breathe();
  const rendered = await renderReleases(context, views, caller);
  await run.breathe();
  const answers = new Map(views.map(({ release }, index) => [release.id, asRead(rendered[index] ?? {})]));
  const naming = await namingFor(context, caller, ...answers.values());
  for (const { item, folder, id, refersTo } of group) {
    const answer = answers.get(id) ?? {};
    const code = asCode(answer, naming, folderIn(answer));
    await run.breathe();
    const fields = differences({}, code);
    const full = [...folder.path, id].join('/');
    const path = pathOf(item.path, item.title);
    const change = { kind: 'Template', action: 'create', id: full, path, fields, touched: null } as const;
    run.made.set(path, { change, refersTo: [...refersTo] });
    await run.breathe();
  }
}
