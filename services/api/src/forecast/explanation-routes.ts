import {
  type ExplanationResponse,
  explanationResponse,
  namedByExplanation,
  showExplanation,
} from '@slipway/api-schema/forecast';
import { name, optional } from '@slipway/api-schema/format';
import { findVisibleIds, planAttributes, renderContextFor, requirePermission } from '@slipway/application/model';
import { getPartLocation, getReleaseId } from '@slipway/application/plans';
import type { ExplanationContext } from '@slipway/domain/flow';
import { type Explanation, explainRelease, explainTask } from '@slipway/domain/forecast';
import { rootFolderId } from '@slipway/domain/ids';
import { isTemplate, missingPermission, notFound } from '@slipway/domain/model';
import { isSameUser, neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { type ExplanationInput, readExplanationInput } from '@slipway/persistence/forecast';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { type Route, route } from '../http/route.ts';

/** The objects that affect a release, as the caller may view them: for invisible targets only the status. */
async function toVisibleContext(
  deps: Deps,
  caller: Person,
  { targets, sources, ...context }: ExplanationContext,
): Promise<ExplanationContext> {
  const visibleIds = await findVisibleIds(deps, [...targets.keys()], caller);
  const sourceEntries = [...sources];
  const callers = await caller.callersAt(
    sourceEntries.map(([, { folderId }]) => ({ folderId: folderId ?? rootFolderId })),
  );
  const isVisible = (index: number, folderId: string | null) =>
    folderId === null || callers[index]?.may(neededToRead.configuration) === true;
  return {
    ...context,
    sources: new Map(
      sourceEntries.map(([id, source], index) => [
        id,
        isVisible(index, source.folderId) ? source : { ...source, title: null },
      ]),
    ),
    targets: new Map(
      [...targets].map(([id, target]) => [id, visibleIds.has(id) ? target : { ...target, title: null, status: null }]),
    ),
  };
}

type Explain = (release: ExplanationInput['release'], context: ExplanationContext) => Explanation;

async function renderExplanation(
  deps: Deps,
  caller: Person,
  { release, data: context }: ExplanationInput,
  explain: Explain,
): Promise<ExplanationResponse> {
  const explanation = explain(release, await toVisibleContext(deps, caller, context));
  return showExplanation(explanation, await renderContextFor(deps, namedByExplanation(explanation), caller));
}

async function renderReleaseExplanation(deps: Deps, caller: Person, rawId: string): Promise<ExplanationResponse> {
  const situation = await readExplanationInput(deps.database, await getReleaseId(deps.database, caller, rawId));
  if (situation === null || isTemplate(situation.release.status)) throw notFound('release', rawId);
  await requirePermission(caller, planAttributes(situation), { label: 'release', rawId });
  return renderExplanation(deps, caller, situation, explainRelease);
}

const taskQuery = z.object({
  user: optional(name).describe(
    `whose verdicts and actions \`refused\` and \`lacking\` describe; oneself unless given; for other users it requires ${neededToRead.permissionOfOthers}`,
  ),
});

/** Returns the user that an explanation describes. Throws Forbidden if the caller may only request their own. */
async function describedUser({ engine }: Deps, caller: Person, username: string): Promise<Person> {
  if (isSameUser(username, caller.username)) return caller;
  if (!caller.hasPermission(neededToRead.permissionOfOthers))
    throw missingPermission(neededToRead.permissionOfOthers, rootFolderId);
  return await engine.access.byName(username);
}

/**
 * Explains a task to users who can view its release, and to participants of the task, who get its own reasons only. For a
 * gate, the answer includes the verdicts that the described user cannot give.
 */
async function renderTaskExplanation(
  deps: Deps,
  caller: Person,
  rawId: string,
  username: string,
): Promise<ExplanationResponse> {
  const { id, releaseId } = await getPartLocation(deps.database, caller, 'Task', rawId);
  const situation = await readExplanationInput(deps.database, releaseId);
  if (situation === null) throw notFound('task', rawId);
  const described = await describedUser(deps, caller, username);
  const scope = { folderId: situation.release.folderId, releaseId };
  const [member, describedMember] = await Promise.all([caller.memberAt(scope), described.memberAt(scope)]);
  return renderExplanation(deps, caller, situation, (release, context) => {
    const { unheard, lacking } = explainTask(release, id, context, describedMember);
    return { ...explainTask(release, id, context, member), unheard, lacking };
  });
}

/** The reasons why a release or task waits, as texts and as data (an extension). */
export const explanations: readonly Route[] = [
  route({
    method: 'GET',
    path: '/releases/{releaseId}/explain',
    name: 'explainRelease',
    summary: 'Why a release does not move: everything that its flow waits for at this moment',
    needs: { on: 'releaseId', anyOf: [neededToRead.release] },
    reply: explanationResponse,
    answer: (deps, { caller, path }) => renderReleaseExplanation(deps, caller, path.releaseId),
  }),
  route({
    method: 'GET',
    path: '/tasks/{taskId}/explain',
    name: 'explainTask',
    summary: 'Why a task waits: its own pending work, or the tasks before it and their pending work',
    needs: { on: 'taskId', anyOf: [neededToRead.task], participant: true },
    query: taskQuery,
    reply: explanationResponse,
    answer: (deps, { caller, path, query: { user = caller.username } }) =>
      renderTaskExplanation(deps, caller, path.taskId, user),
  }),
];
