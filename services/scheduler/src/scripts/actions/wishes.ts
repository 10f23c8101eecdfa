import { type Command, Invalid, type ScriptAction as OwnAction } from '@slipway/domain';
import { sealCommand } from '@slipway/engine';
import type { ScriptAction } from '@slipway/scripts';
import type { Scripting, TakenUp } from '../context/context.ts';
import type { Runnable } from '../request/request.ts';
import { type Placed, wasDone } from './elsewhere.ts';
import { refused } from './refused.ts';
import { wishFor } from './wish.ts';

/** What a script has asked for: of its own release, where it is one fact with its result, and of others, afterwards. */
export interface Wishes {
  readonly own: readonly OwnAction[];
  readonly elsewhere: readonly Placed[];
  /** what it says of its task's progress; null for nothing */
  readonly statusLine: string | null;
}

const longestStatusLine = 1_000;

/**
 * Reads what a script has asked for as commands, in order. What cannot be one ends the list, and is told in a comment:
 * what a script said before it counts all the same. Throws Invalid for a value that its variable cannot hold.
 */
export async function readWishes(
  scripting: Scripting,
  taken: TakenUp & Runnable,
  actions: readonly ScriptAction[],
): Promise<Wishes> {
  const own: Command[] = [];
  const elsewhere: Placed[] = [];
  let statusLine: string | null = null;
  for (const [at, action] of actions.entries()) {
    if (action.does === 'setStatusLine') {
      statusLine = action.text.slice(0, longestStatusLine).toWellFormed();
      continue;
    }
    try {
      const wish = await wishFor(scripting, taken, action);
      if (wish.where === 'elsewhere') elsewhere.push({ ...wish.elsewhere, at });
      else own.push(sealCommand(scripting.seal, taken.view.release, wish.command));
    } catch (error) {
      // what an earlier attempt has deleted is not there any more
      if (await wasDone(scripting, taken, at)) continue;
      if (action.does === 'setVariable' && error instanceof Invalid) throw error;
      own.push({ type: 'commentTask', taskId: taken.task.id, comment: refused(error) });
      break;
    }
  }
  return { own, elsewhere, statusLine };
}
