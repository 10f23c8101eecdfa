import { location } from '../../../navigation/router.ts';
import type { InsightsContext } from '../data/insights-context.ts';
import { dashboardsUrl } from './dashboard.ts';
import { DashboardList } from './dashboard-list.tsx';
import { DashboardView } from './dashboard-view.tsx';

/** The dashboard in the address, or the list of dashboards. */
export function Dashboards({ context: { tz } }: { readonly context: InsightsContext }) {
  const { dashboard, folder } = dashboardsUrl.parse(location.value.query);
  return dashboard === null ? (
    <DashboardList folder={folder} />
  ) : (
    <DashboardView key={dashboard} id={dashboard} tz={tz} />
  );
}
