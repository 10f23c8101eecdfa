import { anyCodePermission } from '../../../services/api/src/as-code/code-needs.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { type MatrixRequest, type MatrixRequests, plainRequests } from '../matrix-request.ts';
import type { PermissionRule } from '../permission-rule.ts';
import { uniqueName } from './plans.ts';

const globalVariable = () => ({ key: `global.${uniqueName()}`, type: 'StringVariable', value: 'a' });

/** A user who requests their own data; `admin` requests the same data. */
const ownAccount: MatrixRequest = { as: 'oneself', path: () => ({ username: 'nobody' }), isPublic: true };

/** A period of insights. */
const may = { from: '2026-05-01T00:00:00Z', to: '2026-06-01T00:00:00Z' };
/** A change of a deployment. It needs the permission for some folder; the deployment has its own. */
const deploymentRequest: MatrixRequest = {
  body: () => ({}),
  rule: { anyOf: ['folder#edit'], anywhere: true, sees: null },
};
/** A request for a receiver. It needs the permission for some folder; the receiver names its own. */
const receiverRequest = (body?: MatrixRequest['body']): MatrixRequest => ({
  ...(body !== undefined && { body }),
  rule: { anyOf: ['folder#edit_notifications'], anywhere: true, sees: null },
});

/** A request for a dashboard to change, whose folder the handler checks. */
const dashboardRequest = (body?: MatrixRequest['body']): MatrixRequest => ({
  ...(body !== undefined && { body }),
  rule: { anyOf: ['dashboard#edit', 'dashboard#create'], anywhere: true, sees: null },
});

/** An empty document. */
const emptyDocument = Buffer.from('apiVersion: xl-release/v1\nkind: Templates\nspec: []\n');

/** A test run of a script of a task. */
const scriptOfTask = (field: string, anyOf: PermissionRule['anyOf']): MatrixRequest => ({
  as: `the ${field} of a task`,
  body: ({ planned }) => ({ script: '1', taskId: planned, field, variables: [] }),
  rule: { anyOf, sees: 'release#view', kind: 'task' },
});

