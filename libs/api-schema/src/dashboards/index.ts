export {
  type DashboardBody,
  type DashboardResponse,
  dashboardBody,
  dashboardResponse,
  showDashboard,
} from './dashboard.ts';
export {
  type DashboardSubscriptionBody,
  type DashboardSubscriptionResponse,
  dashboardSubscriptionBody,
  dashboardSubscriptionResponse,
  showDashboardSubscription,
} from './subscription.ts';
