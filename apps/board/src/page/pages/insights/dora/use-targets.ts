import type { QueryResult } from '../../../live/queries.ts';
import type { InsightsContext } from '../data/insights-context.ts';
import type { InsightsResponse } from '../data/responses.ts';
import { filterOf } from '../data/url-state.ts';
import { useInsights } from '../data/use-insights.ts';
import { groupNames } from './targets.ts';

/** Selected names: empty for all, null while they are unknown. */
export type Names = readonly string[] | null;

/** Requests the applications with deployments in the period. Without `isNeeded` it sends no request. */
export function useApplications({ request, query }: InsightsContext, isNeeded: boolean) {
  const filter = filterOf({ ...query, applications: null, environments: null }, 'deployment');
  const body = { ...request, filter, metrics: ['dora.deploymentFrequency'], groupBy: 'application' };
  return useInsights<InsightsResponse>('query', isNeeded ? body : null);
}

/** Requests the environments of these applications. Unknown applications send no request. */
export function useEnvironments({ request, query }: InsightsContext, applications: Names) {
  const filter = filterOf({ ...query, applications, environments: null }, 'deployment');
  const body = { ...request, filter, metrics: ['dora.deploymentFrequency'], groupBy: 'environment' };
  return useInsights<InsightsResponse>('query', applications === null ? null : body);
}

/** Returns the selected names, or else the one with the most deployments. */
function selectedNames(selected: Names, existing: QueryResult<InsightsResponse>): Names {
  if (selected !== null) return selected;
  return existing.isCurrent() ? groupNames(existing.value.value).slice(0, 1) : null;
}

/** The application and environment of a view: those of the address, or else those with the most deployments. */
export function useTarget(context: InsightsContext) {
  const { query } = context;
  const existing = useApplications(context, query.applications === null);
  const applications = selectedNames(query.applications, existing);
  const existingEnvironments = useEnvironments(context, query.environments === null ? applications : null);
  const environments = selectedNames(query.environments, existingEnvironments);
  const failed = existing.refusal.value === null ? existingEnvironments : existing;
  return { applications, environments, refusal: failed.refusal.value, retry: failed.retry };
}
