import type { Reply, Rest } from '../harness/rest/rest.ts';
import type { Thing, Things } from './ask.ts';
import type { Cell, Site } from './cells.ts';
import { nameOf, type Row } from './rows.ts';

/** The objects of all requests, and the clients. */
export interface World {
  readonly admin: Rest;
  /** by the names of askers */
  readonly clients: ReadonlyMap<string, Rest>;
  readonly places: Readonly<Record<Site, Things>>;
}

/** The default value of a parameter. */
const usual: Readonly<Record<string, Thing>> = {
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
const variables: Readonly<Record<string, Thing>> = {
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
  riskProfileId: 'RiskProfileNone',
  username: 'somebody',
  roleName: 'Somebodies',
  pluginName: 'none',
  typeName: 'rel.Task',
  tokenId: 'TokenNone',
  sessionId: 'none',
  addressId: 'CalendarNone',
};

/** The path of a call; an object that it would delete is created for it. */
async function pathOf({ route, ask }: Row, things: Things, fresh: Rest | null): Promise<string> {
  const values = new Map(Object.entries(ask.path?.(things) ?? {}));
  if (fresh) for (const [name, make] of Object.entries(ask.fresh ?? {})) values.set(name, await make(fresh, things));
  const family = variables[route.path.split('/')[1] ?? ''];
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const thing = name === 'variableId' ? family : usual[name];
    return values.get(name) ?? (thing === undefined ? texts[name]! : things[thing]);
  });
  const query = ask.query?.(things);
  return query === undefined ? path : `${path}?${query}`;
}

/** The result of a call: `allowed`, `403`, `404` of the object itself, or a description of an unexpected result. */
function gotOf({ status, text }: Reply, { ask: { misses }, open }: Row): string {
  if (status === 403) return '403';
  if (status === 401 || status >= 500) return `${status} ${text}`;
  if (status !== 404 || open) return 'allowed';
  if (misses !== undefined && text.startsWith(`there is no ${misses} `)) return 'allowed';
  return /^there (?:is|are) no /.test(text) ? '404' : `404 ${text}`;
}

/** Sends one request; returns a description of an unexpected result, or null. */
export async function askOnce(
  { admin, clients, places }: World,
  row: Row,
  { what, asker, site, expected }: Cell,
): Promise<string | null> {
  const { route, ask, malformed } = row;
  const things = places[site];
  const path = await pathOf(row, things, expected === 'allowed' && !malformed ? admin : null);
  const body = malformed ? '{' : ask.body?.(things);
  const reply = await clients.get(asker.name)!.send(route.method, path, body);
  if (gotOf(reply, row) === expected) return null;
  const ways = [ask.as, malformed ? 'a body that is none' : undefined].filter((way) => way !== undefined);
  const asked = [nameOf(route), ...ways, what].join(', ');
  return `${asked}: expected ${expected}, got ${reply.status} ${reply.text.slice(0, 200)}`;
}

/** Runs the work of each, with a limit of concurrency. */
export async function inTurns<T>(all: readonly T[], atOnce: number, work: (each: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const turn = async (): Promise<void> => {
    for (let each = left.shift(); each !== undefined; each = left.shift()) await work(each);
  };
  await Promise.all(Array.from({ length: atOnce }, turn));
}
