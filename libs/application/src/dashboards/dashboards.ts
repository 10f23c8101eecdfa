import { randomBytes } from 'node:crypto';
import { type DashboardBody, type DashboardResponse, showDashboard } from '@slipway/api-schema/dashboards';
import { lastSegment, rootFolderId } from '@slipway/domain/ids';
import type { DashboardTile } from '@slipway/domain/insights';
import { message } from '@slipway/domain/messages';
import { Conflict, type Json, notFound } from '@slipway/domain/model';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import { noPermissions, type Person } from '@slipway/engine';
import { writeAudit } from '@slipway/persistence/audit';
import {
  type Dashboard,
  type DashboardContent,
  deleteDashboard,
  findDashboard,
  insertDashboard,
  listDashboards,
  lockDashboard,
  updateDashboard,
} from '@slipway/persistence/dashboards';
import type { Connection, Database } from '@slipway/persistence/database';
import { readFullIds } from '@slipway/persistence/folders';
import { getFolder } from '../folders/find.ts';
import type { ResourceContext } from '../model/context.ts';
import { requireGlobalPermission, requirePermissionAt } from '../model/require-permission.ts';
import type { CallerContext } from '../people/caller-context.ts';

type ReadContext = Pick<ResourceContext, 'database'>;
type ChangeContext = Pick<ResourceContext, 'database' | 'engine'>;

/** Renders dashboards for a caller. */
async function render(
  connection: Connection,
  caller: Person,
  dashboards: readonly Dashboard[],
): Promise<readonly DashboardResponse[]> {
  const folderIds = [...new Set(dashboards.flatMap(({ folderId }) => folderId ?? []))];
  const callers = await caller.callersAt(folderIds.map((folderId) => ({ folderId })));
  const callerByFolder = new Map(folderIds.map((id, index) => [id, callers[index] ?? noPermissions]));
  const filters = dashboards.flatMap(({ tiles }) => tiles.flatMap(({ filter }) => filter ?? []));
  const ids = filters.flatMap(({ folderId, templateIds = [] }) => [...(folderId ? [folderId] : []), ...templateIds]);
  const fullIds = await readFullIds(connection, [...new Set(ids)]);
  return dashboards.map((dashboard) => {
    const { folderId } = dashboard;
    const mayEdit =
      folderId === null
        ? caller.hasPermission(neededToChange.newDashboard)
        : callerByFolder.get(folderId)?.may(neededToChange.dashboard) === true;
    return showDashboard(dashboard, { mayEdit, fullIds });
  });
}

async function renderOne(connection: Connection, caller: Person, dashboard: Dashboard): Promise<DashboardResponse> {
  const [response] = await render(connection, caller, [dashboard]);
  if (response === undefined) throw new Error('a dashboard was not rendered');
  return response;
}

/** Returns the scopes of the folders whose dashboards a user can view; null: all. */
function visibleScopes(caller: Person): readonly string[] | null {
  const [view, edit] = [neededToRead.dashboard, neededToChange.dashboard].map((one) => caller.visibility(one).scopes);
  return view && edit ? [...new Set([...view, ...edit])] : null;
}

/** Renders the dashboards that the caller can view. With a folder: of it, of the folders around it, and without folder. */
export async function renderDashboards(
  { database }: ReadContext,
  caller: Person,
  rawFolderId: string | undefined,
): Promise<readonly DashboardResponse[]> {
  const access = { caller, anyOf: [neededToRead.folder] } as const;
  const folder = rawFolderId === undefined ? null : await getFolder(database, rawFolderId, access);
  return await render(database, caller, await listDashboards(database, visibleScopes(caller), folder?.id ?? null));
}

/** Whether a user can view a dashboard. Those of the installation are visible to all users who can view insights. */
export async function canViewDashboard(caller: Person, { folderId }: Pick<Dashboard, 'folderId'>): Promise<boolean> {
  if (folderId === null)
    return caller.hasPermission(neededToRead.insights) || caller.hasPermission(neededToChange.newDashboard);
  const callerHere = await caller.callerAt({ folderId });
  return callerHere.may(neededToRead.dashboard) || callerHere.may(neededToChange.dashboard);
}

/** Returns a dashboard that the caller can view. Throws the same NotFound for another one as for an unknown id. */
export async function getDashboard({ database }: ReadContext, caller: Person, id: string): Promise<Dashboard> {
  const dashboard = await findDashboard(database, id);
  if (dashboard === null || !(await canViewDashboard(caller, dashboard))) throw notFound('dashboard', id);
  return dashboard;
}

/** Renders a dashboard. Throws NotFound. */
export const renderDashboard = async (context: ReadContext, caller: Person, id: string): Promise<DashboardResponse> =>
  await renderOne(context.database, caller, await getDashboard(context, caller, id));

/** Checks the permission to change dashboards of a folder, or those of the installation. Throws Forbidden. */
async function requireEdit(caller: Person, folderId: string | null): Promise<void> {
  if (folderId === null) requireGlobalPermission(caller, neededToChange.newDashboard);
  else
    await requirePermissionAt(
      { caller, anyOf: [neededToChange.dashboard] },
      { label: 'folder', rawId: folderId, scope: { folderId }, view: null },
    );
}

