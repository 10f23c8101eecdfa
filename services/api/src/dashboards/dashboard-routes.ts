import { dashboardBody, dashboardResponse } from '@slipway/api-schema/dashboards';
import { list, optional, wholeNumber } from '@slipway/api-schema/format';
import {
  changeDashboard,
  createDashboard,
  removeDashboard,
  renderDashboard,
  renderDashboards,
} from '@slipway/application/dashboards';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import { z } from 'zod';
import type { Needs } from '../http/needs/needs.ts';
import { jsonBody, type Route, route } from '../http/route.ts';

const readNeeds = { global: [neededToRead.insights] } as const satisfies Needs;
const editNeeds = {
  anywhere: [neededToChange.dashboard, neededToChange.newDashboard],
  why: 'a dashboard of a folder needs the first permission there, and one without folder the second',
} as const satisfies Needs;

/** Routes for dashboards (insights.md, Dashboards). They extend the API of the family. */
export const dashboards: readonly Route[] = [
  route({
    method: 'GET',
    path: '/dashboards',
    name: 'getDashboards',
    summary: 'The dashboards that you can view, by title; at most 1000',
    needs: readNeeds,
    query: z.object({
      folderId: z.string().optional().describe('those of this folder, of the folders around it, and without folder'),
    }),
    reply: list(dashboardResponse),
    answer: (deps, { caller, query }) => renderDashboards(deps, caller, query.folderId),
  }),
  route({
    method: 'POST',
    path: '/dashboards',
    name: 'createDashboard',
    summary: 'Creates a dashboard; in a folder it also needs dashboard#edit there',
    needs: { global: [neededToChange.newDashboard] },
    body: jsonBody(dashboardBody),
    reply: dashboardResponse,
    answer: (deps, { caller, actor, body }) => createDashboard(deps, { caller, actor }, body),
  }),
  route({
    method: 'GET',
    path: '/dashboards/{dashboardId}',
    name: 'getDashboard',
    summary: 'A dashboard with its tiles, without values',
    needs: readNeeds,
    reply: dashboardResponse,
    etag: 'content',
    answer: (deps, { caller, path }) => renderDashboard(deps, caller, path.dashboardId),
  }),
  route({
    method: 'PUT',
    path: '/dashboards/{dashboardId}',
    name: 'updateDashboard',
    summary: 'Replaces a dashboard',
    needs: editNeeds,
    body: jsonBody(dashboardBody),
    reply: dashboardResponse,
    etag: 'content',
    answer: (deps, { caller, actor, stillAs, path, body }) =>
      changeDashboard(deps, { caller, actor, stillAs }, path.dashboardId, body),
  }),
  route({
    method: 'DELETE',
    path: '/dashboards/{dashboardId}',
    name: 'deleteDashboard',
    summary: 'Deletes a dashboard',
    needs: editNeeds,
    query: z.object({ version: optional(wholeNumber()).describe('another version returns 409') }),
    reply: null,
    answer: (deps, { caller, actor, path, query }) =>
      removeDashboard(deps, { caller, actor }, path.dashboardId, query.version),
  }),
];
