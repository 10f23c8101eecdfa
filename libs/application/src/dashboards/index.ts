export {
  changeDashboard,
  createDashboard,
  removeDashboard,
  renderDashboard,
  renderDashboards,
} from './dashboards.ts';
export { readDashboardReport } from './report.ts';
export { renderDashboardSubscription, subscribeToDashboard, unsubscribeFromDashboard } from './subscriptions.ts';
