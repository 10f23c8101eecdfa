import { dashboardSubscriptionBody, dashboardSubscriptionResponse } from '@slipway/api-schema/dashboards';
import {
  renderDashboardSubscription,
  subscribeToDashboard,
  unsubscribeFromDashboard,
} from '@slipway/application/dashboards';
import { neededToRead, requireSelf } from '@slipway/domain/people';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBody, type Route, route } from '../http/route.ts';

const contextOf = ({ database, engine, config }: Deps) => ({ database, engine, zone: config.reportTimezone });

/** Routes for weekly mails of dashboards (insights.md, Weekly mail). */
export const dashboardSubscriptions: readonly Route[] = [
  route({
    method: 'GET',
    path: '/dashboards/{dashboardId}/subscription',
    name: 'getDashboardSubscription',
    summary: 'Your weekly mail of a dashboard; without one, the schedule that a new one has',
    needs: { global: [neededToRead.insights] },
    reply: dashboardSubscriptionResponse,
    answer: (deps, { caller, path }) => renderDashboardSubscription(contextOf(deps), caller, path.dashboardId),
  }),
  route({
    method: 'PUT',
    path: '/dashboards/{dashboardId}/subscription',
    name: 'subscribeToDashboard',
    summary: 'Requests a weekly mail with the numbers of a dashboard, or changes its schedule',
    needs: { global: [neededToRead.insights] },
    body: jsonBody(dashboardSubscriptionBody),
    reply: dashboardSubscriptionResponse,
    answer: async (deps, { caller, login, path, body }) => {
      requireSelf(login, 'changeNotifications');
      return await subscribeToDashboard(contextOf(deps), caller, path.dashboardId, body);
    },
  }),
  route({
    method: 'DELETE',
    path: '/dashboards/{dashboardId}/subscription',
    name: 'unsubscribeFromDashboard',
    summary: 'Ends your weekly mail of a dashboard; nothing happens where there is none',
    needs: 'anyone',
    reply: null,
    answer: async (deps, { caller, login, path }) => {
      requireSelf(login, 'changeNotifications');
      await unsubscribeFromDashboard(contextOf(deps), caller, path.dashboardId);
    },
  }),
];
