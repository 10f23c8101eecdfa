import { clip, idCandidates, isTemplate, NotFound, neededToRead } from '@slipway/domain';
import { explain } from '@slipway/engine';
import { locate } from '@slipway/persistence';
import { releaseIdNamed, showFor } from '@slipway/resources';
import { type ExplanationAnswer, explanationAnswer, namedByExplanation, showExplanation } from '@slipway/wire';
import type { Deps } from '../context/deps.ts';
import { type Route, route } from '../http/route.ts';

async function renderExplanation(
  deps: Deps,
  written: string,
  releaseId: string,
  taskId: string | null,
): Promise<ExplanationAnswer> {
  const explanation = await explain(deps.database, releaseId, taskId);
  if (explanation === null || (taskId === null && isTemplate(explanation.status))) {
    throw new NotFound(`there is no ${taskId === null ? 'release' : 'task'} '${clip(written)}'`);
  }
  return showExplanation(explanation, await showFor(deps, namedByExplanation(explanation)));
}

async function renderTaskExplanation(deps: Deps, written: string): Promise<ExplanationAnswer> {
  const found = await locate(deps.database, 'Task', idCandidates('Task', written), written.split('/').slice(0, -1));
  if (found === null) throw new NotFound(`there is no task '${clip(written)}'`);
  return renderExplanation(deps, written, found.releaseId, found.id);
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
    answer: async (deps, { path }) =>
      renderExplanation(deps, path.releaseId, await releaseIdNamed(deps.database, path.releaseId), null),
  }),
  route({
    method: 'GET',
    path: '/tasks/{taskId}/explain',
    name: 'explainTask',
    summary: 'Why a task does not move: what it waits for, or what comes before it and what that waits for',
    needs: { on: 'taskId', anyOf: [neededToRead.task] },
    reply: explanationAnswer,
    answer: (deps, { path }) => renderTaskExplanation(deps, path.taskId),
  }),
];
