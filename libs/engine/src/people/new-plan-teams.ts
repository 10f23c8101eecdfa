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

/** A template to be made. */
interface NewTemplate {
  readonly folderId: string;
  readonly creator: Pick<Caller, 'username'>;
  /** the teams that its JSON brings */
  readonly brought: readonly TeamInJson[];
}

/** The teams of a new template: none in a folder, whose teams hold for it. Throws Conflict for two of a name. */
export async function teamsOfNewTemplate(
  connection: Connection,
  { folderId, creator, brought }: NewTemplate,
): Promise<readonly Team[]> {
  if (folderId !== rootFolderId) return [];
  if (brought.length === 0) return defaultTeams('plan', creatorOf(creator), newTeamId);
  const known = await peopleNamed(connection, {
    users: brought.flatMap(({ members }) => members),
    roles: brought.flatMap(({ roles }) => roles),
  });
  return importedTeams(brought, { kind: 'top', known, creator: creatorOf(creator) }, newTeamId).teams;
}
