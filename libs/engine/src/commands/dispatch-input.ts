import { type Command, definitionOf, type Fact, type Input } from '@slipway/domain/commands';
import type { Release } from '@slipway/domain/model';
import { mergeTeams, type Team } from '@slipway/domain/people';
import type { Connection } from '@slipway/persistence/database';
import { moveTeams } from '@slipway/persistence/people';
import { newId } from '../environment/ids.ts';
import type { Person } from '../people/person.ts';

/** An input before the permissions of its caller at the release are loaded. */
export type DispatchInput =
  | {
      readonly kind: 'command';
      readonly caller: Person;
      readonly command: Command;
      /** the network address of the client, for the audit log */
      readonly address?: string | null;
    }
  | { readonly kind: 'fact'; readonly fact: Fact };

/**
 * Returns the input for the domain, with the permissions of its caller at this release. In a transaction, call this
 * only for callers whose permissions are already loaded.
 */
export async function toDomainInput({ id, folderId }: Release, input: DispatchInput): Promise<Input> {
  if (input.kind === 'fact') return input;
  const { kind, command } = input;
  const { usesMembership, move } = definitionOf(command);
  const scope = { folderId, releaseId: id };
  const caller = await (usesMembership ? input.caller.memberAt(scope) : input.caller.callerAt(scope));
  if (move === null) return { kind, command, caller };
  return { kind, command, caller, callerAtTarget: await input.caller.callerAt({ folderId: move.folderId(command) }) };
}

/**
 * Moves the teams of a template in the transaction that moves the template. That transaction has a shared lock on the
 * folder tree.
 */
type TeamsMove = (connection: Connection, before: Release, after: Release) => Promise<void>;

const merge = (into: readonly Team[], own: readonly Team[]): readonly Team[] =>
  mergeTeams(into, own, () => newId('Team'));

/** Returns the move of the teams that an input causes; null if it moves none. */
export function toTeamsMove(input: DispatchInput): TeamsMove | null {
  if (input.kind === 'fact') return null;
  const { caller, address = null, command } = input;
  const { move } = definitionOf(command);
  if (move === null) return null;
  const actor = { username: caller.username, address };
  const merging = move.mergesTeams(command) ? merge : null;
  return (connection, { id, folderId: from }, { folderId: to }) =>
    moveTeams(connection, { id, from, to, actor }, merging);
}
