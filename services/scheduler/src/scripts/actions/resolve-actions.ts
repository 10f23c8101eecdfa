import { type Command, Invalid } from '@slipway/domain';
import { sealCommand, withTemplatePasswords } from '@slipway/engine';
import type { ScriptAction } from '@slipway/scripts';
import type { ScriptContext } from '../context/context.ts';
import type { ActingRun } from './acting-run.ts';
import { Created } from './created.ts';
import { type PlacedAction, wasDone } from './perform-outside.ts';
import { refusalComment } from './refusal-comment.ts';
import { resolveAction } from './resolve-action.ts';

/** What a script has asked for: of its own release, where it is one fact with its result, and of others, which comes first. */
export interface ResolvedActions {
  readonly own: readonly Command[];
  readonly outside: readonly PlacedAction[];
  /** what it says of its task's progress; null for nothing */
  readonly statusLine: string | null;
}

const longestStatusLine = 1_000;

/**
 * Reads what a script has asked for as commands, in order. What cannot be one ends the list, and is told in a comment:
 * what a script asked before it counts all the same. Throws Invalid for a value that its variable cannot hold.
 */
export async function resolveActions(
  context: ScriptContext,
  run: ActingRun,
  actions: readonly ScriptAction[],
): Promise<ResolvedActions> {
  const own: Command[] = [];
  const outside: PlacedAction[] = [];
  const created = new Created();
  let statusLine: string | null = null;
  for (const [at, action] of actions.entries()) {
    if (action.does === 'setStatusLine') {
      statusLine = action.text.slice(0, longestStatusLine).toWellFormed();
      continue;
    }
    try {
      const resolved = await created.resolved(context, run, action, resolveAction);
      created.add(action, resolved);
      if (resolved.where === 'outside') outside.push({ ...resolved.action, at });
      else {
        const command = await withTemplatePasswords(context.database, resolved.command);
        own.push(sealCommand(context.seal, run.view.release, command));
      }
    } catch (error) {
      // what an earlier attempt has deleted is not there any more
      if (await wasDone(context, run, at)) continue;
      if (action.does === 'setVariable' && error instanceof Invalid) throw error;
      own.push({ type: 'commentTask', taskId: run.task.id, comment: refusalComment(error) });
      break;
    }
  }
  return { own, outside, statusLine };
}
