import type { Command, Fact, Input } from '@slipway/domain/commands';
import type { Release } from '@slipway/domain/model';
import type { Person } from '../people/person.ts';

/** An input before the permissions of its caller at the release are loaded. */
export type DispatchInput =
  | {
      readonly kind: 'command';
      readonly caller: Person;
      readonly command: Command;
      /** of the client, for the audit log */
      readonly address?: string | null;
    }
  | { readonly kind: 'fact'; readonly fact: Fact };

/** The input for the core, with the caller's rights at this release. In a transaction only where they are known. */
export async function toDomainInput({ id, folderId }: Release, input: DispatchInput): Promise<Input> {
  if (input.kind === 'fact') return input;
  const { kind, command } = input;
  const scope = { folderId, releaseId: id };
  const caller = await (isVerdict(command) ? input.caller.memberAt(scope) : input.caller.callerAt(scope));
  if (command.type !== 'moveTemplate') return { kind, command, caller };
  return { kind, command, caller, callerAtTarget: await input.caller.callerAt({ folderId: command.folderId }) };
}

/** Whether the teams and roles of the caller matter, independent of their permissions. */
const isVerdict = ({ type }: Command): boolean => type === 'approveTask' || type === 'rejectTask';
