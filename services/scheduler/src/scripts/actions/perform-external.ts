import type { ExternalAction } from '@slipway/application/scripts';
import type { Command } from '@slipway/domain/commands';
import { message } from '@slipway/domain/messages';
import { Forbidden } from '@slipway/domain/model';
import { DuplicateRequest, Overloaded, type Person, withScriptAuthor } from '@slipway/engine';
import { findKey, readRelease } from '@slipway/persistence/plans';
import { type ClaimedRun, type ScriptContext, waitingFor } from '../context/context.ts';
import { refusalComment } from '../context/refusal.ts';

/** An action with its index among all actions of the script. The index is the same in each attempt. */
export interface IndexedAction extends ExternalAction {
  readonly index: number;
}

const keyIdAt = ({ script }: ClaimedRun, index: number): string => `${script.id} ${index}`;

/** Whether an earlier attempt has performed the action with this index. */
export const wasPerformed = async ({ database }: ScriptContext, run: ClaimedRun, index: number): Promise<boolean> =>
  (await findKey(database, keyIdAt(run, index))) !== null;

/** The users with whose permissions a script acts. */
interface Actors {
  /** the run-as user of the release; null: no run-as user */
  readonly runAsUser: Person | null;
  /** the stored author of the script; null: none is stored */
  readonly author: Person | null;
}

/**
 * Performs the actions of a script outside its own release, with the commands and permissions of REST. They run as the
 * run-as user and with the author of the script. Each action has a key that is stored with its effect, so a process
 * that runs the script again after a crash does not repeat it. The first rejected action ends the list. Returns the
 * comment about it, or no command.
 */
export async function performExternal(
  context: ScriptContext,
  run: ClaimedRun,
  actions: readonly IndexedAction[],
  { runAsUser, author }: Actors,
): Promise<readonly Command[]> {
  if (actions.length === 0 || !(await isStillWaiting(context, run))) return [];
  const caller = runAsUser && withScriptAuthor(runAsUser, author);
  try {
    for (const action of actions) {
      if (caller === null) throw new Forbidden(message('script.withoutRunAs', { action: action.description }));
      const key = { id: keyIdAt(run, action.index), fingerprint: action.description };
      await action
        .perform(context.engine.withPreconditions({ expected: null, key }), caller, author)
        .catch(async (error) => {
          // An action of an earlier attempt can be rejected now: for example, its task is already completed.
          if (!(error instanceof DuplicateRequest || (await wasPerformed(context, run, action.index)))) throw error;
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
  const currentView = await readRelease(database, view.release.id);
  return currentView !== null && waitingFor(currentView, script.id)?.script.attempt === script.attempt;
}
