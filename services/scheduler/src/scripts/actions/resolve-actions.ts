import { type ActingRun, CreatedIds, resolveAction } from '@slipway/application/scripts';
import type { Command } from '@slipway/domain/commands';
import { Invalid } from '@slipway/domain/model';
import { sealCommand, withTemplatePasswords } from '@slipway/engine';
import type { ScriptAction } from '@slipway/script-protocol';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import { refusalComment } from '../context/refusal.ts';
import { type IndexedAction, wasPerformed } from './perform-external.ts';

/**
 * The actions of a script: on its own release, where they are one fact with its result, and external ones, which are
 * applied first.
 */
export interface ResolvedActions {
  readonly own: readonly Command[];
  readonly external: readonly IndexedAction[];
  /** Its status line; null for none. */
  readonly statusLine: string | null;
}

const maxStatusLine = 1_000;

/**
 * Converts the actions of a script to commands, in order. An invalid one ends the list, and becomes a comment; the
 * actions before it count. Throws Invalid for a value that its variable cannot have.
 */
export async function resolveActions(
  context: ScriptContext,
  run: ClaimedRun & ActingRun,
  actions: readonly ScriptAction[],
): Promise<ResolvedActions> {
  const own: Command[] = [];
  const external: IndexedAction[] = [];
  const created = new CreatedIds();
  let statusLine: string | null = null;
  for (const [index, action] of actions.entries()) {
    if (action.does === 'setStatusLine') {
      statusLine = action.text.slice(0, maxStatusLine).toWellFormed();
      continue;
    }
    try {
      const resolved = await created.resolveAction(context, run, action, resolveAction);
      created.add(action, resolved);
      if (resolved.where === 'outside') external.push({ ...resolved.action, index });
      else {
        const command = await withTemplatePasswords(context.database, resolved.command);
        own.push(sealCommand(context.seal, run.view.release, command));
      }
    } catch (error) {
      // an object that an earlier attempt has deleted cannot be found
      if (await wasPerformed(context, run, index)) continue;
      if (action.does === 'setVariable' && error instanceof Invalid) throw error;
      own.push({ type: 'commentTask', taskId: run.task.id, comment: refusalComment(error) });
      break;
    }
  }
  return { own, external, statusLine };
}
