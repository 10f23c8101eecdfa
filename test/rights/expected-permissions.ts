import { byName, type PermissionTable } from './permission-table.ts';

/**
 * The permission of each route in the contract (permissions.md, section 2). The table uses no code of the product.
 * Change it only together with the contract.
 */
export const expectedRoutes: PermissionTable = byName({
  'lists release#view': `
    GET /releases/byTitle; POST /releases/search; POST /releases/search/overview; POST /releases/fullSearch;
    POST /releases/count; GET /releases; POST /releases/search/page; POST /releases/search/export;
    POST /releases/outlook; POST /tasks/statuses; GET /live
  `,
  'lists template#view': `GET /templates`,
  anyone: `
    GET /me/notifications; POST /me/notifications/{notificationId}/read; POST /me/notifications/{notificationId}/unread; POST /me/notifications/{notificationId}/done; POST /me/notifications/{notificationId}/undone; POST /me/notifications/{notificationId}/save; POST /me/notifications/{notificationId}/unsave;
    POST /me/notifications/read-all; POST /me/notifications/done-all; GET /me/followed; GET /me/followed/{followedId};
    PUT /me/followed/{followedId}; DELETE /me/followed/{followedId}; GET /me/notification-settings;
    GET /notification-templates/placeholders;
    PUT /me/notification-settings; DELETE /dashboards/{dashboardId}/subscription; GET /notifications/explain; GET /events/types;
    GET /me/views; PUT /me/views; DELETE /me/views; PUT /me/views/{viewId}; DELETE /me/views/{viewId}; GET /global-permissions; GET /releases/permissions;
    GET /templates/permissions; GET /folders/permissions; GET /users/{username}: oneself;
    PUT /users/{username}: oneself; POST /users/{username}/password: oneself; GET /me; GET /me/full-names; PUT /me/password; GET /explain/permission;
    GET /me/tasks; GET /sessions; DELETE /sessions; DELETE /sessions/{sessionId}; GET /personal-access-tokens;
    POST /personal-access-tokens; DELETE /personal-access-tokens/{tokenId};
    GET /config/Configuration/variables/global; GET /config/Configuration/variableValues/global;
    GET /config/{variableId}; GET /config/types; GET /tasks/types; GET /metadata/types/{typeName}; GET /calendar/first-free;
    GET /calendar/blackouts; GET /calendar/blackouts/{blackoutId}; GET /calendar/addresses; POST /calendar/addresses;
    DELETE /calendar/addresses/{addressId}; GET /risks/assessors; GET /risks/config; GET /risks/profiles;
    GET /risks/profiles/{riskProfileId}; GET /config/{configurationId}: global; GET /config/system-message;
    GET /triggers/types; GET /triggers/next-times; GET /webhooks/senders; POST /scripts/check;
    GET /blackouts; GET /blackouts/{blackoutId}; POST /personal-access-tokens/{username}: oneself
  `,
  'template#edit (sees: folder#view)': `
    POST /templates: in a folder; POST /templates/import: into a folder
  `,
  'template#create': `
    POST /templates: at the top; POST /templates/import: to the top
  `,
  'template#view': `
    GET /templates/{templateId}; GET /templates/zip/{templateId}; GET /dsl/preview/{templateId};
    GET /dsl/export/{templateId}; POST /templates/{templateId}/preview; GET /templates/{templateId}/variables;
    GET /templates/{templateId}/child-variables;
    GET /templates/{variableId}; GET /activities/{containerId}: of a template; GET /templates/{templateId}/teams;
    GET /templates/{variableId}/possibleValues; GET /templates/{variableId}/used;
    GET /templates/{templateId}/versions; GET /templates/{templateId}/versions/{versionNumber};
    GET /templates/{templateId}/versions/{versionNumber}/differences
  `,
  'template#edit (sees: template#view)': `
    PUT /templates/{templateId}; DELETE /templates/{templateId}; POST /templates/{templateId}/variables;
    PUT /templates/{templateId}/variables; PUT /templates/{variableId}; DELETE /templates/{variableId};
    POST /templates/{variableId}/replace; POST /templates/{templateId}/versions/{versionNumber}/restore
  `,
  'template#edit + template#edit_precondition (sees: template#view)': `
    PUT /templates/{templateId}: with a new task that has a precondition
  `,
  'template#create_release | release#create (sees: template#view)': `
    POST /templates/{templateId}/create
  `,
  'release#view, owner': `
    GET /releases/{releaseId}/export; GET /releases/{releaseId}/preview;
    GET /releases/{releaseId}/edit-limits; GET /releases/{releaseId}/restart-preview;
    GET /releases/{releaseId}/explain; GET /releases/archived/{releaseId}; GET /releases/{releaseId}/differences;
    GET /releases/{releaseId}; GET /releases/{releaseId}/active-tasks; GET /releases/{releaseId}/variables;
    GET /releases/{variableId}; GET /releases/{releaseId}/variableValues; GET /phases/{phaseId};
    GET /activities/{containerId}; GET /activities/{containerId}: of a task; GET /releases/{releaseId}/teams;
    GET /releases/{variableId}/possibleValues; GET /releases/{variableId}/used; GET /phases/byTitle;
    GET /phases/search; GET /tasks/byTitle; GET /risks/assessments/{riskAssessmentId}; GET /risks/{riskId};
    GET /releases/{releaseId}/risk-history; GET /releases/{releaseId}/events
  `,
  admin: `
    GET /system/consistency; GET /system/status; GET /plugins; POST /plugins; GET /plugins/{pluginName};
    DELETE /plugins/{pluginName}; GET /integrations; GET /integrations/{integrationName}; GET /agents;
    POST /integrations/{integrationName}/enable; POST /integrations/{integrationName}/disable; PUT /risks/config; POST /insights/rebuild; PUT /insights/settings; POST /config/{configurationId}/status: global;
    POST /config: global; PUT /config/{configurationId}: global; PUT /config/system-message;
    GET /system/unresolved; POST /personal-access-tokens/{username}; GET /notification-settings;
    PUT /notification-settings; GET /notification-templates; PUT /notification-templates;
    GET /notification-deliveries; GET /mail; POST /mail/test; DELETE /mail/suspended-addresses/{mailAddress};
    POST /notification-deliveries/{deliveryId}/replay
  `,
  'release#edit (sees: release#view)': `
    PUT /releases/{releaseId}; DELETE /releases/{releaseId}; POST /releases/{releaseId}/variables;
    PUT /releases/{releaseId}/variables; PUT /releases/{variableId}; DELETE /releases/{variableId};
    POST /phases/{releaseId}/phase; POST /phases/{phaseId}/copy; PUT /phases/{phaseId}; DELETE /phases/{phaseId};
    POST /tasks/{groupId}/tasks; POST /tasks/{groupId}/tasks: in a phase; POST /phases/{phaseId}/tasks;
    DELETE /tasks/{taskId}; POST /releases/{releaseId}/attachments;
    DELETE /releases/{releaseId}/attachments/{attachmentId}; POST /releases/{variableId}/replace;
    POST /tasks/{taskId}/copy; POST /tasks/{taskId}/move; POST /phases/{phaseId}/move;
    PUT /releases/{releaseId}/variables/{variableId}; PUT /variables/{variableId}
  `,
  'release#start (sees: release#view)': `
    POST /releases/{releaseId}/start
  `,
  'release#abort (sees: release#view)': `
    POST /releases/{releaseId}/abort
  `,
  'release#start | release#restart_phase (sees: release#view)': `
    POST /releases/{releaseId}/resume
  `,
  'release#restart_phase | release#edit (sees: release#view)': `
    POST /releases/{releaseId}/restart
  `,
  'release#edit + release#edit_precondition (sees: release#view)': `
    POST /phases/{releaseId}/phase: with a task that has a precondition;
    PUT /phases/{phaseId}: with a new task that has a precondition; POST /phases/{phaseId}/tasks: precondition
  `,
  'release#edit + release#edit_failure_handler (sees: release#view)': `
    POST /phases/{phaseId}/tasks: taskFailureHandlerEnabled taskRecoverOp
  `,
  'release#edit + release#lock_task (sees: release#view)': `
    POST /phases/{phaseId}/tasks: locked
  `,
  'release#view, participant, owner': `
    GET /tasks/{taskId}; GET /tasks/{taskId}/explain; POST /tasks/{taskId}/comment; GET /tasks/{taskId}/variables;
    GET /tasks/{taskId}/comments; PUT /tasks/{taskId}/comments/{commentId}; DELETE /tasks/{taskId}/comments/{commentId}; POST /tasks/{taskId}/approve;
    POST /tasks/{taskId}/reject; POST /tasks/{taskId}/withdraw; GET /releases/attachments/{attachmentId}
  `,
  'release#view | release#edit_blackout | release#edit_failure_handler | release#edit_precondition | release#edit_task | release#edit_task_attachments | release#edit_task_configuration_facet | release#edit_task_dates | release#edit_task_description | release#edit_task_flag | release#edit_task_input_output_properties | release#edit_task_script | release#edit_task_tags | release#reassign_task | release#reassign_lock_task, participant, owner': `
    PUT /tasks/{taskId}
  `,
  'release#edit_task (sees: release#view)': `
    PUT /tasks/{taskId}: title; POST /tasks/{taskId}/conditions; POST /tasks/{conditionId}: its title;
    DELETE /tasks/{conditionId}; DELETE /tasks/{dependencyId}; POST /tasks/{taskId}/changeType
  `,
  'release#edit_task_description | release#edit_task (sees: release#view)': `
    PUT /tasks/{taskId}: description
  `,
  'release#edit_task_script | release#edit_task (sees: release#view)': `POST /scripts/test: the script of a task`,
  'release#edit_task_dates | release#edit_task (sees: release#view)': `
    PUT /tasks/{taskId}: dueDate
  `,
  'release#edit_task_tags | release#edit_task (sees: release#view)': `
    PUT /tasks/{taskId}: tags
  `,
  'release#edit_task_flag | release#edit_task, participant (sees: release#view)': `
    PUT /tasks/{taskId}: flagComment
  `,
  'release#edit_precondition (sees: release#view)': `
    POST /scripts/test: the precondition of a task;
    PUT /tasks/{taskId}: precondition
  `,
  'release#edit_failure_handler (sees: release#view)': `
    PUT /tasks/{taskId}: failureHandler
  `,
  'release#reassign_task (sees: release#view)': `
    PUT /tasks/{taskId}: owner; POST /tasks/{taskId}/assign/{username}: to somebody else
  `,
  'release#task_transition | release#edit_task, participant (sees: release#view)': `
    POST /tasks/{taskId}/complete; POST /tasks/{taskId}/skip; POST /tasks/{conditionId}: its tick
  `,
  'release#task_transition | release#advance_task_transition, participant (sees: release#view)': `
    POST /tasks/{taskId}/complete: in advance; POST /tasks/{taskId}/skip: in advance; POST /tasks/{taskId}/reopen
  `,
  'release#task_transition, participant (sees: release#view)': `
    POST /tasks/{taskId}/fail; POST /tasks/{taskId}/retry; POST /tasks/{taskId}/abort; POST /tasks/{taskId}/startNow;
    POST /tasks/{taskId}/start; PUT /tasks/{taskId}/variables
  `,
  'release#lock_task (sees: release#view)': `
    PUT /tasks/{taskId}/lock; DELETE /tasks/{taskId}/lock
  `,
  'release#edit_task + release#view (sees: release#view)': `
    POST /tasks/{taskId}/dependencies/{targetId}
  `,
  'release#edit_task_attachments | release#edit_task, participant (sees: release#view)': `
    POST /tasks/{taskId}/attachments; DELETE /tasks/{taskId}/attachments/{attachmentId}
  `,
  'lists folder#view': `
    GET /folders/list; GET /config/byTypeAndTitle
  `,
  'folder#view': `
    GET /folders/find; GET /folders/{folderId}/list; GET /folders/{folderId}; GET /folders/{folderId}/teams;
    GET /folders/{folderId}/folderOwner; GET /folders/{folderId}/templates; POST /folders/{folderId}/releases;
    GET /folders/{folderId}/waiting-tasks; GET /folders/{folderId}/insight-settings;
    GET /folders/{folderId}/variables; GET /folders/{folderId}/variableValues; GET /folders/{folderId}/{variableId};
    GET /config/{configurationId}
  `,
  'folder#edit (sees: folder#view)': `
    POST /folders/{folderId}; DELETE /folders/{folderId}; POST /folders/{folderId}/move;
    POST /folders/{folderId}/rename; PUT /folders/{folderId}/insight-settings
  `,
  'folder#edit_notifications (sees: folder#view)': `
    GET /folders/{folderId}/notification-settings; PUT /folders/{folderId}/notification-settings;
    GET /folders/{folderId}/notification-templates; PUT /folders/{folderId}/notification-templates
  `,
  'folder#create_top_level': `
    POST /folders/{folderId}: at the top
  `,
  'trigger#view_trigger': `
    GET /activities/{containerId}: of a trigger; GET /triggers/{triggerId}; GET /triggers/{triggerId}/preview;
    GET /triggers/{triggerId}/runs
  `,
  'folder#edit_security (sees: folder#view)': `
    POST /folders/{folderId}/teams
  `,
  'template#edit_security | security#edit (sees: template#view)': `
    POST /templates/{templateId}/teams
  `,
  'release#edit_security | security#edit (sees: release#view)': `
    POST /releases/{releaseId}/teams
  `,
  'audit#view': `GET /audit`,
  'runner#registration': `POST /agents; POST /agents/{agentId}/exchange`,
  'release#view + reports#view': `GET /reports/download/{reportType}/{releaseId}`,
  'reports#view | audit#view': `POST /reports/download/{reportType}`,
  'reports#view': `
    GET /insights/metrics; POST /insights/query; POST /insights/releases; POST /insights/tasks;
    POST /insights/waits; POST /insights/calendar; GET /insights/progress; GET /insights/settings; POST /insights/deployments;
    GET /dashboards; GET /dashboards/{dashboardId};
    GET /dashboards/{dashboardId}/subscription; PUT /dashboards/{dashboardId}/subscription
  `,
  'security#edit': `
    GET /users; GET /users/{username}; POST /users/{username}; PUT /users; PUT /users/{username};
    POST /users/{username}/password; DELETE /users/{username}; GET /invitations; POST /invitations;
    DELETE /invitations/{invitationId}; GET /roles; GET /roles/{roleName}; POST /roles;
    PUT /roles; POST /roles/{roleName}; PUT /roles/{roleName}; POST /roles/{roleName}/rename;
    DELETE /roles/{roleName}
  `,
  'template#edit + template#view (sees: template#view)': `
    POST /templates/{templateId}/copy
  `,
  'template#create_release | release#create + release#start (sees: template#view)': `
    POST /templates/{templateId}/start
  `,
  'template#edit + template#edit (sees: template#view)': `
    POST /folders/{folderId}/templates/{templateId}
  `,
  'template#create_release + release#edit (sees: release#view)': `
    POST /folders/{folderId}/releases/{releaseId}
  `,
  'folder#edit_variables (sees: folder#view)': `
    POST /folders/{folderId}/variables; PUT /folders/{folderId}/{variableId};
    DELETE /folders/{folderId}/{variableId}
  `,
  'global_variables#edit': `
    POST /config/Configuration/variables/global; PUT /config/{variableId}; DELETE /config/{variableId}
  `,
  'global_calendar#edit_blackout': `
    POST /calendar/blackouts; PUT /calendar/blackouts/{blackoutId}; DELETE /calendar/blackouts/{blackoutId};
    POST /blackouts; PUT /blackouts/{blackoutId}; DELETE /blackouts/{blackoutId}
  `,
  'risk_profile#edit': `
    POST /risks/profiles; PUT /risks/profiles/{riskProfileId}; DELETE /risks/profiles/{riskProfileId};
    POST /risks/profiles/{riskProfileId}/copy
  `,
  'folder#edit_configuration (sees: folder#view)': `
    POST /config/status; POST /config/{configurationId}/status; POST /config; PUT /config/{configurationId};
    DELETE /config/{configurationId}; GET /webhooks/{endpointId}/deliveries;
    GET /webhooks/{endpointId}/deliveries/{deliveryId};
    GET /webhooks/{endpointId}/deliveries/{deliveryId}/replay-preview;
    POST /webhooks/{endpointId}/deliveries/{deliveryId}/replay;
    GET /webhooks/{endpointId}/event-values; POST /webhooks/{endpointId}/rotate-secret
  `,
  'folder#edit_configuration, anywhere': `
    POST /scripts/test
  `,
  'trigger#edit_trigger, anywhere': `
    POST /triggers/event-trial
  `,
  'folder#edit, anywhere': `
    PUT /insights/deployments/{deploymentId}/outcome; POST /insights/incidents
  `,
  'folder#edit_notifications, anywhere': `
    GET /event-subscriptions; POST /event-subscriptions; GET /event-subscriptions/{subscriptionId};
    PUT /event-subscriptions/{subscriptionId}; DELETE /event-subscriptions/{subscriptionId};
    POST /event-subscriptions/{subscriptionId}/test; GET /event-subscriptions/{subscriptionId}/deliveries;
    GET /event-subscriptions/{subscriptionId}/attempts; POST /event-subscriptions/{subscriptionId}/replay;
    POST /notification-templates/preview
  `,
  'dashboard#create': `
    POST /dashboards
  `,
  'dashboard#edit | dashboard#create, anywhere': `
    PUT /dashboards/{dashboardId}; DELETE /dashboards/{dashboardId}
  `,
  'lists trigger#view_trigger': `
    GET /triggers
  `,
  'trigger#edit_trigger + template#create_release (sees: folder#view)': `
    POST /triggers
  `,
  'trigger#edit_trigger + template#create_release (sees: trigger#view_trigger)': `
    PUT /triggers/{triggerId}; PUT /triggers/{triggerId}/enable; POST /triggers/{triggerId}/run
  `,
  'trigger#edit_trigger (sees: trigger#view_trigger)': `
    DELETE /triggers/{triggerId}; PUT /triggers/{triggerId}/disable
  `,
  'lists trigger#edit_trigger': `
    POST /triggers/enable; POST /triggers/enable/all; POST /triggers/disable; POST /triggers/disable/all
  `,
  'release#edit | release#task_transition | release#edit_task, participant (sees: release#view)': `
    PUT /releases/{variableId}: that a running task lists; PUT /variables/{variableId}: that a running task lists
  `,
  // the permissions that documents can need somewhere; the exact permissions are checked after the documents are read
  'template#create | template#edit | folder#edit | folder#create_top_level | folder#edit_security | folder#edit_variables | global_variables#edit | folder#edit_configuration | trigger#edit_trigger | risk_profile#edit | template#create_release | release#create | security#edit | folder#view, anywhere': `
    POST /as-code/plan
  `,
});
