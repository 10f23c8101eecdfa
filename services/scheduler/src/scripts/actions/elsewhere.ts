import {
  type Caller,
  type Command,
  Forbidden,
  missingPermission,
  type Permission,
  permissionFor,
} from '@slipway/domain';
import { type Engine, Overloaded, Repeated } from '@slipway/engine';
import { readRelease, recallKey } from '@slipway/persistence';
import { askingIn } from '../context/claim.ts';
import type { Scripting, TakenUp } from '../context/context.ts';
import { refused } from './refused.ts';

/** Something that a script wants done to what is not its own release. */
export interface Elsewhere {
  readonly doing: string;
  /** the id of what it is done to, and what REST would ask of whoever does it */
  readonly id: string;
  readonly permission: Permission;
  /** Does it on the terms of this engine. */
  carryOut(engine: Engine, by: Caller): Promise<unknown>;
}

/** What is wanted of the script's own release, or of something else. */
export type Wish =
  | { readonly where: 'own'; readonly command: Command }
  | { readonly where: 'elsewhere'; readonly elsewhere: Elsewhere };

/** Something wanted, and its place among all that the script has said: the same whoever reads that again. */
export interface Placed extends Elsewhere {
  readonly at: number;
}

const keyIdAt = ({ script }: TakenUp, at: number): string => `${script.id} ${at}`;

/** Whether an earlier attempt has done what the script said at this place. */
export const wasDone = async ({ database }: Scripting, taken: TakenUp, at: number): Promise<boolean> =>
  (await recallKey(database, keyIdAt(taken, at))) !== null;

/** A command to another release. */
export const commandElsewhere = (releaseId: string, command: Command): Elsewhere => ({
  doing: command.type,
  id: releaseId,
  permission: permissionFor(command),
  carryOut: (engine, caller) => engine.dispatch(releaseId, { kind: 'command', caller, command }),
});

/**
 * Does what a script asked of others, through the same commands and permissions as REST, as the user whom the release's
 * scripts run as. Each is done under a key of its own, which is kept with its effect: whoever runs the script again, after
 * this process has died, does not do it twice. The first refusal ends it; the answer is the comment about it, or nothing.
 */
export async function carryOut(
  scripting: Scripting,
  taken: TakenUp,
  wishes: readonly Placed[],
  by: Caller | null,
): Promise<readonly Command[]> {
  if (wishes.length === 0 || !(await isStillWanted(scripting, taken))) return [];
  const { task } = taken;
  try {
    for (const wish of wishes) {
      if (by === null) throw new Forbidden(`without scriptUsername a script cannot ${wish.doing}`);
      if (!by.may(wish.permission)) throw missingPermission(wish.permission, wish.id);
      const key = { id: keyIdAt(taken, wish.at), fingerprint: wish.doing };
      await wish.carryOut(scripting.engine.under({ expected: null, key }), by).catch(async (error) => {
        // a task that was completed the last time cannot be completed again, and so on
        if (!(error instanceof Repeated || (await wasDone(scripting, taken, wish.at)))) throw error;
      });
    }
    return [];
  } catch (error) {
    const comment = error instanceof Overloaded ? error.message : refused(error);
    return [{ type: 'commentTask', taskId: task.id, comment }];
  }
}

/** Whether the release still waits for this attempt: what comes late is not to be done. */
async function isStillWanted({ database }: Scripting, { view, script }: TakenUp): Promise<boolean> {
  const now = await readRelease(database, view.release.id);
  return now !== null && askingIn(now, script.id)?.script.attempt === script.attempt;
}
