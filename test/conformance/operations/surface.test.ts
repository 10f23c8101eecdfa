import { openApi, routes } from '@slipway/api';
import { expect, test } from 'vitest';
import { operationKey, operations } from '../../harness/contract/operations.ts';

/** Operations of the family that this product does not have, by section. Remove an entry with its implementation. */
const missing: Readonly<Record<string, string>> = {
  analytics: 'get_active_releases get_releases_by_ids get_completed_releases',
  applications: 'create_application search_applications delete_application get_application update_application',
  deliveries: `
    search_deliveries delete_delivery get_delivery update_delivery get_releases_for_delivery
    get_stages_in_delivery get_delivery_timeline get_tracked_itemsin_delivery
    create_tracked_item_in_delivery delete_tracked_item_delivery update_tracked_item_in_delivery
    descope_tracked_item rescope_tracked_item update_stage_in_delivery complete_stage reopen_stage
    complete_tracked_item reset_tracked_item skip_tracked_item update_transition_in_delivery
    complete_transition
  `,
  'delivery-patterns': `
    create_pattern check_title search_patterns delete_tracked_item_delivery_pattern
    update_tracked_item_in_pattern get_pattern_by_id_or_title delete_pattern get_pattern update_pattern
    create_delivery_from_pattern create_stage duplicate_pattern get_stages_in_pattern create_stage1
    create_stage2 get_tracked_items_in_pattern create_tracked_item_in_pattern delete_stage
    update_stage_in_pattern update_stage_from_batch create_transition delete_transition
    update_transition_in_pattern
  `,
  environments: `
    create_environment create_label search_labels delete_environment_label get_label_by_id update_label
    create_reservation search_reservations delete_environment_reservation get_reservation add_application
    update_reservation search_environments create_stage3 search_stages delete_environment_stage
    get_stage_by_id update_stage_in_environment delete_environment get_environment update_environment
    get_deployable_applications_for_environment get_reservations_for_environment
  `,
  facets: 'create_facet search_facets get_facet_types delete_facet get_facet update_facet',
  'release-groups': `
    create_group search_groups delete_group get_group update_group remove_members_from_group get_members
    add_members_to_group get_release_group_timeline
  `,
  reports: 'search_records get_records_for_release get_records_for_task',
};

