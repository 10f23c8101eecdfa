import { type Command, Invalid } from '@slipway/domain';
import { sealCommand, withTemplatePasswords } from '@slipway/engine';
import type { ScriptAction } from '@slipway/scripts';
import type { ScriptContext } from '../context/context.ts';
import type { ActingRun } from './acting-run.ts';
import { Created } from './created.ts';
import { type PlacedAction, wasDone } from './perform-outside.ts';
import { refusalComment } from './refusal-comment.ts';
import { resolveAction } from './resolve-action.ts';

/**
 * The actions of a script: on its own release, where they are one fact with its result, and external ones, which are
 * applied first.
 */
export interface ResolvedActions {
  readonly own: readonly Command[];
  readonly outside: readonly PlacedAction[];
  /** Its status line; null for none. */
  readonly statusLine: string | null;
}

const longestStatusLine = 1_000;

/**
 * Converts the actions of a script to commands, in order. An invalid one ends the list, and becomes a comment; the
 * actions before it count. Throws Invalid for a value that its variable cannot have.
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
