import { type Caller, type CreateOrder, idCandidates, rootFolderId, toRead } from '@slipway/domain';
import { newId } from '@slipway/engine';
import {
  createBody,
  defaultTeams,
  folderNamed,
  givenValues,
  optional,
  type ReleaseAnswer,
  releaseAnswer,
  releaseBody,
  templateDraft,
} from '@slipway/wire';
import { z } from 'zod';
import type { Deps } from '../context/deps.ts';
import { type Route, route } from '../http/route.ts';
import type { TaggedAnswer } from '../http/tagged-answer.ts';
import { currentTemplate } from './cached-answers.ts';
import { findRelease } from './reach.ts';
import { anyView, templateView } from './reads.ts';
import { readingOf } from './shown.ts';
import { taggedRelease } from './tagged-answers.ts';
import { teamsIn, templateTeams } from './teams.ts';
import { updateRelease } from './update-release.ts';

const templateBody = releaseBody
  .extend({ title: z.string({ error: 'expected a text' }) })
  .meta({ id: 'TemplateRequest' });

/** What a body of `create` asks for. Throws NotFound when there is no such folder. */
export async function orderOf(deps: Deps, body: z.output<typeof createBody>, startsNow = false): Promise<CreateOrder> {
  const { folderId, startedFromTaskId } = body;
  return {
    releaseTitle: body.releaseTitle,
    folderId: folderId ? (await folderNamed(deps.database, folderId)).id : null,
    variables: givenValues(body),
    scheduledStartDate: body.scheduledStartDate ?? null,
    autoStart: body.autoStart ?? false,
    startedFromTaskId: startedFromTaskId ? (idCandidates('Task', startedFromTaskId)[0] ?? null) : null,
    releaseOwner: body.releaseOwner ? body.releaseOwner : null,
    startsNow,
  };
}

/** Makes a release from a template, and starts it in the same moment where it is to. Throws Invalid, NotFound. */
export async function createRelease(
  deps: Deps,
  caller: Caller,
  written: string,
  body: z.output<typeof createBody>,
  startsNow = false,
): Promise<TaggedAnswer<ReleaseAnswer>> {
  const order = await orderOf(deps, body, startsNow);
  const templateId = await findRelease(deps, written);
  const { release, whole } = await deps.engine.createRelease(templateId, order, caller);
  return taggedRelease(deps, whole ?? (await anyView(deps, release.id)), caller);
}

/** Templates (rest-api.md, Get template, Create template, Create release from template; operations.md). */
export const templates: readonly Route[] = [
  route({
    method: 'POST',
    path: '/templates',
    name: 'createTemplate',
    summary: 'Makes a template',
    permission: 'template#create',
    query: z.object({ folderId: optional(z.string()).describe('the folder in which it is made') }),
    body: templateBody,
    reply: releaseAnswer,
    answer: async (deps, { caller, query: { folderId }, body }) => {
      const folder = await folderNamed(deps.database, folderId ? folderId : rootFolderId);
      const teams = teamsIn(body, caller, templateTeams) ?? defaultTeams(caller.username, () => newId('Team'));
      const draft = { ...templateDraft(body, await readingOf(deps)), teams };
      const { release, whole } = await deps.engine.createTemplate(draft, folder.id, caller);
      return taggedRelease(deps, whole ?? (await anyView(deps, release.id)), caller);
    },
  }),
  route({
    method: 'GET',
    path: '/templates/{templateId}',
    name: 'getTemplate',
    summary: 'A template',
    permission: toRead.template,
    subject: currentTemplate,
    reply: releaseAnswer,
    answer: (deps, { caller, path }) => currentTemplate(deps, path.templateId, caller),
  }),
  route({
    method: 'PUT',
    path: '/templates/{templateId}',
    name: 'updateTemplate',
    summary:
      'Changes the fields of a template that differ from what is stored; phases and variables have calls of their own',
    permission: 'template#edit',
    subject: currentTemplate,
    body: releaseBody,
    reply: releaseAnswer,
    answer: async (deps, { caller, path, body }) =>
      updateRelease(deps, caller, await templateView(deps, path.templateId), body),
  }),
  route({
    method: 'DELETE',
    path: '/templates/{templateId}',
    name: 'deleteTemplate',
    summary: 'Deletes a template',
    permission: 'template#edit',
    subject: currentTemplate,
    reply: null,
    answer: async (deps, { caller, path }) => {
      const { release } = await templateView(deps, path.templateId, false);
      await deps.engine.deleteRelease(release.id, caller);
    },
  }),
  route({
    method: 'POST',
    path: '/templates/{templateId}/create',
    name: 'createRelease',
    summary: 'Makes a release from a template',
    permission: 'template#create_release',
    subject: currentTemplate,
    body: createBody,
    reply: releaseAnswer,
    answer: (deps, { caller, path, body }) => createRelease(deps, caller, path.templateId, body),
  }),
];
