import { expects, list, oneOf, optional } from '@slipway/api-schema/format';
import { type PhaseResponse, phaseResponse, type TaskResponse, taskResponse } from '@slipway/api-schema/plans';
import { getPlan, renderRelease } from '@slipway/application/plans';
import { message } from '@slipway/domain/messages';
import { phaseVersions } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import { phasesWithTitle } from '@slipway/domain/restart';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { type Route, type RouteRequest, route } from '../http/route.ts';

const releaseId = z.string(expects(message('expected.releaseId')));
const title = z.string(expects(message('expected.text')));

type SearchRequest<Q> = Pick<RouteRequest<never, Q, undefined>, 'caller' | 'query'>;

/** Renders the phases of a release or template. Throws NotFound. */
async function phasesOf(
  deps: Deps,
  { caller, query }: SearchRequest<{ readonly releaseId: string }>,
): Promise<readonly PhaseResponse[]> {
  return (await renderRelease(deps, await getPlan(deps.database, caller, query.releaseId), caller)).answer.phases;
}

const flattenTasks = (tasks: readonly TaskResponse[]): readonly TaskResponse[] =>
  tasks.flatMap((task) => [task, ...flattenTasks(task.tasks ?? [])]);

const searchQuery = z.object({
  releaseId,
  phaseTitle: optional(z.string()).describe('of the phase, or of the one that it is a copy of'),
  phaseVersion: optional(oneOf(phaseVersions)),
});

async function searchPhases(deps: Deps, { caller, query }: SearchRequest<z.output<typeof searchQuery>>) {
  const view = await getPlan(deps.database, caller, query.releaseId);
  const matchingPhases = phasesWithTitle(view.release, query.phaseTitle ?? null, query.phaseVersion ?? 'ALL');
  return (await renderRelease(deps, { ...view, release: { ...view.release, phases: matchingPhases } }, caller)).answer
    .phases;
}

/** Routes that find phases and tasks of one release or template (rest-operations.md, Phases and Tasks). */
export const planSearch: readonly Route[] = [
  route({
    method: 'GET',
    path: '/phases/byTitle',
    name: 'searchPhasesByTitle',
    effect: 'replicaRead',
    summary: 'The phases of a release with this title',
    needs: { lists: neededToRead.phase },
    query: z.object({ releaseId, phaseTitle: title }),
    reply: list(phaseResponse),
    answer: async (deps, request) =>
      (await phasesOf(deps, request)).filter((phase) => phase.title === request.query.phaseTitle),
  }),
  route({
    method: 'GET',
    path: '/phases/search',
    name: 'searchPhases',
    effect: 'replicaRead',
    summary: 'The phases of a release with this title, their copies included, in one or all versions',
    needs: { lists: neededToRead.phase },
    query: searchQuery,
    reply: list(phaseResponse),
    answer: searchPhases,
  }),
  route({
    method: 'GET',
    path: '/tasks/byTitle',
    name: 'searchTasksByTitle',
    effect: 'replicaRead',
    summary: 'The tasks of a release, or of its phases with a title, with this title',
    needs: { lists: neededToRead.task },
    query: z.object({ releaseId, taskTitle: title, phaseTitle: optional(z.string()) }),
    reply: list(taskResponse),
    answer: async (deps, request) => {
      const { taskTitle, phaseTitle } = request.query;
      const phases = (await phasesOf(deps, request)).filter((phase) => !phaseTitle || phase.title === phaseTitle);
      return phases.flatMap(({ tasks }) => flattenTasks(tasks)).filter((task) => task.title === taskTitle);
    },
  }),
];
