import type { Release } from '@slipway/domain/model';
import { mergeTeams, type Team } from '@slipway/domain/people';
import type { Connection } from '@slipway/persistence/database';
import { moveTeams } from '@slipway/persistence/people';
import { newId } from '../environment/ids.ts';
import type { DispatchInput } from './dispatch-input.ts';

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
