import { optional } from '@slipway/api-schema/format';
import { createBody, releaseBody, releaseResponse, templateBody } from '@slipway/api-schema/plans';
import { createRelease, createTemplate, getTemplate, updateRelease } from '@slipway/application/plans';
import { rootFolderId } from '@slipway/domain/ids';
import { neededForCommand, neededToChange, neededToCreate, neededToRead } from '@slipway/domain/people';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import { createCredentialCheck } from '../people/confirm-credentials.ts';
import { currentPlan, currentTemplate } from './cached-answers.ts';
import { taggedFor } from './tagged-answers.ts';

const updateAccess = { needed: neededForCommand.updateRelease };
const deleteAccess = { needed: neededForCommand.deleteRelease, phases: false };

/** Templates (rest-api.md, Get template, Create template, Create release from template; rest-operations.md). */
export const templates: readonly Route[] = [
  route({
    method: 'POST',
    path: '/templates',
    name: 'createTemplate',
    summary: 'Makes a template',
    needs: {
      named: [neededToChange.newTemplate],
      why: 'the query names its folder',
      inQuery: { on: 'folderId', anyOf: [neededToChange.template], atTop: neededToChange.newTemplate },
    },
    query: z.object({ folderId: optional(z.string()).describe('the folder in which it is made') }),
    body: templateBody,
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
    summary: 'A template, or the release of that id',
    needs: { on: 'templateId', anyOf: [neededToRead.template] },
    subject: currentPlan,
    reply: releaseResponse,
    answer: (deps, { caller, path }) => currentPlan(deps, path.templateId, caller),
  }),
  route({
    method: 'PUT',
    path: '/templates/{templateId}',
    name: 'updateTemplate',
    summary:
      'Changes a template to the state in the body: fields, phases, tasks and variables that differ, all of them or none',
    needs: { on: 'templateId', anyOf: [neededToChange.template] },
    subject: currentTemplate,
    body: releaseBody,
    reply: releaseResponse,
    answer: async (deps, { caller, actor, path, body }) =>
      taggedFor(
        deps,
        caller,
        await updateRelease(
          deps,
          caller,
          await getTemplate(deps.database, caller, path.templateId, updateAccess),
          body,
          createCredentialCheck(deps, actor),
        ),
      ),
  }),
  route({
    method: 'DELETE',
    path: '/templates/{templateId}',
    name: 'deleteTemplate',
    summary: 'Deletes a template',
    needs: { on: 'templateId', anyOf: [neededToChange.template] },
    subject: currentTemplate,
    reply: null,
    answer: async (deps, { caller, path }) => {
      const { release } = await getTemplate(deps.database, caller, path.templateId, deleteAccess);
      await deps.engine.deleteRelease(release.id, caller);
    },
  }),
  route({
    method: 'POST',
    path: '/templates/{templateId}/create',
    name: 'createRelease',
    summary: 'Makes a release from a template',
    needs: { on: 'templateId', anyOf: neededToCreate.onTemplate },
    subject: currentTemplate,
    body: createBody,
    reply: releaseResponse,
    answer: async (deps, { caller, path, body }) =>
      taggedFor(deps, caller, await createRelease(deps, caller, path.templateId, body)),
  }),
];
