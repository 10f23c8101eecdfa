import type { Caller } from '../decision/inputs.ts';
import { addComment } from '../decision/log.ts';
import type { OutcomeDraft } from '../decision/outcome-draft.ts';
import { textOf } from '../messages/english.ts';
import { message } from '../messages/message.ts';
import { Conflict, Forbidden, Invalid, messageOf, NotFound, type RefusalError } from '../model/errors.ts';
import type { Task } from '../model/task.ts';

/** Applies one action of the script of a task. Throws if the caller of the context is not permitted to do this. */
export type ApplyAction<Action> = (before: OutcomeDraft, task: Task, action: Action) => OutcomeDraft;

/** The actions of a script, its user, and the function that applies them. */
export interface ScriptActions<Action> {
  readonly actions: readonly Action[];
  readonly by: Caller | null;
  readonly author: Caller | null;
  readonly apply: ApplyAction<Action>;
}

/**
 * Applies the actions in order. Stops at the first error of an action and adds it as a comment, because a fact cannot
 * be rejected.
 */
export function applyActions<Action>(
  before: OutcomeDraft,
  task: Task,
  { actions, by, author, apply }: ScriptActions<Action>,
): OutcomeDraft {
  const { context } = before;
  let applied = before;
  for (const action of actions) {
    try {
      const scripted = { ...applied, context: { ...context, caller: by, byScript: true, scriptAuthor: author } };
      applied = { ...apply(scripted, task, action), context };
    } catch (refusal) {
      if (!isRefusal(refusal)) throw refusal;
      const comment = message('taskComment.actionRefused', { refusal: messageOf(refusal) });
      return addComment(applied, task, textOf(comment));
    }
  }
  return applied;
}

const isRefusal = (thrown: unknown): thrown is RefusalError =>
  thrown instanceof Invalid || thrown instanceof Conflict || thrown instanceof NotFound || thrown instanceof Forbidden;
