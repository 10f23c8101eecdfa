import type { Command, Fact, Input, Release } from '@slipway/domain';
import type { Person } from '../people/person.ts';

/** An input as it is asked for: what somebody may is found out where the release is. */
export type Ask =
  | {
      readonly kind: 'command';
      readonly caller: Person;
      readonly command: Command;
      /** of the client, for the audit log */
      readonly address?: string | null;
    }
  | { readonly kind: 'fact'; readonly fact: Fact };

/** The input for the core, with the caller's rights at this release. In a transaction only where they are known. */
export async function inputTo({ id, folderId }: Release, ask: Ask): Promise<Input> {
  if (ask.kind === 'fact') return ask;
  const { kind, command } = ask;
  const caller = await ask.caller.at({ folderId, releaseId: id });
  if (command.type !== 'moveTemplate') return { kind, command, caller };
  return { kind, command, caller, there: await ask.caller.at({ folderId: command.folderId }) };
}
