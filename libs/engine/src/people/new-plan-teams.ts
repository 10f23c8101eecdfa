import {
  type Caller,
  defaultTeams,
  importedTeams,
  rootFolderId,
  systemUser,
  type Team,
  type TeamInJson,
  userMember,
} from '@slipway/domain';
import { type Connection, peopleNamed } from '@slipway/persistence';
import { newId } from '../environment/ids.ts';

const newTeamId = () => newId('Team');

/** Who makes something, as a member of its teams; null where that is the product itself. */
const creatorOf = ({ username }: Pick<Caller, 'username'>) => (username === systemUser ? null : userMember(username));

/** The teams of a new folder at the top. */
export const teamsOfNewFolder = (creator: Pick<Caller, 'username'>): readonly Team[] =>
  defaultTeams('folder', creatorOf(creator), newTeamId);

/** Templates that are to be made: where, and with which teams of their JSON. */
interface NewTemplate {
  readonly folderId: string;
  readonly brought: readonly TeamInJson[];
}

/** The teams of new templates: none in a folder, whose teams hold for them. Throws Conflict for two of a name. */
export async function teamsOfNewTemplates(
  connection: Connection,
  templates: readonly NewTemplate[],
  creator: Pick<Caller, 'username'>,
): Promise<readonly (readonly Team[])[]> {
  const all = templates.flatMap(({ folderId, brought }) => (folderId === rootFolderId ? brought : []));
  const users = all.flatMap(({ members }) => members);
  const roles = all.flatMap((team) => team.roles);
  const known = all.length === 0 ? { users, roles: [] } : await peopleNamed(connection, { users, roles });
  return templates.map(({ folderId, brought }) => {
    if (folderId !== rootFolderId) return [];
    if (brought.length === 0) return defaultTeams('plan', creatorOf(creator), newTeamId);
    return importedTeams(brought, { kind: 'top', known, creator: creatorOf(creator) }, newTeamId).teams;
  });
}

/** The teams of one. Throws Conflict for two of a name. */
export async function teamsOfNewTemplate(
  connection: Connection,
  template: NewTemplate,
  creator: Pick<Caller, 'username'>,
): Promise<readonly Team[]> {
  const [teams = []] = await teamsOfNewTemplates(connection, [template], creator);
  return teams;
}
