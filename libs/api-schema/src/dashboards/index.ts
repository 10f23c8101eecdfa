export {
  type DashboardBody,
  type DashboardResponse,
  dashboardBody,
  dashboardResponse,
  showDashboard,
} from './dashboard.ts';