/**
 * Replaces the ids in the filters of tiles by those without folders. A folder must be visible unless the dashboard has
 * it already, because another user may have chosen it. Throws NotFound.
 */
async function resolveTiles(
  database: Database,
  caller: Person,
  tiles: readonly DashboardTile[],
  before: readonly DashboardTile[],
): Promise<readonly DashboardTile[]> {
  const known = new Set(before.flatMap(({ filter }) => filter?.folderId ?? []));
  const resolved = new Map<string, string>();
  for (const rawId of new Set(tiles.flatMap(({ filter }) => filter?.folderId ?? []))) {
    const id = lastSegment(rawId);
    const access = { caller, anyOf: [neededToRead.folder] } as const;
    resolved.set(rawId, known.has(id) ? id : (await getFolder(database, rawId, access)).id);
  }
  return tiles.map(({ filter, ...tile }) => ({
    ...tile,
    ...(filter !== undefined && {
      filter: {
        ...filter,
        folderId: filter.folderId === undefined ? undefined : resolved.get(filter.folderId),
        templateIds: filter.templateIds?.map(lastSegment),
      },
    }),
  }));
}

/** Returns the folder of a request; null: none. Throws NotFound, Forbidden. */
async function folderIn({ database }: ReadContext, caller: Person, rawId: string | undefined): Promise<string | null> {
  if (rawId === undefined || rawId === rootFolderId) return null;
  return (await getFolder(database, rawId, { caller, anyOf: [neededToChange.dashboard] })).id;
}

/** The content of a dashboard for the audit log. */
const auditJson = ({ title, folderId, tiles }: DashboardContent): Json =>
  JSON.parse(JSON.stringify({ title, folderId, tiles }));

/** Creates a dashboard. The route requires the permission to create dashboards. Throws NotFound, Forbidden. */
export async function createDashboard(
  context: ChangeContext,
  { caller, actor }: CallerContext,
  { title, folderId: rawFolderId, tiles = [] }: DashboardBody,
): Promise<DashboardResponse> {
  const folderId = await folderIn(context, caller, rawFolderId);
  const content = { title, folderId, tiles: await resolveTiles(context.database, caller, tiles, []) };
  const id = `Dashboard${randomBytes(16).toString('hex')}`;
  await context.engine.change((changes) =>
    changes.transaction(async (connection) => {
      await insertDashboard(connection, id, content, caller.username);
      const change = { subject: id, before: null, after: auditJson(content) };
      await writeAudit(connection, { actor, action: 'DASHBOARD_CREATED', ...change });
    }),
  );
  return await renderDashboard(context, caller, id);
}

/** Returns a dashboard that the caller can change. Throws NotFound, Forbidden. */
async function changeable(context: ReadContext, caller: Person, id: string): Promise<Dashboard> {
  const dashboard = await getDashboard(context, caller, id);
  await requireEdit(caller, dashboard.folderId);
  return dashboard;
}

/** Locks a dashboard for a change. Throws NotFound, and Conflict if a version is given and it has another one. */
async function lockVersion(connection: Connection, id: string, version: number | undefined): Promise<Dashboard> {
  const dashboard = await lockDashboard(connection, id);
  if (dashboard === null) throw notFound('dashboard', id);
  if (version !== undefined && version !== dashboard.version)
    throw new Conflict(message('dashboard.changed', { username: dashboard.changedBy ?? '' }));
  return dashboard;
}

/** Replaces a dashboard. Throws NotFound, Forbidden, Conflict, PreconditionFailed. */
export async function changeDashboard(
  context: ChangeContext,
  { caller, actor, stillAs }: CallerContext,
  id: string,
  { title, folderId: rawFolderId, tiles = [], version }: DashboardBody,
): Promise<DashboardResponse> {
  const present = await changeable(context, caller, id);
  const folderId = await folderIn(context, caller, rawFolderId);
  if (folderId !== present.folderId) await requireEdit(caller, folderId);
  const content = { title, folderId, tiles: await resolveTiles(context.database, caller, tiles, present.tiles) };
  await context.engine.change((changes) =>
    changes.transaction(async (connection) => {
      const before = await lockVersion(connection, id, version);
      await stillAs?.(await renderOne(connection, caller, before));
      await updateDashboard(connection, id, content, caller.username);
      const change = { subject: id, before: auditJson(before), after: auditJson(content) };
      await writeAudit(connection, { actor, action: 'DASHBOARD_UPDATED', ...change });
    }),
  );
  return await renderDashboard(context, caller, id);
}

/** Deletes a dashboard. Throws NotFound, Forbidden, Conflict. */
export async function removeDashboard(
  context: ChangeContext,
  { caller, actor }: CallerContext,
  id: string,
  version: number | undefined,
): Promise<void> {
  await changeable(context, caller, id);
  await context.engine.change((changes) =>
    changes.transaction(async (connection) => {
      const before = await lockVersion(connection, id, version);
      await deleteDashboard(connection, id);
      const change = { subject: id, before: auditJson(before), after: null };
      await writeAudit(connection, { actor, action: 'DASHBOARD_DELETED', ...change });
    }),
  );
}
