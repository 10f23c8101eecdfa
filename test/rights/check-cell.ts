import type { RestClient, RestResponse } from '../harness/rest/rest-client.ts';
import type { MatrixCell, Site } from './matrix-cells.ts';
import type { ObjectIds, ObjectName } from './matrix-request.ts';
import { type MatrixRow, nameOf } from './matrix-rows.ts';

/** The objects of all requests, and the clients. */
export interface MatrixContext {
  readonly admin: RestClient;
  /** by the names of callers */
  readonly clients: ReadonlyMap<string, RestClient>;
  readonly objectsBySite: Readonly<Record<Site, ObjectIds>>;
}

/** The default value of a parameter. */
const defaultObjects: Readonly<Record<string, ObjectName>> = {
  releaseId: 'release',
  templateId: 'template',
  phaseId: 'phase',
  taskId: 'done',
  groupId: 'group',
  containerId: 'release',
  conditionId: 'condition',
  dependencyId: 'dependency',
  folderId: 'folder',
  triggerId: 'trigger',
  configurationId: 'configuration',
  endpointId: 'configuration',
};
const variables: Readonly<Record<string, ObjectName>> = {
  releases: 'variable',
  variables: 'variable',
  templates: 'templateVariable',
  folders: 'folderVariable',
};
const texts: Readonly<Record<string, string>> = {
  variableId: 'VariableNone',
  blackoutId: 'BlackoutNone',
  deliveryId: 'DeliveryNone',
  attachmentId: 'AttachmentNone',
  commentId: 'CommentNone',
  riskProfileId: 'RiskProfileNone',
  username: 'somebody',
  roleName: 'Somebodies',
  pluginName: 'none',
  integrationName: 'none',
  agentId: 'none',
  typeName: 'rel.Task',
  tokenId: 'TokenNone',
  sessionId: 'none',
  addressId: 'CalendarNone',
  mailAddress: 'unknown@example.com',
  subscriptionId: 'EventSubscriptionNone',
  viewId: 'ViewNone',
  notificationId: 'InboxNone',
  followedId: 'ReleaseNone',
  reportType: 'audit',
};

/** The path of a call; an object that it would delete is created for it. */
async function pathOf({ route, request }: MatrixRow, ids: ObjectIds, adminClient: RestClient | null): Promise<string> {
  const values = new Map(Object.entries(request.path?.(ids) ?? {}));
  if (adminClient)
    for (const [name, create] of Object.entries(request.fresh ?? {})) values.set(name, await create(adminClient, ids));
  const family = variables[route.path.split('/')[1] ?? ''];
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const objectName = name === 'variableId' ? family : defaultObjects[name];
    return values.get(name) ?? (objectName === undefined ? texts[name]! : ids[objectName]);
  });
  const query = request.query?.(ids);
  return query === undefined ? path : `${path}?${query}`;
}

/** The result of a call: `allowed`, `403`, `404` of the object itself, or a description of an unexpected result. */
function resultOf({ status, text }: RestResponse, { request: { misses }, open }: MatrixRow): string {
  if (status === 403) return '403';
  if (status === 401 || status >= 500) return `${status} ${text}`;
  if (status !== 404 || open) return 'allowed';
  if (misses !== undefined && text.startsWith(`there is no ${misses} `)) return 'allowed';
  return /^there (?:is|are) no /.test(text) ? '404' : `404 ${text}`;
}

/** Sends one request; returns a description of an unexpected result, or null. */
export async function checkCell(
  { admin, clients, objectsBySite }: MatrixContext,
  row: MatrixRow,
  { label, caller, site, expected }: MatrixCell,
): Promise<string | null> {
  const { route, request, malformed } = row;
  const ids = objectsBySite[site];
  const path = await pathOf(row, ids, expected === 'allowed' && !malformed ? admin : null);
  const body = malformed ? '{' : request.body?.(ids);
  const reply = await clients.get(caller.name)!.send(route.method, path, body);
  if (resultOf(reply, row) === expected) return null;
  const variants = [request.as, malformed ? 'a body that is none' : undefined].filter(
    (variant) => variant !== undefined,
  );
  const description = [nameOf(route), ...variants, label].join(', ');
  return `${description}: expected ${expected}, got ${reply.status} ${reply.text.slice(0, 200)}`;
}

/** Runs the work for all items, with a limit of concurrency. */
export async function runConcurrently<T>(
  all: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = [...all];
  const turn = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, turn));
}
