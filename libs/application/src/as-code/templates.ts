import { parseAs } from '@slipway/api-schema/as-code';
import { type ReleaseResponse, templateBody, templateDraft } from '@slipway/api-schema/plans';
import { planChanges } from '@slipway/domain/edits';
import { type Message, message } from '@slipway/domain/messages';
import { neededToChange } from '@slipway/domain/people';
import { newId, type Person } from '@slipway/engine';
import { type CodeItemOf, differences, type Members, templateJson, writeTemplate } from '@slipway/formats';
import type { Folder } from '@slipway/persistence/folders';
import type { ReleaseView } from '@slipway/persistence/plans';
import { planAttributes, requirePermission } from '../model/require-permission.ts';
import { createTemplate, verifyRunAs } from '../plans/create.ts';
import { getTemplate, reloadPlan } from '../plans/find.ts';
import { parseOptionsFor } from '../plans/parse-options.ts';
import { renderRelease } from '../plans/render.ts';
import { requireTargetsOfEdits } from '../plans/require-targets.ts';
import { ambiguousTitle } from './distinct-items.ts';
import { folderIn, membersWithTitles, namingFor } from './naming/names.ts';
import { visibleTemplates } from './naming/resolve-names.ts';
import {
  asClientJson,
  type CodeRun,
  fullIdOf,
  getFolderByTitles,
  lastSegmentOf,
  pathOf,
  reportTemplate,
  titleKey,
} from './run/run.ts';
import { changedSecrets, withStoredProperties, withStoredSecrets } from './secrets.ts';
import { list, mapTasks, tasksIn, text, withIds } from './template-ids.ts';

type Item = CodeItemOf<'template'>;

/** Returns the document of a template. */
export async function codeOfTemplate(context: CodeRun['context'], reader: Person, answer: Members): Promise<Members> {
  const naming = await namingFor(context, reader, answer);
  return membersWithTitles(writeTemplate(answer, naming), naming, folderIn(answer));
}

/** Returns the template with a title in a folder, or null. Throws Conflict if there are several. */
async function findExisting(run: CodeRun, { id }: Folder, { title, path }: Item): Promise<ReleaseView | null> {
  if (run.cache.absent.has(titleKey(path, title))) return null;
  const [match, otherMatch] = await visibleTemplates(run, id, title);
  if (match !== undefined && otherMatch !== undefined)
    throw ambiguousTitle('document.ambiguousTemplate', pathOf(path, title), [match, otherMatch]);
  return match === undefined ? null : await getTemplate(run.context.database, await run.me(), match);
}

/** Creates the template of a document, or changes the existing one. Throws Invalid, NotFound, Forbidden, Conflict. */
export async function applyTemplate(run: CodeRun, item: Item): Promise<void> {
  const { path, title, code } = item;
  const own = pathOf(path, title);
  if (reportTemplate(run, own) || !run.templateQueue.waiting.delete(own)) return;
  const folder = await getFolderByTitles(run, path);
  const view = await findExisting(run, folder, item);
  const answer = view && asClientJson((await renderRelease(run.context, view, await run.me())).answer);
  const draftJson = templateJson(code, { existing: answer, newId });
  const resolved = await withIds(run, draftJson, path, (otherMatch) => createReferenced(run, otherMatch, item));
  const match = (await findExisting(run, folder, item)) ?? view;
  // A template that is created without phases gets a default phase.
  const hasPhases = list(resolved.phases).length > 0;
  const current = match !== null || hasPhases ? match : await createEmpty(run, folder, item);
  if (current === null) await createFrom(run, folder, item, resolved);
  else if (answer === null) await change(run, item, current, await currentState(run, current));
  else await change(run, item, current, { answer, wanted: withStoredSecrets(run.context.seal, resolved, current) });

  async function currentState({ context, me }: CodeRun, emptyTemplate: ReleaseView) {
    const currentAnswer = asClientJson((await renderRelease(context, emptyTemplate, await me())).answer);
    const codeJson = templateJson(code, { existing: currentAnswer, newId });
    return { answer: currentAnswer, wanted: await withIds(run, codeJson, path, async () => {}) };
  }
}

/**
 * Creates a pending template that `referrer` refers to. First creates the referrer without contents, so that circular
 * references can be resolved.
 */
async function createReferenced(run: CodeRun, path: string, referrer: Item): Promise<void> {
  if (reportTemplate(run, path)) return;
  const item = run.templateQueue.waiting.get(path);
  if (item === undefined && path !== pathOf(referrer.path, referrer.title)) return;
  const folder = await getFolderByTitles(run, referrer.path);
  if ((await findExisting(run, folder, referrer)) === null) await createEmpty(run, folder, referrer);
  if (item !== undefined) await applyTemplate(run, item);
}

async function createEmpty(run: CodeRun, folder: Folder, { path, title }: Item): Promise<ReleaseView> {
  const own = pathOf(path, title);
  const emptyTemplate = parseAs(templateBody, { title }, message('part.template', { title: own }));
  const { answer } = await createTemplate(
    run.context,
    await run.me(),
    fullIdOf(folder),
    emptyTemplate,
    run.credentialCheck,
  );
  run.templateQueue.empty.add(own);
  registerTemplate(run, { path, title }, answer.id);
  return await reloadPlan(run.context.database, answer.id.slice(answer.id.lastIndexOf('/') + 1));
}

