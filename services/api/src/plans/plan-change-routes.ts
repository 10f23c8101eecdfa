import { releaseBody, releaseResponse } from '@slipway/api-schema/plans';
import { getRelease, getTemplate, updateRelease } from '@slipway/application/plans';
import { neededForCommand } from '@slipway/domain/commands';
import { neededToChange } from '@slipway/domain/people';
import { jsonBody, type Route, route } from '../http/route.ts';
import { createCredentialCheck } from '../people/confirm-credentials.ts';
import { currentRelease, currentTemplate } from './cached-answers.ts';
import { taggedFor } from './tagged-answers.ts';

const updateAccess = { needed: neededForCommand('updateRelease') };
const deleteAccess = { needed: neededForCommand('deleteRelease'), phases: false };

/** The differences between the routes of a release and those of a template. */
const kinds = {
  release: {
    path: '/releases/{releaseId}',
    parameter: 'releaseId',
    etag: currentRelease,
    find: getRelease,
    update: { name: 'updateRelease', needs: { command: 'updateRelease', on: 'releaseId' } },
    delete: {
      name: 'deleteRelease',
      summary: 'Deletes a release that is planned or over',
      needs: { command: 'deleteRelease', on: 'releaseId' },
    },
  },
  template: {
    path: '/templates/{templateId}',
    parameter: 'templateId',
    etag: currentTemplate,
    find: getTemplate,
    update: { name: 'updateTemplate', needs: { on: 'templateId', anyOf: [neededToChange.template] } },
    delete: {
      name: 'deleteTemplate',
      summary: 'Deletes a template',
      needs: { on: 'templateId', anyOf: [neededToChange.template] },
    },
  },
} as const;

/** Creates the route that changes a release or template to the state in the body. */
export function updatePlanRoute(kind: keyof typeof kinds): Route {
  const { path: pattern, parameter, etag, find, update } = kinds[kind];
  return route({
    method: 'PUT',
    path: pattern,
    name: update.name,
    summary: `Changes a ${kind} to the state in the body: fields, phases, tasks and variables that differ, all of them or none`,
    needs: update.needs,
    etag,
    body: jsonBody(releaseBody),
    reply: releaseResponse,
    answer: async (deps, { caller, actor, path, body }) => {
      const plan = await find(deps.database, caller, path[parameter], updateAccess);
      return taggedFor(deps, caller, await updateRelease(deps, caller, plan, body, createCredentialCheck(deps, actor)));
    },
  });
}

/** Creates the route that deletes a release or template. */
export function deletePlanRoute(kind: keyof typeof kinds): Route {
  const { path: pattern, parameter, etag, find, delete: deletion } = kinds[kind];
  return route({
    method: 'DELETE',
    path: pattern,
    name: deletion.name,
    summary: deletion.summary,
    needs: deletion.needs,
    etag,
    reply: null,
    answer: async (deps, { caller, path }) => {
      const { release } = await find(deps.database, caller, path[parameter], deleteAccess);
      await deps.engine.deleteRelease(release.id, caller);
    },
  });
}
