import { neededToChange, planChanges } from '@slipway/domain';
import { newId, type Person } from '@slipway/engine';
import { type CodeItemOf, differences, type Members, templateJson, writeTemplate } from '@slipway/formats';
import type { Folder, ReleaseView } from '@slipway/persistence';
import { parsedBy, type ReleaseAnswer, templateBody, templateDraft } from '@slipway/wire';
import { hold, planStanding } from '../model/hold.ts';
import { storedPlan } from '../plans/as-stored.ts';
import { createTemplate } from '../plans/create.ts';
import { templateNamed } from '../plans/find.ts';
import { readingOf } from '../plans/reading.ts';
import { renderRelease } from '../plans/render.ts';
import { requireTargetsOfEdits } from '../plans/require-targets.ts';
import { provenRunAs } from '../plans/run-as.ts';
import { severalOf } from './distinct.ts';
import { seenTemplates } from './naming/meant.ts';
import { folderIn, membersWithTitles, namingFor } from './naming/names.ts';
import { asRead, type CodeRun, folderOf, idOf, keyOf, lastOf, pathOf, toldAt } from './run/run.ts';
import { changedSecrets, withStoredProperties, withStoredSecrets } from './secrets.ts';
import { list, mapTasks, tasksIn, text, withIds } from './template-ids.ts';

type Item = CodeItemOf<'template'>;

/** A template as documents write it. */
export async function codeOfTemplate(context: CodeRun['context'], reader: Person, answer: Members): Promise<Members> {
  const naming = await namingFor(context, reader, answer);
  return membersWithTitles(writeTemplate(answer, naming), naming, folderIn(answer));
}

/** The one template of a title in a folder, if there is any. Throws Conflict where there are several. */
async function existing(run: CodeRun, { id }: Folder, { title, path }: Item): Promise<ReleaseView | null> {
  if (run.known.absent.has(keyOf(path, title))) return null;
  const [found, other] = await seenTemplates(run, id, title);
  if (found !== undefined && other !== undefined) throw severalOf('templates', pathOf(path, title), [found, other]);
  return found === undefined ? null : await templateNamed(run.context.database, await run.me(), found);
}

/** Creates the template of a document, or changes the existing one. Throws Invalid, NotFound, Forbidden, Conflict. */
export async function applyTemplate(run: CodeRun, item: Item): Promise<void> {
  const { path, title, code } = item;
  const own = pathOf(path, title);
  if (toldAt(run, own) || !run.waiting.delete(own)) return;
  const folder = await folderOf(run, path);
  const view = await existing(run, folder, item);
  const answer = view && asRead((await renderRelease(run.context, view, await run.me())).answer);
  const made = templateJson(code, { existing: answer, newId });
  const named = await withIds(run, made, path, (other) => makeAhead(run, other, item));
  const found = (await existing(run, folder, item)) ?? view;
  // a new template has a phase of its own where it brings none
  const hasPhases = list(named.phases).length > 0;
  const now = found !== null || hasPhases ? found : await makeBare(run, folder, item);
  if (now === null) await make(run, folder, item, named);
  else if (answer === null) await change(run, item, now, await asItIs(run, now));
  else await change(run, item, now, { answer, wanted: withStoredSecrets(run.context.seal, named, now) });

  async function asItIs({ context, me }: CodeRun, bare: ReleaseView) {
    const there = asRead((await renderRelease(context, bare, await me())).answer);
    const again = templateJson(code, { existing: there, newId });
    return { answer: there, wanted: await withIds(run, again, path, async () => {}) };
  }
}

/**
 * Makes what a template refers to: all of it, or where both refer to each other, or one to itself, without anything in it.
 */
async function makeAhead(run: CodeRun, path: string, referring: Item): Promise<void> {
  if (toldAt(run, path)) return;
  const item = run.waiting.get(path);
  if (item === undefined && path !== pathOf(referring.path, referring.title)) return;
  const folder = await folderOf(run, referring.path);
  if ((await existing(run, folder, referring)) === null) await makeBare(run, folder, referring);
  if (item !== undefined) await applyTemplate(run, item);
}

async function makeBare(run: CodeRun, folder: Folder, { path, title }: Item): Promise<ReleaseView> {
  const own = pathOf(path, title);
  const bare = parsedBy(templateBody, { title }, `template '${own}'`);
  const { answer } = await createTemplate(run.context, await run.me(), idOf(folder), bare, run.proves);
  run.bare.add(own);
  isThere(run, { path, title }, answer.id);
  return await storedPlan(run.context.database, answer.id.slice(answer.id.lastIndexOf('/') + 1));
}

