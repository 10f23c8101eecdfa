import { eventTypesResponse, showEventTypes } from '@slipway/api-schema/events';
import { releaseEventsQuery, releaseEventsResponse } from '@slipway/api-schema/notifications';
import { renderReleaseEvents } from '@slipway/application/notifications';
import { neededToRead } from '@slipway/domain/people';
import { type Route, route } from '../http/route.ts';

/** Routes for events (notifications.md, Events). */
export const events: readonly Route[] = [
  route({
    method: 'GET',
    path: '/events/types',
    name: 'getEventTypes',
    summary: 'The types of events, with the JSON schema of their content and an example',
    needs: 'anyone',
    reply: eventTypesResponse,
    etag: 'content',
    answer: async ({ typePrefix }) => showEventTypes(typePrefix),
  }),
  route({
    method: 'GET',
    path: '/releases/{releaseId}/events',
    name: 'getReleaseEvents',
    summary: 'The events of a release, the newest first',
    needs: { on: 'releaseId', anyOf: [neededToRead.release], owner: true },
    query: releaseEventsQuery,
    reply: releaseEventsResponse,
    answer: (deps, { caller, path, query }) => renderReleaseEvents(deps, caller, path.releaseId, query),
  }),
];
