export {
  changeDashboard,
  createDashboard,
  removeDashboard,
  renderDashboard,
  renderDashboards,
} from './dashboards.ts';
