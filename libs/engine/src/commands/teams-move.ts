import { mergeTeams, type Release, type Team } from '@slipway/domain';
import { type Connection, moveTeams } from '@slipway/persistence';
import { newId } from '../environment/ids.ts';
import type { DispatchInput } from './ask.ts';

/** Does to teams what a move of their template means, in the transaction of the move, which shares the tree of folders. */
type TeamsMove = (connection: Connection, before: Release, after: Release) => Promise<void>;

const merge = (into: readonly Team[], own: readonly Team[]): readonly Team[] =>
  mergeTeams(into, own, () => newId('Team'));

/** What an input does to teams beside the plan; null: nothing. */
export function toTeamsMove(input: DispatchInput): TeamsMove | null {
  if (input.kind === 'fact' || input.command.type !== 'moveTemplate') return null;
  const { caller, address = null, command } = input;
  const actor = { username: caller.username, address };
  const merging = command.mergePermissions === true ? merge : null;
  return (connection, { id, folderId: from }, { folderId: to }) =>
    moveTeams(connection, { id, from, to, actor }, merging);
}
