import type { Command, Fact, Input, Release } from '@slipway/domain';
import type { Person } from '../people/person.ts';

/** An input as it is asked for: what somebody may is found out where the release is. */
export type Ask =
  | { readonly kind: 'command'; readonly caller: Person; readonly command: Command }
  | { readonly kind: 'fact'; readonly fact: Fact };

/** The input for the core, with the caller's rights at this release. In a transaction only where they are known. */
export async function inputTo({ id, folderId }: Release, ask: Ask): Promise<Input> {
  if (ask.kind === 'fact') return ask;
  const caller = await ask.caller.at({ folderId, releaseId: id });
  if (ask.command.type !== 'moveTemplate') return { ...ask, caller };
  return { ...ask, caller, there: await ask.caller.at({ folderId: ask.command.folderId }) };
}
