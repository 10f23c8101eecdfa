import { type CreateOrder, changedScripts, idCandidates, tasksOf, Unseen } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import {
  type CreateBody,
  givenValues,
  type ReleaseAnswer,
  type TemplateBody,
  teamsBrought,
  templateDraft,
} from '@slipway/wire';
import { folderNamed } from '../folders/find.ts';
import type { ResourceContext } from '../model/context.ts';
import { nothingNamed } from '../model/find.ts';
import { withScriptWarnings } from '../scripts/script-warnings.ts';
import { storedPlan } from './as-stored.ts';
import { releaseIdNamed } from './find.ts';
import { readingOf } from './reading.ts';
import { type Rendered, renderRelease } from './render.ts';
import { requireTargetsOfTemplates } from './require-targets.ts';
import { type ProvesUser, provenRunAs } from './run-as.ts';

/** The order in a request of `create`. Throws NotFound for an unknown folder. */
export async function createOrder(
  { database }: Pick<ResourceContext, 'database'>,
  body: CreateBody,
  startsNow = false,
): Promise<CreateOrder> {
  const { folderId, startedFromTaskId } = body;
  return {
    releaseTitle: body.releaseTitle,
    folderId: folderId ? (await folderNamed(database, folderId)).id : null,
    variables: givenValues(body),
    scheduledStartDate: body.scheduledStartDate ?? null,
    autoStart: body.autoStart ?? false,
    startedFromTaskId: startedFromTaskId ? (idCandidates('Task', startedFromTaskId)[0] ?? null) : null,
    releaseOwner: body.releaseOwner ? body.releaseOwner : null,
    startsNow,
  };
}

/** An invisible object is refused like an unknown id, with the id as sent. */
const inWords =
  (written: Readonly<Record<string, string>>) =>
  (error: unknown): never => {
    throw error instanceof Unseen ? nothingNamed(error.what, written[error.what] ?? '') : error;
  };

/** Makes a release from a template, and starts it in the same moment where it is to. Throws Invalid, NotFound. */
export async function createRelease(
  context: ResourceContext,
  caller: Person,
  written: string,
  body: CreateBody,
  startsNow = false,
): Promise<Rendered<ReleaseAnswer>> {
  const { database, engine } = context;
  const order = await createOrder(context, body, startsNow);
  const templateId = await releaseIdNamed(database, caller, written);
  const { release, whole } = await engine
    .createRelease(templateId, order, caller)
    .catch(inWords({ template: written, folder: body.folderId ?? '' }));
  return await renderRelease(context, whole ?? (await storedPlan(database, release.id)), caller);
}

/** Makes a template in a folder. Throws Invalid, Conflict, NotFound. */
export async function createTemplate(
  context: ResourceContext,
  caller: Person,
  folderId: string,
  body: TemplateBody,
  proves: ProvesUser | null = null,
): Promise<Rendered<ReleaseAnswer>> {
  const { database, engine } = context;
  const folder = await folderNamed(database, folderId);
  const fields = templateDraft(body, await readingOf(context));
  await requireTargetsOfTemplates(context, caller, [fields]);
  const proven = proves && (await provenRunAs(proves, { caller, before: null, patch: fields }));
  const draft = proven === null ? fields : { ...proven.patch, proof: proven.proof };
  const { release, whole } = await engine
    .createTemplate(draft, folder.id, caller, teamsBrought(body.teams))
    .catch(inWords({ folder: folderId }));
  const view = whole ?? (await storedPlan(database, release.id));
  const rendered = await renderRelease(context, view, caller);
  const scripts = changedScripts(tasksOf(view.release), view.rest.tasks, new Map());
  return { ...rendered, answer: await withScriptWarnings(context, rendered.answer, scripts) };
}
