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
export {
  deleteDashboardSubscription,
  lockDueWeeklyMails,
  readDashboardSubscription,
  saveDashboardSubscription,
  type WeeklySchedule,
  writeWeeklyMails,
} from './subscriptions.ts';
