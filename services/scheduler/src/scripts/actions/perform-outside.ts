import { type Command, Forbidden } from '@slipway/domain';
import { Overloaded, type Person, Repeated, withScriptAuthor } from '@slipway/engine';
import { findKey, readRelease } from '@slipway/persistence';
import { waitingFor } from '../context/claim.ts';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import type { OutsideAction } from './outside-action.ts';
import { refusalComment } from './refusal-comment.ts';

/** An action, with its position among all of the script, which is the same in each attempt. */
export interface PlacedAction extends OutsideAction {
  readonly at: number;
}

const keyIdAt = ({ script }: ClaimedRun, at: number): string => `${script.id} ${at}`;

/** Whether an earlier attempt has done the script's action at this place. */
export const wasDone = async ({ database }: ScriptContext, run: ClaimedRun, at: number): Promise<boolean> =>
  (await findKey(database, keyIdAt(run, at))) !== null;

/** The users by whose rights a script acts. */
interface Actors {
  /** the run-as user of the release; null: it has none */
  readonly by: Person | null;
  /** the stored author of the script; null: none is stored */
  readonly author: Person | null;
}

/**
 * Performs the actions of a script outside its own release, through the commands and permissions of REST, as the run-as user
 * and with the author of the script. Each action has its own key, which is stored with its effect. A process that runs the
 * script again after a crash does not repeat it. The first refusal ends the actions; the result is the comment about it,
 * or no command.
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

/** Whether the release still waits for this attempt: late actions are not applied. */
async function isStillWaiting({ database }: ScriptContext, { view, script }: ClaimedRun): Promise<boolean> {
  const now = await readRelease(database, view.release.id);
  return now !== null && waitingFor(now, script.id)?.script.attempt === script.attempt;
}