function isThere({ known }: CodeRun, { path, title }: Pick<Item, 'path' | 'title'>, id: string): void {
  known.absent.delete(keyOf(path, title));
  known.templates.set(keyOf(path, title), id);
}

async function make(run: CodeRun, folder: Folder, { path, title }: Item, wanted: Members): Promise<void> {
  const own = pathOf(path, title);
  const body = parsedBy(templateBody, wanted, `template '${own}'`);
  const made = await createTemplate(run.context, await run.me(), idOf(folder), body, run.proves);
  isThere(run, { path, title }, made.answer.id);
  const answer = asRead(made.answer);
  const fields = differences({}, await codeOfTemplate(run.context, await run.me(), answer));
  run.record({ kind: 'Template', action: 'create', id: made.answer.id, path: own, fields, touched: null });
}

/** The permission to apply a document to a template, and to learn that it is unchanged. */
export const toChangeTemplate = { anyOf: [neededToChange.template], onTemplate: [neededToChange.template] } as const;

interface Wanted {
  readonly answer: Members;
  readonly wanted: Members;
}

async function change(
  run: CodeRun,
  { path, title }: Item,
  view: ReleaseView,
  { answer, wanted }: Wanted,
): Promise<void> {
  const own = pathOf(path, title);
  const caller = await run.me();
  // Only a caller who may change it learns that it is unchanged, because that includes its secrets.
  await hold(caller, planStanding(view), { what: 'template', written: view.release.id, needed: toChangeTemplate });
  const before = await codeOfTemplate(run.context, caller, answer);
  const expected = differences(before, await codeOfTemplate(run.context, caller, { ...wanted, id: answer.id ?? '' }));
  if (expected.length === 0 && !run.bare.has(own)) return;
  const changed = await brought(run, view, withoutGone(wanted, answer), `template '${own}'`);
  const after = await codeOfTemplate(run.context, caller, asRead(changed));
  const isNew = run.bare.has(own);
  const fields = [...differences(isNew ? {} : before, after), ...changedSecrets(expected)];
  if (fields.length === 0) return;
  const touched = isNew ? null : ({ of: 'template', id: lastOf(changed.id) } as const);
  run.record({ kind: 'Template', action: isNew ? 'create' : 'update', id: changed.id, path: own, fields, touched });
}

/** Has a template be as it is wanted, by the edits that this takes, all of them or none. */
async function brought(run: CodeRun, view: ReleaseView, wanted: Members, what: string): Promise<ReleaseAnswer> {
  const { context, proves } = run;
  const caller = await run.me();
  const draft = templateDraft(parsedBy(templateBody, wanted, what), await readingOf(context));
  const { id: _, phases = [], variables = [], ...fields } = draft;
  const { release, passive, rest } = view;
  const given = { caller, before: release.scriptTokenId && release.scriptUsername, patch: fields };
  const kept = withStoredProperties(phases, tasksIn(wanted), view);
  const plan = { ...(await provenRunAs(proves, given)), phases: kept, variables };
  const stored = { release: passive, phases: rest.phases, tasks: rest.tasks };
  const edits = planChanges(release, plan, stored, newId);
  if (edits.length === 0) return (await renderRelease(context, view, caller)).answer;
  await requireTargetsOfEdits(context, caller, edits);
  const command = { type: 'changePlan', edits } as const;
  const { whole } = await context.engine.dispatch(release.id, { kind: 'command', caller, command }, release.id);
  return (await renderRelease(context, whole ?? (await storedPlan(context.database, release.id)), caller)).answer;
}

/** Properties that a task has, and that its document leaves out, are emptied. */
function withoutGone(wanted: Members, answer: Members): Members {
  const known = tasksIn(answer);
  return mapTasks(wanted, (task) => {
    const before = known.get(text(task.id)) ?? {};
    const gone = Object.keys(before).filter((name) => !Object.hasOwn(task, name) && isOwn(name));
    return { ...Object.fromEntries(gone.map((name) => [name, null])), ...task };
  });
}

/** Members of responses that requests never need. */
const answered = new Set(
  `status container comments attachments startDate endDate overdueNotified dueSoonNotified failuresCount originId
  postponedDueToBlackout postponedUntilEnvironmentsAreReserved originalScheduledStartDate hasBeenFlagged hasBeenDelayed
  templateId folderId createdReleaseId approvalVerdicts approvalVersion statusLine tasks`.split(/\s+/),
);
const isOwn = (name: string): boolean => !answered.has(name);