/** Objects without a location: users, global objects, and public operations. */
export const unscopedRequests: MatrixRequests = {
  'POST /as-code/plan': {
    body: () => fileForm(emptyDocument, { name: 'a.yaml' }),
    rule: { anyOf: anyCodePermission, anywhere: true, sees: null },
  },
  ...plainRequests(
    'GET /system/consistency',
    'GET /system/status',
    'GET /system/unresolved',
    'GET /global-permissions',
    'GET /releases/permissions',
    'GET /templates/permissions',
    'GET /folders/permissions',
    'GET /audit',
    'GET /insights/metrics',
    'GET /insights/progress',
    'POST /insights/rebuild',
    'GET /users',
    'DELETE /users/{username}',
    'GET /me',
    'GET /me/full-names',
    'GET /me/tasks',
    'GET /me/views',
    'GET /me/notifications',
    'POST /me/notifications/{notificationId}/read',
    'POST /me/notifications/{notificationId}/unread',
    'POST /me/notifications/{notificationId}/done',
    'POST /me/notifications/{notificationId}/undone',
    'POST /me/notifications/{notificationId}/save',
    'POST /me/notifications/{notificationId}/unsave',
    'GET /me/followed',
    'GET /me/followed/{followedId}',
    'DELETE /me/followed/{followedId}',
    'GET /me/notification-settings',
    'GET /events/types',
    'GET /notification-settings',
    'GET /notification-templates',
    'GET /notification-templates/placeholders',
    'DELETE /me/views/{viewId}',
    'GET /roles',
    'GET /roles/{roleName}',
    'DELETE /roles/{roleName}',
    'GET /sessions',
    'DELETE /sessions',
    'DELETE /sessions/{sessionId}',
    'GET /invitations',
    'DELETE /invitations/{invitationId}',
    'GET /personal-access-tokens',
    'DELETE /personal-access-tokens/{tokenId}',
    'GET /config/Configuration/variables/global',
    'GET /config/Configuration/variableValues/global',
    'GET /config/{variableId}',
    'DELETE /config/{variableId}',
    'GET /plugins',
    'GET /plugins/{pluginName}',
    'DELETE /plugins/{pluginName}',
    'GET /metadata/types/{typeName}',
    'GET /calendar/addresses',
    'DELETE /calendar/addresses/{addressId}',
    'GET /calendar/first-free',
    'GET /calendar/blackouts',
    'GET /calendar/blackouts/{blackoutId}',
    'DELETE /calendar/blackouts/{blackoutId}',
    'GET /blackouts',
    'GET /blackouts/{blackoutId}',
    'DELETE /blackouts/{blackoutId}',
    'GET /risks/assessors',
    'GET /risks/config',
    'GET /risks/profiles',
    'GET /risks/profiles/{riskProfileId}',
    'DELETE /risks/profiles/{riskProfileId}',
    'POST /risks/profiles/{riskProfileId}/copy',
    'GET /config/system-message',
    'GET /notification-deliveries',
    'POST /notification-deliveries/{deliveryId}/replay',
    'GET /insights/settings',
    'GET /dashboards',
    'GET /dashboards/{dashboardId}',
    'GET /dashboards/{dashboardId}/subscription',
    'DELETE /dashboards/{dashboardId}/subscription',
    'GET /triggers/types',
    'GET /tasks/types',
    'GET /config/types',
  ),
  'POST /insights/query': { body: () => ({ ...may, metrics: ['release.throughput'] }) },
  'POST /insights/releases': { body: () => may },
  'POST /insights/tasks': { body: () => may },
  'POST /insights/waits': { body: () => may },
  'POST /insights/deployments': { body: () => may },
  'PUT /insights/deployments/{deploymentId}/outcome': deploymentRequest,
  'POST /insights/incidents': deploymentRequest,
  'POST /insights/calendar': { body: () => may },
  'GET /event-subscriptions': receiverRequest(),
  'POST /event-subscriptions': receiverRequest(() => ({})),
  'GET /event-subscriptions/{subscriptionId}': receiverRequest(),
  'PUT /event-subscriptions/{subscriptionId}': receiverRequest(() => ({})),
  'DELETE /event-subscriptions/{subscriptionId}': receiverRequest(),
  'POST /event-subscriptions/{subscriptionId}/test': receiverRequest(),
  'GET /event-subscriptions/{subscriptionId}/deliveries': receiverRequest(),
  'GET /event-subscriptions/{subscriptionId}/attempts': receiverRequest(),
  'POST /event-subscriptions/{subscriptionId}/replay': receiverRequest(() => ({})),
  'PUT /dashboards/{dashboardId}/subscription': { body: () => ({}) },
  'PUT /insights/settings': { body: () => ({ showPersons: 1 }) },
  'POST /dashboards': { body: () => ({}) },
  'PUT /dashboards/{dashboardId}': dashboardRequest(() => ({})),
  'DELETE /dashboards/{dashboardId}': dashboardRequest(),
  'GET /triggers/next-times': { query: () => 'periodicity=0%203%20*%20*%20*' },
  'POST /users/{username}': { body: () => ({}) },
  'PUT /users': { body: () => [] },
  'POST /invitations': { body: () => ({ username: '' }) },
  'GET /users/{username}': [{}, ownAccount],
  'PUT /users/{username}': [{ body: () => ({}) }, { ...ownAccount, body: () => ({}) }],
  'POST /users/{username}/password': [
    { body: () => ({ newPassword: '' }) },
    { ...ownAccount, body: () => ({ newPassword: '' }) },
  ],
  'PUT /me/password': { body: () => ({ newPassword: '' }) },
  'POST /me/notifications/read-all': { body: () => ({}) },
  'POST /me/notifications/done-all': { body: () => ({}) },
  'PUT /me/followed/{followedId}': { body: () => ({ mode: 'follow' }) },
  'PUT /me/notification-settings': { body: () => ({}) },
  'PUT /notification-settings': { body: () => ({ rules: [] }) },
  'PUT /notification-templates': { body: () => [] },
  'POST /notification-templates/preview': receiverRequest(() => ({})),
  'GET /notifications/explain': { query: () => 'event=EventNone' },
  'PUT /me/views': { body: () => ({ name: '' }) },
  'DELETE /me/views': { query: () => 'name=none' },
  'PUT /me/views/{viewId}': { body: () => ({ name: '' }) },
  'GET /explain/permission': { query: () => 'permission=admin' },
  'POST /roles': { body: () => [] },
  'PUT /roles': { body: () => [] },
  'POST /roles/{roleName}': { body: () => ({ name: 'another' }) },
  'PUT /roles/{roleName}': { body: () => ({}) },
  'POST /roles/{roleName}/rename': { query: () => 'newName=' },
  'POST /personal-access-tokens': { body: () => ({ tokenNote: '' }) },
  'POST /personal-access-tokens/{username}': [
    { body: () => ({ tokenNote: '' }) },
    { ...ownAccount, body: () => ({ tokenNote: '' }) },
  ],
  'POST /config/Configuration/variables/global': { body: globalVariable },
  'PUT /config/{variableId}': { body: () => ({}) },
  'POST /plugins': {},
  'PUT /risks/config': { body: () => ({}) },
  'POST /risks/profiles': { body: () => ({}) },
  'PUT /risks/profiles/{riskProfileId}': { body: () => ({}) },
  'POST /calendar/addresses': { body: () => ({ folderId: 1 }) },
  'POST /calendar/blackouts': { body: () => ({}) },
  'PUT /calendar/blackouts/{blackoutId}': { body: () => ({}) },
  'POST /blackouts': { body: () => ({}) },
  'PUT /blackouts/{blackoutId}': { body: () => ({}) },
  'PUT /config/system-message': { body: () => ({ message: 1 }) },
  'POST /scripts/check': { body: () => ({ script: 'a b' }) },
  'POST /scripts/test': [
    {
      body: () => ({ script: '1' }),
      rule: { anyOf: ['folder#edit_configuration'], anywhere: true, sees: null },
    },
    scriptOfTask('script', ['release#edit_task_script', 'release#edit_task']),
    scriptOfTask('precondition', ['release#edit_precondition']),
  ],
};
