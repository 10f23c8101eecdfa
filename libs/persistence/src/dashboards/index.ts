export {
  type Dashboard,
  type DashboardContent,
  deleteDashboard,
  findDashboard,
  insertDashboard,
  listDashboards,
  lockDashboard,
  updateDashboard,
} from './dashboards.ts';
