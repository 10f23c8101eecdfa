import { type Command, Forbidden } from '@slipway/domain';
import { Overloaded, type Person, Repeated, withScriptAuthor } from '@slipway/engine';
import { findKey, readRelease } from '@slipway/persistence';
import { waitingFor } from '../context/claim.ts';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import type { OutsideAction } from './outside-action.ts';
import { refusalComment } from './refusal-comment.ts';

/** An action, and its place among all of the script: the same whoever reads these again. */
export interface PlacedAction extends OutsideAction {
  readonly at: number;
}

const keyIdAt = ({ script }: ClaimedRun, at: number): string => `${script.id} ${at}`;

/** Whether an earlier attempt has done the script's action at this place. */
export const wasDone = async ({ database }: ScriptContext, run: ClaimedRun, at: number): Promise<boolean> =>
  (await findKey(database, keyIdAt(run, at))) !== null;

/** The users by whose rights a script acts. */
interface Actors {
  /** as whom the scripts of the release run; null: nobody */
  readonly by: Person | null;
  /** the stored author of the script; null: none is stored */
  readonly author: Person | null;
}

/**
 * Does what a script asked of others, through the same commands and permissions as REST, as the user as whom the release's
 * scripts run, and with the author of the script beside. Each is done under a key of its own, which is kept with its effect: whoever runs the script again, after
 * this process has died, does not do it twice. The first refusal ends it; the answer is the comment about it, or nothing.
 */
export async function performOutside(
  context: ScriptContext,
  run: ClaimedRun,
  actions: readonly PlacedAction[],
  { by, author }: Actors,
): Promise<readonly Command[]> {
  if (actions.length === 0 || !(await isStillWaiting(context, run))) return [];
  const caller = by && withScriptAuthor(by, author);
  try {
    for (const action of actions) {
      if (caller === null) throw new Forbidden(`without scriptUsername a script cannot ${action.doing}`);
      const key = { id: keyIdAt(run, action.at), fingerprint: action.doing };
      await action.perform(context.engine.under({ expected: null, key }), caller, author).catch(async (error) => {
        // a task that was completed the last time cannot be completed again, and so on
        if (!(error instanceof Repeated || (await wasDone(context, run, action.at)))) throw error;
      });
    }
    return [];
  } catch (error) {
    const comment = error instanceof Overloaded ? error.message : refusalComment(error);
    return [{ type: 'commentTask', taskId: run.task.id, comment }];
  }
}

/** Whether the release still waits for this attempt: what comes late is not to be done. */
async function isStillWaiting({ database }: ScriptContext, { view, script }: ClaimedRun): Promise<boolean> {
  const now = await readRelease(database, view.release.id);
  return now !== null && waitingFor(now, script.id)?.script.attempt === script.attempt;
}
