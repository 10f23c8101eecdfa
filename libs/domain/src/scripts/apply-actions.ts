import type { FactOf } from '../decision/handlers.ts';
import type { Caller, Command } from '../decision/inputs.ts';
import { addComment } from '../decision/log.ts';
import type { OutcomeDraft } from '../decision/outcome-draft.ts';
import { Conflict, Forbidden, Invalid, NotFound } from '../model/errors.ts';
import type { Task } from '../model/task.ts';
import { requireCommand } from '../people/require-command.ts';
import { requireScriptAuthor } from './script-author.ts';

/** Applies one command. The caller passes it, since a script may run every command of a user. */
export type ApplyCommand = (before: OutcomeDraft, command: Command) => OutcomeDraft;

/** The actions of a script, its user, and the function that applies them. */
export interface ScriptActions extends Required<Pick<FactOf['scriptFinished'], 'actions' | 'by' | 'author'>> {
  readonly apply: ApplyCommand;
}

/**
 * Applies the actions in order. The first refusal ends the list and becomes a comment, because a fact is never
 * refused.
 */
export function applyActions(
  before: OutcomeDraft,
  task: Task,
  { actions, by, author, apply }: ScriptActions,
): OutcomeDraft {
  const { context } = before;
  let applied = before;
  for (const action of actions) {
    try {
      const scripted = { ...applied, context: { ...context, caller: by, byScript: true, scriptAuthor: author } };
      requireActionAllowed(scripted, task, action, by);
      applied = { ...apply(scripted, action), context };
    } catch (refusal) {
      if (!isRefusal(refusal)) throw refusal;
      return addComment(applied, task, `An action of the script was refused: ${refusal.message}`);
    }
  }
  return applied;
}

const isRefusal = (thrown: unknown): thrown is Error =>
  thrown instanceof Invalid || thrown instanceof Conflict || thrown instanceof NotFound || thrown instanceof Forbidden;

/**
 * Without a user to run as, a script may act on its own task and on release variables only (compatibility.md, Scripts). With
 * one it may also do what REST allows that user. Changes of gates take the permission of its stored author, too.
 */
function requireActionAllowed(before: OutcomeDraft, task: Task, action: Command, by: Caller | null): void {
  requireScriptAuthor(before.release, action, before.context);
  if ('taskId' in action && action.taskId === task.id) return;
  if (action.type === 'updateVariable' || action.type === 'addVariable') return;
  if (by === null) throw new Forbidden(`without scriptUsername a script cannot ${action.type}`);
  requireCommand(before.release, action, before.context);
}
