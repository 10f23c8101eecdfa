import { flag, list, nameList, optional, showType, wholeNumber } from '@slipway/api-schema/format';
import { type TriggerPageResponse, triggerBody, triggerPage, triggerResponse } from '@slipway/api-schema/triggers';
import { getFolder } from '@slipway/application/folders';
import { getReleaseId } from '@slipway/application/plans';
import {
  createTrigger,
  getTrigger,
  renderTrigger,
  renderTriggerContext,
  renderTriggers,
  toChangeTrigger,
  updateTrigger,
} from '@slipway/application/triggers';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import { triggerTypes } from '@slipway/domain/triggers';
import { type Person, removeTrigger } from '@slipway/engine';
import { searchTriggers } from '@slipway/persistence/triggers';
import { isTriggerRoot } from '@slipway/plugins';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBody, type Route, route } from '../http/route.ts';

const searchQuery = z.object({
  folderId: optional(z.string()).describe('in this folder or anywhere below it'),
  folderTitle: optional(z.string()),
  templateId: optional(z.string()),
  templateTitle: optional(z.string()),
  triggerTitle: optional(z.string()),
  triggerType: optional(z.union([z.string().transform((type) => [type]), nameList])),
  page: optional(wholeNumber()),
  resultsPerPage: optional(wholeNumber(1)).describe('at most 1000'),
  metadata: optional(flag).describe(
    'whether $metadata contains titles of folders and templates, and the permissions of the caller',
  ),
});

async function search(deps: Deps, caller: Person, query: z.output<typeof searchQuery>): Promise<TriggerPageResponse> {
  const { folderId, templateId, triggerType, page: number = 0, resultsPerPage = 100, metadata, ...titles } = query;
  const size = Math.min(resultsPerPage, 1000);
  const filter = {
    ...titles,
    folderId: folderId ? (await getFolder(deps.database, folderId, { caller, anyOf: [neededToRead.folder] })).id : null,
    templateId: templateId ? await getReleaseId(deps.database, caller, templateId) : null,
    types: triggerType ?? null,
  };
  const { triggers, total } = await searchTriggers(deps.database, filter, caller.visibility(neededToRead.trigger), {
    limit: size,
    offset: number * size,
  });
  return {
    content: await renderTriggers(deps, triggers, caller),
    number,
    size,
    numberOfElements: triggers.length,
    totalElements: total,
    totalPages: Math.ceil(total / size),
    first: number === 0,
    last: (number + 1) * size >= total,
    ...(metadata && { $metadata: await renderTriggerContext(deps, triggers, caller) }),
  };
}

/** Routes for triggers (rest-operations.md, Triggers). The full id of a trigger starts with the id of its folder. */
export const triggers: readonly Route[] = [
  route({
    method: 'GET',
    path: '/triggers',
    name: 'searchTriggers',
    summary: 'The matching triggers, ordered by title. Titles match partially, ignoring case',
    needs: { lists: neededToRead.trigger },
    query: searchQuery,
    reply: triggerPage,
    answer: (deps, { caller, query }) => search(deps, caller, query),
  }),
  route({
    method: 'POST',
    path: '/triggers',
    name: 'addTrigger',
    summary: 'Creates a trigger. It does not fire at once',
    needs: {
      named: [neededToChange.trigger, neededToChange.newTemplate],
      why: 'the body names its folder and template',
    },
    body: jsonBody(triggerBody),
    reply: triggerResponse,
    answer: (deps, { caller, body }) => createTrigger(deps, caller, body),
  }),
  route({
    method: 'GET',
    path: '/triggers/types',
    name: 'getTriggerTypes',
    summary: 'The available types of triggers',
    needs: 'anyone',
    reply: list(z.object({ type: z.string(), title: z.string(), description: z.string() })),
    answer: async ({ plugins, typePrefix }) => [
      ...Object.entries(triggerTypes).map(([type, { label, description }]) => ({ type, title: label, description })),
      ...[...(await plugins.current()).values()]
        .filter(({ root, virtual }) => isTriggerRoot(root) && !virtual)
        .map(({ name, label, description }) => ({ type: showType(name, typePrefix), title: label, description })),
    ],
  }),
  route({
    method: 'GET',
    path: '/triggers/{triggerId}',
    name: 'getTrigger',
    summary: 'A trigger',
    needs: { on: 'triggerId', anyOf: [neededToRead.trigger] },
    reply: triggerResponse,
    answer: (deps, { caller, path }) => renderTrigger(deps, path.triggerId, caller),
  }),
  route({
    method: 'PUT',
    path: '/triggers/{triggerId}',
    name: 'updateTrigger',
    summary: 'Updates the fields of a trigger in the body. An update does not fire the trigger',
    needs: { on: 'triggerId', anyOf: [neededToChange.trigger] },
    body: jsonBody(triggerBody),
    reply: triggerResponse,
    answer: (deps, { caller, path, body }) => updateTrigger(deps, caller, path.triggerId, body),
  }),
  route({
    method: 'DELETE',
    path: '/triggers/{triggerId}',
    name: 'removeTrigger',
    summary: 'Deletes a trigger with its run history. The releases that it created stay',
    needs: { on: 'triggerId', anyOf: [neededToChange.trigger] },
    reply: null,
    answer: async (deps, { caller, path }) =>
      removeTrigger(deps, (await getTrigger(deps.database, path.triggerId, toChangeTrigger(caller))).trigger.id),
  }),
];
