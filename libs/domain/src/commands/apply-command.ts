import type { OutcomeDraft } from '../decision/outcome-draft.ts';
import { requireRunAsAfter } from '../flow/require-run-as.ts';
import { message } from '../messages/message.ts';
import { Conflict } from '../model/errors.ts';
import { recordAuthorship } from './record-authorship.ts';
import { type Command, definitionOf } from './registry.ts';
import { requireCommand } from './require-command.ts';
import { requireScriptAuthor } from './script-author.ts';

/** Applies a command of any caller. Throws the refusal of the command. */
export function executeCommand(before: OutcomeDraft, command: Command): OutcomeDraft {
  const { id, archived } = before.release;
  if (archived) throw new Conflict(message('release.archived', { id }));
  const definition = definitionOf(command);
  const after = definition.handle(before, command);
  const authorship =
    typeof definition.authorship === 'function'
      ? definition.authorship(command, before.release.variables !== after.release.variables)
      : definition.authorship;
  if (authorship === 'tasks') requireRunAsAfter(before.release, after.release);
  return recordAuthorship(before, after, { authorship, movedIds: definition.movedIds?.(command) ?? [] });
}

/**
 * Applies a command without its effects on the rest of the plan; settle() adds them. Throws the refusal of the command.
 */
export function applyCommand(before: OutcomeDraft, command: Command): OutcomeDraft {
  requireCommand(before.release, command, before.context);
  requireScriptAuthor(before.release, command, before.context);
  return executeCommand(before, command);
}
