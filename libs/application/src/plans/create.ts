import { completeTeams } from '@slipway/api-schema/people';
import {
  type CreateBody,
  mergedValues,
  type ReleaseResponse,
  type TemplateBody,
  templateDraft,
} from '@slipway/api-schema/plans';
import { idCandidates } from '@slipway/domain/ids';
import { NotVisible, tasksOf } from '@slipway/domain/model';
import { changedScripts } from '@slipway/domain/scripts';
import type { CreateReleaseRequest } from '@slipway/domain/templates';
import type { Person } from '@slipway/engine';
import { getFolder } from '../folders/find.ts';
import type { ResourceContext } from '../model/context.ts';
import { notFound } from '../model/find.ts';
import { withScriptWarnings } from '../scripts/script-warnings.ts';
import { getReleaseId } from './find.ts';
import { parseOptionsFor } from './parse-options.ts';
import { reloadPlan } from './reload.ts';
import { type RenderResult, renderRelease } from './render.ts';
import { requireTargetsOfTemplates } from './require-targets.ts';
import { type CredentialCheck, verifyRunAs } from './run-as.ts';

/** The order in a request of `create`. Throws NotFound for an unknown folder. */
export async function parseCreateOrder(
  { database }: Pick<ResourceContext, 'database'>,
  body: CreateBody,
  startsNow = false,
): Promise<CreateReleaseRequest> {
  const { folderId, startedFromTaskId } = body;
  return {
    releaseTitle: body.releaseTitle,
    folderId: folderId ? (await getFolder(database, folderId)).id : null,
    variables: mergedValues(body),
    scheduledStartDate: body.scheduledStartDate ?? null,
    autoStart: body.autoStart ?? false,
    startedFromTaskId: startedFromTaskId ? (idCandidates('Task', startedFromTaskId)[0] ?? null) : null,
    releaseOwner: body.releaseOwner ? body.releaseOwner : null,
    startsNow,
  };
}

/** An invisible object is refused like an unknown id, with the id as sent. */
const hideExistence =
  (rawId: Readonly<Record<string, string>>) =>
  (error: unknown): never => {
    throw error instanceof NotVisible ? notFound(error.kind, rawId[error.kind] ?? '') : error;
  };

/** Makes a release from a template, and starts it in the same moment where it is to. Throws Invalid, NotFound. */
export async function createRelease(
  context: ResourceContext,
  caller: Person,
  rawId: string,
  body: CreateBody,
  startsNow = false,
): Promise<RenderResult<ReleaseResponse>> {
  const { database, engine } = context;
  const order = await parseCreateOrder(context, body, startsNow);
  const templateId = await getReleaseId(database, caller, rawId);
  const { release, releaseView: saved } = await engine
    .createRelease(templateId, order, caller)
    .catch(hideExistence({ template: rawId, folder: body.folderId ?? '' }));
  return await renderRelease(context, saved ?? (await reloadPlan(database, release.id)), caller);
}

/** Makes a template in a folder. Throws Invalid, Conflict, NotFound. */
export async function createTemplate(
  context: ResourceContext,
  caller: Person,
  folderId: string,
  body: TemplateBody,
  credentialCheck: CredentialCheck | null = null,
): Promise<RenderResult<ReleaseResponse>> {
  const { database, engine } = context;
  const folder = await getFolder(database, folderId);
  const fields = templateDraft(body, await parseOptionsFor(context));
  await requireTargetsOfTemplates(context, caller, [fields]);
  const verified = credentialCheck && (await verifyRunAs(credentialCheck, { caller, before: null, patch: fields }));
  const draft = verified === null ? fields : { ...verified.patch, proof: verified.proof };
  const { release, releaseView: saved } = await engine
    .createTemplate(draft, folder.id, caller, completeTeams(body.teams))
    .catch(hideExistence({ folder: folderId }));
  const view = saved ?? (await reloadPlan(database, release.id));
  const rendered = await renderRelease(context, view, caller);
  const scripts = changedScripts(tasksOf(view.release), view.details.tasks, new Map());
  return { ...rendered, answer: await withScriptWarnings(context, rendered.answer, scripts) };
}
