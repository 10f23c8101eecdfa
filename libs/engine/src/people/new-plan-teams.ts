import { type Caller, systemUser } from '@slipway/domain/decision';
import { rootFolderId } from '@slipway/domain/ids';
import { defaultTeams, importTeams, type Team, type TeamJson, userMember } from '@slipway/domain/people';
import type { Connection } from '@slipway/persistence/database';
import { lockPeopleByName } from '@slipway/persistence/people';
import { newId } from '../environment/ids.ts';

const newTeamId = () => newId('Team');

/** Returns the creator as a member of the teams; null for the product itself. */
const toCreatorMember = ({ username }: Pick<Caller, 'username'>) =>
  username === systemUser ? null : userMember(username);

/** The teams of a new top-level folder. */
export const teamsOfNewFolder = (creator: Pick<Caller, 'username'>): readonly Team[] =>
  defaultTeams('folder', toCreatorMember(creator), newTeamId);

/** New templates: their folder, and the teams in their JSON. */
interface NewTemplate {
  readonly folderId: string;
  readonly draftTeams: readonly TeamJson[];
}

/**
 * Returns the teams of new templates. A template in a folder has none, because it uses those of the folder. Throws
 * Conflict for two teams with the same name.
 */
export async function teamsOfNewTemplates(
  connection: Connection,
  templates: readonly NewTemplate[],
  creator: Pick<Caller, 'username'>,
): Promise<readonly (readonly Team[])[]> {
  const importedDrafts = templates.flatMap(({ folderId, draftTeams }) => (folderId === rootFolderId ? draftTeams : []));
  const users = importedDrafts.flatMap(({ members }) => members);
  const roles = importedDrafts.flatMap((team) => team.roles);
  const knownPeople =
    importedDrafts.length === 0 ? { users, roles: [] } : await lockPeopleByName(connection, { users, roles });
  return templates.map(({ folderId, draftTeams }) => {
    if (folderId !== rootFolderId) return [];
    if (draftTeams.length === 0) return defaultTeams('plan', toCreatorMember(creator), newTeamId);
    return importTeams(draftTeams, { kind: 'top', people: knownPeople, creator: toCreatorMember(creator) }, newTeamId)
      .teams;
  });
}

/** Returns the teams of one new template. Throws Conflict for two teams with the same name. */
export async function teamsOfNewTemplate(
  connection: Connection,
  template: NewTemplate,
  creator: Pick<Caller, 'username'>,
): Promise<readonly Team[]> {
  const [teams = []] = await teamsOfNewTemplates(connection, [template], creator);
  return teams;
}
