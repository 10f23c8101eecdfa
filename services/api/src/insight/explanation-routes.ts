import {
  type Explanation,
  type ExplanationContext,
  explainRelease,
  explainTask,
  isTemplate,
  neededToRead,
  rootFolderId,
} from '@slipway/domain';
import { type Person, readSituation, type Situation } from '@slipway/engine';
import { hold, nothingNamed, partLocated, planStanding, releaseIdNamed, seenOf, showFor } from '@slipway/resources';
import { type ExplanationAnswer, explanationAnswer, namedByExplanation, showExplanation } from '@slipway/wire';
import type { Deps } from '../context/deps.ts';
import { type Route, route } from '../http/route.ts';

/** The data around a release as the caller may view it: of invisible targets only the status. */
async function asSeenBy(
  deps: Deps,
  caller: Person,
  { targets, sources, ...world }: ExplanationContext,
): Promise<ExplanationContext> {
  const seen = await seenOf(deps, [...targets.keys()], caller);
  const known = [...sources];
  const there = await caller.atAll(known.map(([, { folderId }]) => ({ folderId: folderId ?? rootFolderId })));
  const isSeen = (index: number, folderId: string | null) =>
    folderId === null || there[index]?.may(neededToRead.configuration) === true;
  return {
    ...world,
    sources: new Map(
      known.map(([id, source], index) => [id, isSeen(index, source.folderId) ? source : { ...source, title: null }]),
    ),
    targets: new Map(
      [...targets].map(([id, target]) => [id, seen.has(id) ? target : { ...target, title: null, status: null }]),
    ),
  };
}

type Explain = (release: Situation['release'], world: ExplanationContext) => Explanation;

async function renderExplanation(
  deps: Deps,
  caller: Person,
  { release, world }: Situation,
  explained: Explain,
): Promise<ExplanationAnswer> {
  const explanation = explained(release, await asSeenBy(deps, caller, world));
  return showExplanation(explanation, await showFor(deps, namedByExplanation(explanation), caller));
}

async function renderReleaseExplanation(deps: Deps, caller: Person, written: string): Promise<ExplanationAnswer> {
  const situation = await readSituation(deps.database, await releaseIdNamed(deps.database, caller, written));
  if (situation === null || isTemplate(situation.release.status)) throw nothingNamed('release', written);
  await hold(caller, planStanding(situation), { what: 'release', written });
  return renderExplanation(deps, caller, situation, explainRelease);
}

/**
 * Explains a task to users who can view its release, and to participants of the task, who get its own reasons only. For a
 * gate, the answer includes the verdicts that the caller cannot give.
 */
async function renderTaskExplanation(deps: Deps, caller: Person, written: string): Promise<ExplanationAnswer> {
  const { id, releaseId } = await partLocated(deps.database, caller, 'Task', written);
  const situation = await readSituation(deps.database, releaseId);
  if (situation === null) throw nothingNamed('task', written);
  const member = await caller.asMember({ folderId: situation.release.folderId, releaseId });
  return renderExplanation(deps, caller, situation, (release, world) => explainTask(release, id, world, member));
}

/** Why a release or task does not move: every reason, in words and in data (this service's own). */
export const explanations: readonly Route[] = [
  route({
    method: 'GET',
    path: '/releases/{releaseId}/explain',
    name: 'explainRelease',
    summary: 'Why a release does not move: everything that its flow waits for at this moment',
    needs: { on: 'releaseId', anyOf: [neededToRead.release] },
    reply: explanationAnswer,
    answer: (deps, { caller, path }) => renderReleaseExplanation(deps, caller, path.releaseId),
  }),
  route({
    method: 'GET',
    path: '/tasks/{taskId}/explain',
    name: 'explainTask',
    summary: 'Why a task waits: its own pending work, or the tasks before it and their pending work',
    needs: { on: 'taskId', anyOf: [neededToRead.task], participant: true },
    reply: explanationAnswer,
    answer: (deps, { caller, path }) => renderTaskExplanation(deps, caller, path.taskId),
  }),
];
