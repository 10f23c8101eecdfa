import { asCode } from './as-code/as-code-routes.ts';
import { attachments } from './attachments/attachment-routes.ts';
import { audit } from './audit/audit-routes.ts';
import { calendarAddresses } from './calendar/address-routes.ts';
import { calendar } from './calendar/blackout-routes.ts';
import { configurations } from './configurations/configuration-routes.ts';
import { agents } from './containers/agent-routes.ts';
import { dashboards } from './dashboards/dashboard-routes.ts';
import { dashboardSubscriptions } from './dashboards/subscription-routes.ts';
import { events } from './events/event-routes.ts';
import { groovyFiles } from './files/groovy-routes.ts';
import { templateFiles } from './files/template-file-routes.ts';
import { activeTasks } from './flow/active-task-routes.ts';
import { comments } from './flow/comment-routes.ts';
import { releaseActions } from './flow/release-action-routes.ts';
import { approvals, taskActions } from './flow/task-action-routes.ts';
import { taskStatuses } from './flow/task-status-routes.ts';
import { taskSteps } from './flow/task-step-routes.ts';
import { folderContents } from './folders/folder-content-routes.ts';
import { folders } from './folders/folder-routes.ts';
import { system } from './forecast/consistency-routes.ts';
import { explanations } from './forecast/explanation-routes.ts';
import { forecastRoutes } from './forecast/forecast-routes.ts';
import { previews } from './forecast/preview-routes.ts';
import { gates } from './gates/gate-routes.ts';
import { activities } from './history/activity-routes.ts';
import type { Route } from './http/route.ts';
import { deployments } from './insights/deployment-routes.ts';
import { insights } from './insights/insight-routes.ts';
import { invitations } from './invitations/invitation-routes.ts';
import { live } from './live/live-routes.ts';
import { followed } from './notifications/followed-routes.ts';
import { inbox } from './notifications/inbox-routes.ts';
import { mail } from './notifications/mail-routes.ts';
import { notificationSettings } from './notifications/notification-setting-routes.ts';
import { receivers } from './notifications/receiver-routes.ts';
import { notificationTemplates } from './notifications/template-routes.ts';
import { me } from './people/me-routes.ts';
import { permissionNames } from './people/permission-routes.ts';
import { roles } from './people/role-routes.ts';
import { sessions } from './people/session-routes.ts';
import { teams } from './people/team-routes.ts';
import { tokens } from './people/token-routes.ts';
import { users } from './people/user-routes.ts';
import { editLimits } from './plans/edit-limit-routes.ts';
import { planMoves } from './plans/move-routes.ts';
import { phases } from './plans/phase-routes.ts';
import { releases } from './plans/release-routes.ts';
import { tasks } from './plans/task-routes.ts';
import { templateCopies } from './plans/template-copy-routes.ts';
import { templates } from './plans/template-routes.ts';
import { integrations } from './plugins/integration-routes.ts';
import { plugins } from './plugins/plugin-routes.ts';
import { metadata } from './plugins/type-routes.ts';
import { reports } from './reports/report-routes.ts';
import { restarts } from './restart/restart-routes.ts';
import { riskProfiles } from './risk/profile-routes.ts';
import { risks } from './risk/risk-routes.ts';
import { scripts } from './scripts/script-routes.ts';
import { folderTasks } from './search/folder-task-routes.ts';
import { myTasks } from './search/my-task-routes.ts';
import { planSearch } from './search/plan-search-routes.ts';
import { releaseExport } from './search/release-export-route.ts';
import { releasePages } from './search/release-page-route.ts';
import { savedViews } from './search/saved-view-routes.ts';
import { search } from './search/search-routes.ts';
import { systemStatus } from './system/status-routes.ts';
import { systemMessage } from './system/system-message-routes.ts';
import { unresolved } from './system/unresolved-routes.ts';
import { triggerPreviews } from './triggers/trigger-preview-routes.ts';
import { triggers } from './triggers/trigger-routes.ts';
import { triggerSwitches } from './triggers/trigger-switch-routes.ts';
import { folderVariables } from './variables/folder-variable-routes.ts';
import { globalVariables } from './variables/global-variable-routes.ts';
import { taskInputs } from './variables/task-input-routes.ts';
import { variables } from './variables/variable-routes.ts';
import { variableUses } from './variables/variable-use-routes.ts';
import { releaseComparisons, templateVersions } from './versions/version-routes.ts';
import { receivedEvents } from './webhooks/received-event-routes.ts';
import { senders } from './webhooks/sender-routes.ts';

/** All endpoints under `/api/v1`. */
export const routes: readonly Route[] = [
  ...search,
  ...releasePages,
  ...releaseExport,
  ...savedViews,
  ...templates,
  ...releaseComparisons,
  ...templateVersions,
  ...templateFiles,
  ...groovyFiles,
  ...previews,
  ...forecastRoutes,
  ...explanations,
  ...system,
  ...systemStatus,
  ...unresolved,
  ...releases,
  ...releaseActions,
  ...reports,
  ...restarts,
  ...activeTasks,
  ...variables,
  ...phases,
  ...tasks,
  ...taskActions,
  ...taskSteps,
  ...comments,
  ...taskStatuses,
  ...taskInputs,
  ...gates,
  ...approvals,
  ...attachments,
  ...folders,
  ...activities,
  ...live,
  ...permissionNames,
  ...teams,
  ...audit,
  ...users,
  ...invitations,
  ...me,
  ...inbox,
  ...followed,
  ...mail,
  ...notificationSettings,
  ...notificationTemplates,
  ...events,
  ...dashboards,
  ...dashboardSubscriptions,
  ...folderTasks,
  ...insights,
  ...deployments,
  ...myTasks,
  ...roles,
  ...sessions,
  ...tokens,
  ...templateCopies,
  ...variableUses,
  ...planSearch,
  ...editLimits,
  ...planMoves,
  ...folderContents,
  ...folderVariables,
  ...globalVariables,
  ...plugins,
  ...integrations,
  ...agents,
  ...metadata,
  ...calendar,
  ...calendarAddresses,
  ...risks,
  ...riskProfiles,
  ...configurations,
  ...systemMessage,
  ...receivedEvents,
  ...senders,
  ...scripts,
  // before `triggers`, whose path with an id would match `next-times`
  ...triggerPreviews,
  ...triggers,
  ...triggerSwitches,
  ...asCode,
  ...receivers,
];