/** Operations of this product outside the published definitions (rest-operations.md, called by clients; our own). */
const beyond = [
  'GET /live',
  'GET /event-subscriptions',
  'POST /event-subscriptions',
  'GET /event-subscriptions/{subscriptionId}',
  'PUT /event-subscriptions/{subscriptionId}',
  'DELETE /event-subscriptions/{subscriptionId}',
  'POST /event-subscriptions/{subscriptionId}/test',
  'GET /event-subscriptions/{subscriptionId}/deliveries',
  'GET /event-subscriptions/{subscriptionId}/attempts',
  'POST /event-subscriptions/{subscriptionId}/replay',
  'GET /mail',
  'POST /mail/test',
  'DELETE /mail/suspended-addresses/{mailAddress}',
  'GET /notification-deliveries',
  'POST /notification-deliveries/{deliveryId}/replay',
  'GET /tasks/{taskId}/comments',
  'PUT /tasks/{taskId}/comments/{commentId}',
  'DELETE /tasks/{taskId}/comments/{commentId}',
  'PUT /variables/{variableId}',
  'PUT /releases/{releaseId}/variables/{variableId}',
  'POST /as-code/plan',
  'GET /triggers/{triggerId}/preview',
  'GET /triggers/{triggerId}/runs',
  'GET /triggers/next-times',
  'POST /releases/search/overview',
  'POST /releases/search/page',
  'POST /releases/outlook',
  'POST /scripts/check',
  'POST /scripts/test',
  'GET /releases/{releaseId}/preview',
  'GET /releases/{releaseId}/edit-limits',
  'GET /releases/{releaseId}/explain',
  'GET /releases/{releaseId}/risk-history',
  'GET /tasks/{taskId}/explain',
  'GET /system/consistency',
  'GET /system/status',
  'GET /system/unresolved',
  'POST /templates/{templateId}/preview',
  'GET /templates/{templateId}/child-variables',
  'GET /templates/{templateId}/versions',
  'GET /templates/{templateId}/versions/{versionNumber}',
  'GET /templates/{templateId}/versions/{versionNumber}/differences',
  'POST /templates/{templateId}/versions/{versionNumber}/restore',
  'GET /releases/{releaseId}/restart-preview',
  'GET /releases/{releaseId}/differences',
  'POST /tasks/{taskId}/move',
  'POST /tasks/statuses',
  'POST /tasks/{taskId}/approve',
  'POST /tasks/{taskId}/reject',
  'POST /tasks/{taskId}/withdraw',
  'POST /releases/{releaseId}/attachments',
  'DELETE /releases/{releaseId}/attachments/{attachmentId}',
  'POST /phases/{phaseId}/move',
  'GET /webhooks/senders',
  'GET /webhooks/{endpointId}/event-values',
  'POST /webhooks/{endpointId}/rotate-secret',
  'POST /triggers/event-trial',
  'GET /webhooks/{endpointId}/deliveries',
  'GET /webhooks/{endpointId}/deliveries/{deliveryId}',
  'GET /webhooks/{endpointId}/deliveries/{deliveryId}/replay-preview',
  'POST /webhooks/{endpointId}/deliveries/{deliveryId}/replay',
  'GET /plugins',
  'POST /plugins',
  'GET /plugins/{pluginName}',
  'DELETE /plugins/{pluginName}',
  'GET /integrations',
  'GET /integrations/{integrationName}',
  'POST /integrations/{integrationName}/enable',
  'POST /integrations/{integrationName}/disable',
  ...['GET /agents', 'POST /agents', 'POST /agents/{agentId}/exchange'],
  'GET /metadata/types/{typeName}',
  'GET /tasks/types',
  'GET /config/types',
  'GET /audit',
  'GET /personal-access-tokens',
  'POST /personal-access-tokens',
  'POST /personal-access-tokens/{username}',
  'DELETE /personal-access-tokens/{tokenId}',
  'GET /calendar/addresses',
  'POST /calendar/addresses',
  'DELETE /calendar/addresses/{addressId}',
  'GET /sessions',
  'DELETE /sessions',
  'DELETE /sessions/{sessionId}',
  'GET /invitations',
  'POST /invitations',
  'DELETE /invitations/{invitationId}',
  'GET /me',
  'GET /me/full-names',
  'PUT /me/password',
  'GET /me/tasks',
  'GET /folders/{folderId}/waiting-tasks',
  'POST /releases/search/export',
  'POST /reports/download/{reportType}',
  'GET /insights/metrics',
  'POST /insights/query',
  'POST /insights/releases',
  'POST /insights/tasks',
  'POST /insights/waits',
  'POST /insights/deployments',
  'PUT /insights/deployments/{deploymentId}/outcome',
  'POST /insights/incidents',
  'POST /insights/calendar',
  'GET /insights/progress',
  'GET /insights/settings',
  'PUT /insights/settings',
  'GET /dashboards',
  'POST /dashboards',
  'GET /dashboards/{dashboardId}',
  'PUT /dashboards/{dashboardId}',
  'DELETE /dashboards/{dashboardId}',
  'GET /dashboards/{dashboardId}/subscription',
  'PUT /dashboards/{dashboardId}/subscription',
  'DELETE /dashboards/{dashboardId}/subscription',
  'POST /insights/rebuild',
  'POST /folders/{folderId}/releases/{releaseId}',
  'GET /me/notifications',
  'POST /me/notifications/{notificationId}/read',
  'POST /me/notifications/{notificationId}/unread',
  'POST /me/notifications/{notificationId}/done',
  'POST /me/notifications/{notificationId}/undone',
  'POST /me/notifications/{notificationId}/save',
  'POST /me/notifications/{notificationId}/unsave',
  'POST /me/notifications/read-all',
  'POST /me/notifications/done-all',
  'GET /me/followed',
  'GET /me/followed/{followedId}',
  'PUT /me/followed/{followedId}',
  'DELETE /me/followed/{followedId}',
  'GET /me/notification-settings',
  'PUT /me/notification-settings',
  'GET /notification-settings',
  'PUT /notification-settings',
  'GET /folders/{folderId}/notification-settings',
  'PUT /folders/{folderId}/notification-settings',
  'GET /notification-templates',
  'PUT /notification-templates',
  'GET /folders/{folderId}/notification-templates',
  'PUT /folders/{folderId}/notification-templates',
  'GET /notification-templates/placeholders',
  'POST /notification-templates/preview',
  'GET /folders/{folderId}/insight-settings',
  'PUT /folders/{folderId}/insight-settings',
  'GET /notifications/explain',
  'GET /events/types',
  'GET /releases/{releaseId}/events',
  'GET /me/views',
  'PUT /me/views',
  'DELETE /me/views',
  'PUT /me/views/{viewId}',
  'DELETE /me/views/{viewId}',
  'GET /explain/permission',
  'GET /releases/{releaseId}/export',
  'GET /calendar/first-free',
  'GET /calendar/blackouts',
  'POST /calendar/blackouts',
  'GET /calendar/blackouts/{blackoutId}',
  'PUT /calendar/blackouts/{blackoutId}',
  'DELETE /calendar/blackouts/{blackoutId}',
  'GET /blackouts',
  'POST /blackouts',
  'GET /blackouts/{blackoutId}',
  'PUT /blackouts/{blackoutId}',
  'DELETE /blackouts/{blackoutId}',
];