function registerTemplate({ cache }: CodeRun, { path, title }: Pick<Item, 'path' | 'title'>, id: string): void {
  cache.absent.delete(titleKey(path, title));
  cache.templates.set(titleKey(path, title), id);
}

async function createFrom(run: CodeRun, folder: Folder, { path, title }: Item, requested: Members): Promise<void> {
  const own = pathOf(path, title);
  const body = parseAs(templateBody, requested, message('part.template', { title: own }));
  const draftJson = await createTemplate(run.context, await run.me(), fullIdOf(folder), body, run.credentialCheck);
  registerTemplate(run, { path, title }, draftJson.answer.id);
  const answer = asClientJson(draftJson.answer);
  const fields = differences({}, await codeOfTemplate(run.context, await run.me(), answer));
  run.record({ kind: 'Template', action: 'create', id: draftJson.answer.id, path: own, fields, touched: null });
}

/** The permission to apply a document to a template, and to learn that it is unchanged. */
export const neededToChangeTemplate = {
  anyOf: [neededToChange.template],
  onTemplate: [neededToChange.template],
} as const;

interface TemplateChange {
  readonly answer: Members;
  readonly wanted: Members;
}

async function change(
  run: CodeRun,
  { path, title }: Item,
  view: ReleaseView,
  { answer, wanted: requested }: TemplateChange,
): Promise<void> {
  const own = pathOf(path, title);
  const caller = await run.me();
  // The comparison includes secrets, so only a caller who may change the template learns that it is unchanged.
  await requirePermission(caller, planAttributes(view), {
    label: 'template',
    rawId: view.release.id,
    needed: neededToChangeTemplate,
  });
  const before = await codeOfTemplate(run.context, caller, answer);
  const expectedChanges = differences(
    before,
    await codeOfTemplate(run.context, caller, { ...requested, id: answer.id ?? '' }),
  );
  if (expectedChanges.length === 0 && !run.templateQueue.empty.has(own)) return;
  const changed = await applyEdits(
    run,
    view,
    withEmptiedProperties(requested, answer),
    message('part.template', { title: own }),
  );
  const after = await codeOfTemplate(run.context, caller, asClientJson(changed));
  const isNew = run.templateQueue.empty.has(own);
  const fields = [...differences(isNew ? {} : before, after), ...changedSecrets(expectedChanges)];
  if (fields.length === 0) return;
  const touched = isNew ? null : ({ of: 'template', id: lastSegmentOf(changed.id) } as const);
  run.record({ kind: 'Template', action: isNew ? 'create' : 'update', id: changed.id, path: own, fields, touched });
}

/** Changes a template to its requested state. All edits are made or none. */
async function applyEdits(
  run: CodeRun,
  view: ReleaseView,
  requested: Members,
  part: Message,
): Promise<ReleaseResponse> {
  const { context, credentialCheck } = run;
  const caller = await run.me();
  const draft = templateDraft(parseAs(templateBody, requested, part), await parseOptionsFor(context));
  const { id: _, phases = [], variables = [], ...fields } = draft;
  const { release, passive, details: rest } = view;
  const runAsRequest = { caller, before: release.scriptTokenId && release.scriptUsername, patch: fields };
  const withSecrets = withStoredProperties(phases, tasksIn(requested), view);
  const plan = { ...(await verifyRunAs(credentialCheck, runAsRequest)), phases: withSecrets, variables };
  const stored = { release: passive, phases: rest.phases, tasks: rest.tasks };
  const edits = planChanges(release, plan, stored, newId);
  if (edits.length === 0) return (await renderRelease(context, view, caller)).answer;
  await requireTargetsOfEdits(context, caller, edits);
  const command = { type: 'changePlan', edits } as const;
  const { releaseView: saved } = await context.engine.dispatch(
    release.id,
    { kind: 'command', caller, command },
    release.id,
  );
  return (await renderRelease(context, saved ?? (await reloadPlan(context.database, release.id)), caller)).answer;
}

/** Empties the properties of tasks that the document omits. */
function withEmptiedProperties(requested: Members, answer: Members): Members {
  const tasksById = tasksIn(answer);
  return mapTasks(requested, (task) => {
    const before = tasksById.get(text(task.id)) ?? {};
    const removed = Object.keys(before).filter((name) => !Object.hasOwn(task, name) && isOwn(name));
    return { ...Object.fromEntries(removed.map((name) => [name, null])), ...task };
  });
}

/** Computed members of responses, which requests never contain. */
const computedMembers = new Set(
  `status container comments attachments startDate endDate overdueNotified dueSoonNotified failuresCount originId
  postponedDueToBlackout postponedUntilEnvironmentsAreReserved originalScheduledStartDate hasBeenFlagged hasBeenDelayed
  templateId folderId createdReleaseId approvalVerdicts approvalVersion statusLine tasks`.split(/\s+/),
);
const isOwn = (name: string): boolean => !computedMembers.has(name);
