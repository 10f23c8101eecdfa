import {
  folderOwnerTeam,
  folderTeamsAfter,
  type GivenTeam,
  givenTeams,
  isTemplate,
  type NamedTeam,
  neededForTeams,
  neededToChange,
  neededToRead,
  type Permission,
  refusal,
  teamsAfter,
} from '@slipway/domain';
import { newId, type Person, personNow } from '@slipway/engine';
import {
  type Connection,
  changeFolderTeams,
  changePlanTeams,
  type Folder,
  peopleNamed,
  type ReleaseView,
  readFolderTeams,
  readFullNames,
  type ScopeTeams,
} from '@slipway/persistence';
import { namedTeams, showTeamViews, type TeamViewAnswer, type TeamViewList, teamsWith } from '@slipway/wire';
import { folderNamed } from '../folders/find.ts';
import type { ResourceContext } from '../model/context.ts';
import { hold, planStanding } from '../model/hold.ts';
import { storedPlan } from '../plans/as-stored.ts';
import type { Asking } from './asking.ts';

type Reads = Pick<ResourceContext, 'database'>;
type Changes = Pick<ResourceContext, 'database' | 'engine' | 'outsideLogin'>;
type Teams = readonly TeamViewAnswer[];

const newTeamId = () => newId('Team');

/** Renders the teams that hold somewhere. */
async function render({ database }: { readonly database: Connection }, scope: ScopeTeams): Promise<Teams> {
  const names = scope.teams.flatMap(({ members }) => members.map(({ name }) => name));
  return showTeamViews(scope, await readFullNames(database, [...new Set(names)]));
}

/** Checks the permission of the caller in a folder. Throws NotFound, Forbidden. */
export async function requireThere(caller: Person, { id }: Pick<Folder, 'id'>, permission: Permission): Promise<void> {
  const here = await caller.at({ folderId: id });
  if (!here.may(permission)) throw refusal({ permission, what: 'folder', id, mayView: here.may(neededToRead.folder) });
}

/** The folder with an id, for a caller with a permission there. Throws NotFound, Forbidden. */
async function folderFor(
  { database }: Reads,
  caller: Person,
  written: string,
  permission: Permission,
): Promise<Folder> {
  const folder = await folderNamed(database, written);
  await requireThere(caller, folder, permission);
  return folder;
}

/** The teams that hold in a folder: its own, or those that it inherits. Throws NotFound, Forbidden. */
export async function folderTeams(context: Reads, caller: Person, written: string): Promise<Teams> {
  const { id } = await folderFor(context, caller, written, neededToRead.folder);
  return await render(context, await readFolderTeams(context.database, id));
}

/** The teams that hold for a template or release that was found: its folder's, or at the top its own. */
export const planTeams = (context: Reads, { teams }: ReleaseView): Promise<Teams> => render(context, teams);

/** Whether the caller is in the effective team Folder Owner of a folder. Throws NotFound, Forbidden. */
export async function isFolderOwner(context: Reads, caller: Person, written: string): Promise<boolean> {
  const { id } = await folderFor(context, caller, written, neededToRead.folder);
  return teamsWith(await readFolderTeams(context.database, id), caller).includes(folderOwnerTeam);
}

/** Who is meant by those whom teams name, and who stay until the transaction ends. Throws Invalid. */
async function known(
  { outsideLogin = false }: Changes,
  connection: Connection,
  named: readonly NamedTeam[],
): Promise<readonly GivenTeam[]> {
  const members = named.flatMap((team) => team.members ?? []);
  const users = members.flatMap(({ kind, name }) => (kind === 'user' ? name : []));
  const roles = members.flatMap(({ kind, name, roleId }) => (kind === 'role' ? [name, roleId ?? ''] : []));
  return givenTeams(named, await peopleNamed(connection, { users, roles }), outsideLogin);
}

interface FolderTeamsOrder extends Asking {
  /** the id of the folder */
  readonly written: string;
}

/** Sets the whole list of a folder's teams (permissions.md, section 3). Throws NotFound, Forbidden, Invalid, Conflict. */
export async function setFolderTeams(
  context: Changes,
  { caller, actor, stillAs, written }: FolderTeamsOrder,
  list: TeamViewList,
): Promise<Teams> {
  const { id: folderId } = await folderFor(context, caller, written, neededToChange.folderTeams);
  const named = namedTeams(list);
  await context.engine.change((database) =>
    changeFolderTeams(database, {
      folderId,
      actor,
      decide: async (connection, before) => {
        await stillAs?.(await render({ database: connection }, await readFolderTeams(connection, folderId)));
        const given = await known(context, connection, named);
        await requireThere(await personNow(connection, caller), { id: folderId }, neededToChange.folderTeams);
        return folderTeamsAfter(given, before, newTeamId);
      },
    }),
  );
  return await render(context, await readFolderTeams(context.database, folderId));
}

interface PlanTeamsOrder extends Omit<FolderTeamsOrder, 'written'> {
  /** The template or release, with the permission checked. */
  readonly plan: ReleaseView;
}

/** Sets the whole list of the teams of a template or release. Throws NotFound, Forbidden, Invalid, Conflict for one in a folder. */
export async function setPlanTeams(
  context: Changes,
  { caller, actor, stillAs, plan }: PlanTeamsOrder,
  list: TeamViewList,
): Promise<Teams> {
  const { id: releaseId, status } = plan.release;
  const wanted = { what: isTemplate(status) ? 'template' : 'release', written: releaseId, needed: neededForTeams };
  const named = namedTeams(list);
  await context.engine.change((database) =>
    changePlanTeams(database, {
      releaseId,
      actor,
      decide: async (connection, before) => {
        await stillAs?.(await render({ database: connection }, { ...plan.teams, teams: before }));
        const given = await known(context, connection, named);
        await hold(await personNow(connection, caller), planStanding(plan), wanted);
        return teamsAfter(given, before, newTeamId);
      },
    }),
  );
  const { teams } = await storedPlan(context.database, releaseId);
  return await render(context, teams);
}
