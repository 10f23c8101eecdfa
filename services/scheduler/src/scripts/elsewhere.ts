import {
  type Caller,
  type Command,
  Forbidden,
  missingPermission,
  type Permission,
  permissionFor,
} from '@slipway/domain';
import { Overloaded } from '@slipway/persistence';
import { refused } from './refused.ts';
import type { Scripting, TakenUp } from './room.ts';

/** Something that a script wants done to what is not its own release. */
export interface Elsewhere {
  readonly doing: string;
  /** the id of what it is done to, and what REST would ask of whoever does it */
  readonly id: string;
  readonly permission: Permission;
  carryOut(by: Caller): Promise<unknown>;
}

/** A command to another release. */
export const commandElsewhere = ({ engine }: Scripting, releaseId: string, command: Command): Elsewhere => ({
  doing: command.type,
  id: releaseId,
  permission: permissionFor(command),
  carryOut: (caller) => engine.dispatch(releaseId, { kind: 'command', caller, command }),
});

/**
 * Does what a script asked of others, once its own release has taken its answer, through the same commands and
 * permissions as REST, as the user whom the release's scripts run as. The first refusal ends it and is told in a comment.
 */
export async function carryOut(
  scripting: Scripting,
  { view, task }: TakenUp,
  wishes: readonly Elsewhere[],
  by: Caller | null,
): Promise<void> {
  for (const wish of wishes) {
    try {
      if (by === null) throw new Forbidden(`without scriptUsername a script cannot ${wish.doing}`);
      if (!by.may(wish.permission)) throw missingPermission(wish.permission, wish.id);
      await wish.carryOut(by);
    } catch (error) {
      const comment = error instanceof Overloaded ? `${error.message}` : refused(error);
      const caller = by ?? { username: 'SYSTEM', may: () => true };
      const command = { type: 'commentTask', taskId: task.id, comment } as const;
      await scripting.engine.dispatch(view.release.id, { kind: 'command', caller, command });
      return;
    }
  }
}
