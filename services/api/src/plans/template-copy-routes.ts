import { optional } from '@slipway/api-schema/format';
import { createBody, releaseResponse } from '@slipway/api-schema/plans';
import { createRelease, getReleaseId, reloadPlan } from '@slipway/application/plans';
import { neededToChange, neededToCreate, neededToRead } from '@slipway/domain/people';
import { z } from 'zod';
import { jsonBody, type Route, route } from '../http/route.ts';
import { currentTemplate } from './cached-answers.ts';
import { taggedFor, taggedRelease } from './tagged-answers.ts';

const copyBody = z
  .object({
    title: optional(z.string()).describe("the template's, marked as a copy's, without it"),
    description: optional(z.string()).describe("the template's without it"),
  })
  .meta({ id: 'CopyTemplate' });

/** Routes that copy a template, or create and start a release from it (rest-operations.md, Templates). */
export const templateCopies: readonly Route[] = [
  route({
    method: 'POST',
    path: '/templates/{templateId}/copy',
    name: 'copyTemplate',
    summary: 'Makes a template like this one, in the same folder',
    needs: {
      all: [
        { on: 'templateId', anyOf: [neededToRead.template] },
        { on: 'templateId', anyOf: [neededToChange.template], atTop: neededToChange.newTemplate },
      ],
    },
    etag: currentTemplate,
    body: jsonBody(copyBody),
    reply: releaseResponse,
    answer: async (deps, { caller, path, body: { title, description } }) => {
      const order = { title: title ?? null, description: description ?? null };
      const id = await getReleaseId(deps.database, caller, path.templateId);
      const { release, releaseView: whole } = await deps.engine.copyTemplate(id, order, caller);
      return taggedRelease(deps, whole ?? (await reloadPlan(deps.database, release.id)), caller);
    },
  }),
  route({
    method: 'POST',
    path: '/templates/{templateId}/start',
    name: 'startReleaseFromTemplate',
    summary: 'Makes a release from a template and starts it, both or neither',
    needs: { on: 'templateId', anyOf: neededToCreate.onTemplate },
    etag: currentTemplate,
    body: jsonBody(createBody),
    reply: releaseResponse,
    answer: async (deps, { caller, path, body }) =>
      taggedFor(deps, caller, await createRelease(deps, caller, path.templateId, body, true)),
  }),
];
