import { completeTeams } from '@slipway/api-schema/people';
import {
  type CreateBody,
  mergedValues,
  type ReleaseResponse,
  type TemplateBody,
  templateDraft,
} from '@slipway/api-schema/plans';
import { idCandidates, targetId } from '@slipway/domain/ids';
import { NotVisible, notFound, passwordMask, type ReleasePatch, type RunAsProof, tasksOf } from '@slipway/domain/model';
import { isSameUser } from '@slipway/domain/people';
import { changedScripts } from '@slipway/domain/scripts';
import type { ChildVariables, CreateReleaseRequest } from '@slipway/domain/templates';
import type { Person } from '@slipway/engine';
import { getFolder } from '../folders/find.ts';
import type { ResourceContext } from '../model/context.ts';
import { mailWarningsFor, withScriptWarnings } from '../model/script-warnings.ts';
import { getReleaseId, reloadPlan } from './find.ts';
import { parseOptionsFor } from './parse-options.ts';
import { type RenderResult, renderRelease } from './render.ts';
import { requireTargetsOfTemplates } from './require-targets.ts';

/** Verifies the value of `scriptUserPassword`. Throws Invalid, and the errors of a login. */
export interface CredentialCheck {
  /** Verifies the password of a user, like a login. */
  password(username: string, password: string): Promise<void>;
  /** Verifies a personal access token. Returns null for a text that does not have the form of a token. */
  token(text: string): Promise<RunAsProof | null>;
}

interface RunAsRequest<T extends ReleasePatch> {
  readonly caller: Person;
  /** the current run-as user if it was set by a token; otherwise null */
  readonly before: string | null;
  readonly patch: T;
}

/** The changes, in which the user of a token replaces its text. */
interface VerifiedRunAs<T extends ReleasePatch> {
  readonly patch: T;
  readonly proof: RunAsProof | null;
}

/**
 * Returns the requested run-as user with a verified password, or the user of a verified token. Returns no proof if the
 * request contains neither, or needs none. Throws Invalid for wrong credentials.
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
  // The command decides about callers with a restricted token.
  if (scriptUsername && isSameUser(username, caller.username)) return { patch, proof: null };
  if (!caller.hasPermission('admin')) await credentialCheck.password(username, password);
  return { patch, proof: { username, tokenId: null } };
}

const parseChildVariables = ({
  taskId,
  variables,
}: NonNullable<CreateBody['childVariables']>[number]): ChildVariables => ({
  taskId: targetId(taskId) ?? taskId,
  variables,
});

/** Returns the creation order of a `create` request. Throws NotFound for an unknown folder. */
export async function parseCreateOrder(
  { database }: Pick<ResourceContext, 'database'>,
  body: CreateBody,
  startsNow = false,
): Promise<CreateReleaseRequest> {
  const { folderId, startedFromTaskId, description, tags, dueDate } = body;
  return {
    releaseTitle: body.releaseTitle,
    folderId: folderId ? (await getFolder(database, folderId)).id : null,
    variables: mergedValues(body),
    scheduledStartDate: body.scheduledStartDate ?? null,
    autoStart: body.autoStart ?? false,
    startedFromTaskId: startedFromTaskId ? (idCandidates('Task', startedFromTaskId)[0] ?? null) : null,
    releaseOwner: body.releaseOwner ? body.releaseOwner : null,
    startsNow,
    ...(body.childVariables && { childVariables: body.childVariables.map(parseChildVariables) }),
    own: { description: description ?? undefined, tags, dueDate: dueDate ?? undefined },
  };
}

/** Converts the refusal of an invisible object to the NotFound of an unknown id, with the id from the request. */
const hideExistence =
  (rawId: Readonly<Record<string, string>>) =>
  (error: unknown): never => {
    throw error instanceof NotVisible ? notFound(error.kind, rawId[error.kind] ?? '') : error;
  };

/** Creates a release from a template. With `startsNow`, the release starts at once. Throws Invalid, NotFound. */
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

/** Creates a template in a folder. Throws Invalid, Conflict, NotFound. */
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
  const others = mailWarningsFor(context, tasksOf(view.release));
  return { ...rendered, answer: await withScriptWarnings(context, rendered.answer, scripts, others) };
}
