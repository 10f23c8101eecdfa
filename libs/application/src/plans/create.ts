import { completeTeams } from '@slipway/api-schema/people';
import {
  type CreateBody,
  mergedValues,
  type ReleaseResponse,
  type TemplateBody,
  templateDraft,
} from '@slipway/api-schema/plans';
import { idCandidates } from '@slipway/domain/ids';
import { NotVisible, notFound, passwordMask, type ReleasePatch, type RunAsProof, tasksOf } from '@slipway/domain/model';
import { isSameUser } from '@slipway/domain/people';
import { changedScripts } from '@slipway/domain/scripts';
import type { CreateReleaseRequest } from '@slipway/domain/templates';
import type { Person } from '@slipway/engine';
import { getFolder } from '../folders/find.ts';
import type { ResourceContext } from '../model/context.ts';
import { withScriptWarnings } from '../model/script-warnings.ts';
import { getReleaseId, reloadPlan } from './find.ts';
import { parseOptionsFor } from './parse-options.ts';
import { type RenderResult, renderRelease } from './render.ts';
import { requireTargetsOfTemplates } from './require-targets.ts';

/** Checks what came along with a release as `scriptUserPassword`. Throws Invalid, and what a login throws. */
export interface CredentialCheck {
  /** that it is the password of a user, as a login does */
  password(username: string, password: string): Promise<void>;
  /** that it is a personal access token that holds; null: it is meant to be none */
  token(text: string): Promise<RunAsProof | null>;
}

interface RunAsRequest<T extends ReleasePatch> {
  readonly caller: Person;
  /** as whom scripts run so far by a token; null: by none */
  readonly before: string | null;
  readonly patch: T;
}

/** The changes, with the user of a token in place of its text. */
interface VerifiedRunAs<T extends ReleasePatch> {
  readonly patch: T;
  readonly proof: RunAsProof | null;
}

/**
 * The requested run-as user with a verified password, or with a token in place of password and name; null if none was
 * sent, or none is needed. Throws Invalid for wrong credentials.
 */
export async function verifyRunAs<T extends ReleasePatch>(
  credentialCheck: CredentialCheck,
  { caller, before, patch }: RunAsRequest<T>,
): Promise<VerifiedRunAs<T>> {
  const { scriptUsername, scriptUserPassword: password } = patch;
  if (!password || password === passwordMask) return { patch, proof: null };
  const byToken = scriptUsername ? null : await credentialCheck.token(password);
  if (byToken !== null) {
    const { username } = byToken;
    return { patch: { ...patch, scriptUsername: username, scriptUserPassword: null }, proof: byToken };
  }
  const username = scriptUsername === undefined ? before : scriptUsername;
  if (!username) return { patch, proof: null };
  // who is logged in by a limited token is not themselves: that is decided with the change
  if (scriptUsername && isSameUser(username, caller.username)) return { patch, proof: null };
  if (!caller.hasPermission('admin')) await credentialCheck.password(username, password);
  return { patch, proof: { username, tokenId: null } };
}

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
