import { mergedTeams, type Release, type Team } from '@slipway/domain';
import { type Connection, moveTeams } from '@slipway/persistence';
import { newId } from '../environment/ids.ts';
import type { Ask } from './ask.ts';

/** Does to teams what a move of their template means, in the transaction of the move, which shares the tree of folders. */
type TeamsMove = (connection: Connection, before: Release, after: Release) => Promise<void>;

const merge = (into: readonly Team[], own: readonly Team[]): readonly Team[] =>
  mergedTeams(into, own, () => newId('Team'));

/** What an input does to teams beside the plan; null: nothing. */
export function teamsMove(ask: Ask): TeamsMove | null {
  if (ask.kind === 'fact' || ask.command.type !== 'moveTemplate') return null;
  const { caller, address = null, command } = ask;
  const actor = { username: caller.username, address };
  const merging = command.mergePermissions === true ? merge : null;
  return (connection, { id, folderId: from }, { folderId: to }) =>
    moveTeams(connection, { id, from, to, actor }, merging);
}