const sections = [...new Set(operations.map(({ section }) => section))];
const calls = routes.map(operationKey);

test('the table contains every operation once', () => {
  expect(operations).toHaveLength(259);
  expect(new Set(operations.map(operationKey)).size).toBe(259);
});

test.each(sections)('%s: the list of missing operations is exact', (section) => {
  const absent = operations.filter(
    (operation) => operation.section === section && !calls.includes(operationKey(operation)),
  );
  const expected = (missing[section] ?? '').split(/\s+/).filter((name) => name !== '');
  expect(absent.map(({ name }) => name)).toEqual(expected);
});

test('the list of operations beyond the published definitions is exact', () => {
  const published = new Set(operations.map(operationKey));
  expect(calls.filter((call) => !published.has(call)).toSorted()).toEqual(beyond.toSorted());
});

type Schema = Readonly<Record<string, unknown>> | readonly unknown[];
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/**
 * Returns the positions of a response schema that allow null. Responses omit members without a value
 * (compatibility.md, Answers).
 */
function nullable(value: unknown, at: string): readonly string[] {
  if (!isSchema(value)) return [];
  const { type, ...members } = value as { readonly type?: unknown };
  const types: readonly unknown[] = [type].flat();
  return [
    ...(types.includes('null') ? [at] : []),
    ...Object.entries(isSchema(type) ? value : members).flatMap(([name, inner]) => nullable(inner, `${at}.${name}`)),
  ];
}

test('no response schema allows null, and optional members are not required', () => {
  const { paths, components } = openApi(routes, '') as Record<string, Record<string, object>>;
  const { schemas } = components as { schemas: Record<string, object> };
  const answers = JSON.stringify(paths, (key, value) =>
    key === 'requestBody' || key === 'parameters' ? undefined : value,
  );
  const named = [...answers.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name);
  const reached = new Set<string>();
  for (const queue = [...named]; queue.length > 0; ) {
    const name = queue.pop()!;
    if (reached.has(name)) continue;
    reached.add(name);
    queue.push(...[...JSON.stringify(schemas[name]).matchAll(/schemas\/(\w+)/g)].map(([, inner = '']) => inner));
  }
  expect(reached).toContain('Release');
  expect([...reached].flatMap((name) => nullable(schemas[name], name))).toEqual([]);
  expect(nullable(JSON.parse(answers), 'paths')).toEqual([]);
  const { required = [], properties = {} } = schemas.Task as { required?: string[]; properties?: object };
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(['owner', 'title']));
  expect(['owner', 'title'].filter((name) => required.includes(name))).toEqual(['title']);
});

test('the document declares each tag, each operation has one default response, and each kind of id has its own schema', () => {
  interface DescribedOperation {
    readonly operationId: string;
    readonly tags: readonly string[];
    readonly responses: object;
    readonly parameters: readonly { readonly in?: string; readonly schema?: { readonly $ref?: string } }[];
  }
  const openApiDocument = openApi(routes, '', 'family') as {
    readonly tags: readonly { readonly name: string }[];
    readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, { readonly pattern?: string }>> };
  };
  const all = Object.values(openApiDocument.paths).flatMap((methods) => Object.values(methods));
  const declared = openApiDocument.tags.map(({ name }) => name);
  expect(all.flatMap(({ tags }) => tags).filter((tag) => !declared.includes(tag))).toEqual([]);
  expect(all.filter(({ responses }) => !('default' in responses) || '4XX' in responses)).toEqual([]);
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length);
  const { schemas } = openApiDocument.components;
  const fits = (name: string, id: string) => new RegExp(schemas[name]!.pattern!).test(id);
  for (const id of ['Release1', 'Applications/Folder1/Release1', 'Folder1-Release1']) {
    expect([fits('ReleaseId', id), fits('VariableId', id), fits('TaskId', id)]).toEqual([true, false, false]);
  }
  expect([fits('FolderId', 'Applications'), fits('ConfigurationId', 'Configuration/Custom/My server')]).toEqual([
    true,
    true,
  ]);
  const responsesText = JSON.stringify(openApiDocument.paths['/releases/{releaseId}']!.get!.responses);
  expect(responsesText).toContain(
    '{"oneOf":[{"$ref":"#/components/schemas/Release"},{"$ref":"#/components/schemas/Variable"}]}',
  );
  expect(JSON.stringify(schemas.Release)).toContain('"type":{"type":"string","const":"family.Release"}');
});
