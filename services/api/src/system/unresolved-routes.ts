import { list, messageData, oneOf, optional, showMessage } from '@slipway/api-schema/format';
import { findUnresolved, unresolvedKinds } from '@slipway/application/system';
import { neededToRead } from '@slipway/domain/people';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';

const item = z
  .object({
    kind: z.string().describe('such as `PLUGIN_TYPE`; later versions add kinds'),
    id: z.string().describe('of the thing to change, such as a task'),
    title: z.string(),
    field: z.string().optional().describe('the field to change; absent: the thing as a whole'),
    container: z
      .object({ type: z.enum(['template', 'release', 'folder']), id: z.string(), title: z.string() })
      .optional()
      .describe('where the thing is; absent: it is global'),
    message: z.string().describe('the problem, and its solution'),
    ...messageData.shape,
  })
  .meta({ id: 'UnresolvedItem' });

const unresolvedAnswer = z
  .object({
    count: z.int().describe('of all items'),
    counts: z.record(z.string(), z.int()).readonly().describe('of the items of each kind'),
    items: list(item).describe('the first 200 of each kind'),
  })
  .meta({ id: 'Unresolved' });

/**
 * Route for the references and scripts that an operator has to fix after an update or an import. It extends the API of
 * the family.
 */
export const unresolved: readonly Route[] = [
  route({
    method: 'GET',
    path: '/system/unresolved',
    name: 'listUnresolved',
    summary:
      'Unresolved parts of templates and unfinished releases, such as references to missing plugins, scripts without a stored author, and broken triggers',
    needs: { global: [neededToRead.consistency] },
    query: z.object({ kind: optional(oneOf(unresolvedKinds)).describe('only this kind') }),
    reply: unresolvedAnswer,
    answer: async (deps, { query }) => {
      const { count, counts, items } = await findUnresolved(deps, query.kind ?? null);
      return {
        count,
        counts,
        items: items.map(({ field, container, message, ...rest }) => {
          const { sentence, ...data } = showMessage(message);
          return { ...rest, field: field ?? undefined, container: container ?? undefined, message: sentence, ...data };
        }),
      };
    },
  }),
];
