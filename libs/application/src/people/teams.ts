import {
  namedTeams,
  showTeamViews,
  type TeamViewList,
  type TeamViewResponse,
  teamsWith,
} from '@slipway/api-schema/people';
import type { ObjectKind } from '@slipway/domain/messages';
import { isTemplate, type Permission } from '@slipway/domain/model';
import {
  folderOwnerTeam,
  type NamedTeam,
  neededForTeams,
  neededToChange,
  neededToRead,
  type RequestedTeam,
  refusal,
  replaceFolderTeams,
  replaceTeams,
  resolveTeams,
} from '@slipway/domain/people';
import { newId, type Person, readCurrentPerson } from '@slipway/engine';
import type { Connection } from '@slipway/persistence/database';
import { changeFolderTeams, type Folder } from '@slipway/persistence/folders';
import {
  changePlanTeams,
  lockPeopleByName,
  readFolderTeams,
  readFullNames,
  type ScopeTeams,
} from '@slipway/persistence/people';
import type { ReleaseView } from '@slipway/persistence/plans';
import { getFolder } from '../folders/find.ts';
import type { ResourceContext } from '../model/context.ts';
import { planAttributes, requirePermission } from '../model/require-permission.ts';
import { reloadPlan } from '../plans/find.ts';
import type { CallerContext } from './caller-context.ts';

type TeamContext = Pick<ResourceContext, 'database'>;
type ChangeContext = Pick<ResourceContext, 'database' | 'engine' | 'outsideLogin'>;
type Teams = readonly TeamViewResponse[];

const newTeamId = () => newId('Team');

/** Renders the effective teams of a scope. */
async function render({ database }: { readonly database: Connection }, scope: ScopeTeams): Promise<Teams> {
  const names = scope.teams.flatMap(({ members }) => members.map(({ name }) => name));
  return showTeamViews(scope, await readFullNames(database, [...new Set(names)]));
}

/** Checks the permission of the caller in a folder. Throws NotFound, Forbidden. */
export async function requireFolderPermission(
  caller: Person,
  { id }: Pick<Folder, 'id'>,
  permission: Permission,
): Promise<void> {
  const callerHere = await caller.callerAt({ folderId: id });
  if (!callerHere.may(permission))
    throw refusal({ permission, kind: 'folder', id, mayView: callerHere.may(neededToRead.folder) });
}

/** Returns the folder with an id, if the caller has the permission. Throws NotFound, Forbidden. */
async function getPermittedFolder(
  { database }: TeamContext,
  caller: Person,
  rawId: string,
  permission: Permission,
): Promise<Folder> {
  const folder = await getFolder(database, rawId);
  await requireFolderPermission(caller, folder, permission);
  return folder;
}

/** Returns the effective teams of a folder: its own, or the inherited ones. Throws NotFound, Forbidden. */
export async function folderTeams(context: TeamContext, caller: Person, rawId: string): Promise<Teams> {
  const { id } = await getPermittedFolder(context, caller, rawId, neededToRead.folder);
  return await render(context, await readFolderTeams(context.database, id));
}

/** Returns the effective teams of a loaded template or release: those of its folder, or its own at the top level. */
export const planTeams = (context: TeamContext, { teams }: ReleaseView): Promise<Teams> => render(context, teams);

/** Returns whether the caller is in the effective team Folder Owner of a folder. Throws NotFound, Forbidden. */
export async function isFolderOwner(context: TeamContext, caller: Person, rawId: string): Promise<boolean> {
  const { id } = await getPermittedFolder(context, caller, rawId, neededToRead.folder);
  return teamsWith(await readFolderTeams(context.database, id), caller).includes(folderOwnerTeam);
}

/** Resolves the users and roles in teams, and locks them until the transaction ends. Throws Invalid. */
async function resolveMembers(
  { outsideLogin = false }: ChangeContext,
  connection: Connection,
  requestedTeams: readonly NamedTeam[],
): Promise<readonly RequestedTeam[]> {
  const members = requestedTeams.flatMap((team) => team.members ?? []);
  const users = members.flatMap(({ kind, name }) => (kind === 'user' ? name : []));
  const roles = members.flatMap(({ kind, name, roleId }) => (kind === 'role' ? [name, roleId ?? ''] : []));
  return resolveTeams(requestedTeams, await lockPeopleByName(connection, { users, roles }), outsideLogin);
}

interface FolderTeamsChange extends CallerContext {
  /** the id of the folder */
  readonly rawId: string;
}

/** Replaces all teams of a folder (permissions.md, section 3). Throws NotFound, Forbidden, Invalid, Conflict. */
export async function setFolderTeams(
  context: ChangeContext,
  { caller, actor, stillAs, rawId }: FolderTeamsChange,
  list: TeamViewList,
): Promise<Teams> {
  const { id: folderId } = await getPermittedFolder(context, caller, rawId, neededToChange.folderTeams);
  const requestedTeams = namedTeams(list);
  await context.engine.change((database) =>
    changeFolderTeams(database, {
      folderId,
      actor,
      decide: async (connection, before) => {
        await stillAs?.(await render({ database: connection }, await readFolderTeams(connection, folderId)));
        const resolvedTeams = await resolveMembers(context, connection, requestedTeams);
        await requireFolderPermission(
          await readCurrentPerson(connection, caller),
          { id: folderId },
          neededToChange.folderTeams,
        );
        return replaceFolderTeams(resolvedTeams, before, newTeamId);
      },
    }),
  );
  return await render(context, await readFolderTeams(context.database, folderId));
}

interface PlanTeamsChange extends Omit<FolderTeamsChange, 'rawId'> {
  /** The template or release. Its permission is already checked. */
  readonly plan: ReleaseView;
}

/**
 * Replaces all teams of a template or release. Throws NotFound, Forbidden, Invalid, and Conflict for one in a folder.
 */
export async function setPlanTeams(
  context: ChangeContext,
  { caller, actor, stillAs, plan }: PlanTeamsChange,
  list: TeamViewList,
): Promise<Teams> {
  const { id: releaseId, status } = plan.release;
  const label: ObjectKind = isTemplate(status) ? 'template' : 'release';
  const accessTarget = { label, rawId: releaseId, needed: neededForTeams };
  const requestedTeams = namedTeams(list);
  await context.engine.change((database) =>
    changePlanTeams(database, {
      releaseId,
      actor,
      decide: async (connection, before) => {
        await stillAs?.(await render({ database: connection }, { ...plan.teams, teams: before }));
        const resolvedTeams = await resolveMembers(context, connection, requestedTeams);
        await requirePermission(await readCurrentPerson(connection, caller), planAttributes(plan), accessTarget);
        return replaceTeams(resolvedTeams, before, newTeamId);
      },
    }),
  );
  const { teams } = await reloadPlan(context.database, releaseId);
  return await render(context, teams);
}
