import { list, optional } from '@slipway/api-schema/format';
import { childVariablesResponse, createBody, releaseResponse, templateBody } from '@slipway/api-schema/plans';
import { createRelease, createTemplate, listChildVariables } from '@slipway/application/plans';
import { rootFolderId } from '@slipway/domain/ids';
import { neededToChange, neededToCreate, neededToRead } from '@slipway/domain/people';
import { z } from 'zod';
import { jsonBody, type Route, route } from '../http/route.ts';
import { createCredentialCheck } from '../people/confirm-credentials.ts';
import { currentPlan, currentTemplate } from './cached-answers.ts';
import { deletePlanRoute, updatePlanRoute } from './plan-change-routes.ts';
import { taggedFor } from './tagged-answers.ts';

/**
 * Routes for templates (rest-api.md, Get template, Create template, Create release from template; rest-operations.md).
 */
export const templates: readonly Route[] = [
  route({
    method: 'POST',
    path: '/templates',
    name: 'createTemplate',
    summary: 'Creates a template',
    needs: {
      named: [neededToChange.newTemplate],
      why: 'the query names its folder',
      inQuery: { on: 'folderId', anyOf: [neededToChange.template], atTop: neededToChange.newTemplate },
    },
    query: z.object({ folderId: optional(z.string()).describe('the folder of the new template') }),
    body: jsonBody(templateBody),
    reply: releaseResponse,
    answer: async (deps, { caller, actor, query: { folderId }, body }) =>
      taggedFor(
        deps,
        caller,
        await createTemplate(
          deps,
          caller,
          folderId ? folderId : rootFolderId,
          body,
          createCredentialCheck(deps, actor),
        ),
      ),
  }),
  route({
    method: 'GET',
    path: '/templates/{templateId}',
    name: 'getTemplate',
    summary: 'Returns a template, or the release with this id',
    needs: { on: 'templateId', anyOf: [neededToRead.template] },
    etag: currentPlan,
    reply: releaseResponse,
    answer: (deps, { caller, path }) => currentPlan(deps, path.templateId, caller),
  }),
  updatePlanRoute('template'),
  deletePlanRoute('template'),
  route({
    method: 'GET',
    path: '/templates/{templateId}/child-variables',
    name: 'getChildVariables',
    summary: 'The variables of the releases that its tasks create, which can be set when a release is created',
    needs: { on: 'templateId', anyOf: [neededToRead.template] },
    reply: list(childVariablesResponse),
    answer: (deps, { caller, path }) => listChildVariables(deps, caller, path.templateId),
  }),
  route({
    method: 'POST',
    path: '/templates/{templateId}/create',
    name: 'createRelease',
    summary: 'Creates a release from a template',
    needs: { on: 'templateId', anyOf: neededToCreate.onTemplate },
    etag: currentTemplate,
    body: jsonBody(createBody),
    reply: releaseResponse,
    answer: async (deps, { caller, path, body }) =>
      taggedFor(deps, caller, await createRelease(deps, caller, path.templateId, body)),
  }),
];
