// The responses of insights. They omit members without a value.

import type { DashboardResponse, DashboardSubscriptionResponse } from '@slipway/api-schema/dashboards';
import type {
  InsightCalendarResponse,
  InsightDeploymentRow,
  InsightDeploymentsResponse,
  InsightOptionsResponse,
  InsightProgressResponse,
  InsightQueryResponse,
  InsightReleaseRow,
  InsightReleasesResponse,
  InsightTasksResponse,
  InsightWaitsResponse,
} from '@slipway/api-schema/insights';

export type InsightsResponse = InsightQueryResponse;
export type Point = InsightQueryResponse['series'][number]['points'][number];
export type Total = InsightQueryResponse['total'][number];
export type ProgressResponse = InsightProgressResponse;
export type ReleaseRow = InsightReleaseRow;
export type ReleasesResponse = InsightReleasesResponse;
export type TasksResponse = InsightTasksResponse;
export type TaskRow = InsightTasksResponse['rows'][number];
export type WaitsResponse = InsightWaitsResponse;
export type WaitCell = InsightWaitsResponse['cells'][number];
/** A folder, team or release that waits or is awaited. A task without a team has no id. */
export type WaitParty = WaitCell['awaited'];
export type CalendarResponse = InsightCalendarResponse;
export type CalendarDay = InsightCalendarResponse['days'][number];

export type DeploymentRow = InsightDeploymentRow;
export type DeploymentsResponse = InsightDeploymentsResponse;
export type Dashboard = DashboardResponse;
export type Tile = Dashboard['tiles'][number];
/** The weekly mail of a dashboard to a user. */
export type Subscription = DashboardSubscriptionResponse;
/** The settings of insights for the installation. */
export type InsightOptions = InsightOptionsResponse;
export type WorkingHours = NonNullable<InsightOptions['workingHours']>;
