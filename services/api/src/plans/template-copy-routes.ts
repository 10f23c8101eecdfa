import { createBody, optional, releaseAnswer } from '@slipway/wire';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import { currentTemplate } from './cached-answers.ts';
import { findRelease } from './reach.ts';
import { anyView } from './reads.ts';
import { taggedRelease } from './tagged-answers.ts';
import { createRelease } from './template-routes.ts';

const copyBody = z
  .object({
    title: optional(z.string()).describe("the template's, marked as a copy's, without it"),
    description: optional(z.string()).describe("the template's without it"),
  })
  .meta({ id: 'CopyTemplate' });

/** What is made of a whole template beside planned releases (operations.md, Templates). */
export const templateCopies: readonly Route[] = [
  route({
    method: 'POST',
    path: '/templates/{templateId}/copy',
    name: 'copyTemplate',
    summary: 'Makes a template like this one, in the same folder',
    permission: 'template#create',
    subject: currentTemplate,
    body: copyBody,
    reply: releaseAnswer,
    answer: async (deps, { caller, path, body: { title, description } }) => {
      const order = { title: title ?? null, description: description ?? null };
      const id = await findRelease(deps, path.templateId);
      const { release, whole } = await deps.engine.copyTemplate(id, order, caller);
      return taggedRelease(deps, whole ?? (await anyView(deps, release.id)), caller);
    },
  }),
  route({
    method: 'POST',
    path: '/templates/{templateId}/start',
    name: 'startReleaseFromTemplate',
    summary: 'Makes a release from a template and starts it, both or neither',
    permission: 'template#create_release',
    subject: currentTemplate,
    body: createBody,
    reply: releaseAnswer,
    answer: (deps, { caller, path, body }) => createRelease(deps, caller, path.templateId, body, true),
  }),
];
