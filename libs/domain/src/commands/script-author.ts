import { type DecisionContext, requireAll } from '../decision/context.ts';
import { message } from '../messages/message.ts';
import { Forbidden, messageOf, NotFound } from '../model/errors.ts';
import type { Release } from '../model/release.ts';
import { type Command, definitionOf } from './registry.ts';
import { requireCommand } from './require-command.ts';

/**
 * Requires the permissions of a guarded command for the stored author of a script. Guarded commands change, complete or
 * skip gates, or change teams or the run-as user. The permissions of the run-as user do not count for them. A script
 * without a stored author passes this check; only `requireMayBypassGate` refuses it. Throws Forbidden, MissingData.
 */
export function requireScriptAuthor(release: Release, command: Command, context: DecisionContext): void {
  const { scriptAuthor } = context;
  if (!scriptAuthor) return;
  if (command.type === 'changePlan') {
    requireAll(command.edits.map((edit) => () => requireScriptAuthor(release, edit, context)));
    return;
  }
  if (!definitionOf(command).guard?.(command, release)) return;
  const callerAtTarget = context.callerAtTarget?.scriptAuthor ?? null;
  try {
    requireCommand(release, command, { ...context, caller: scriptAuthor, callerAtTarget });
  } catch (error) {
    if (!(error instanceof Forbidden || error instanceof NotFound)) throw error;
    const { username } = scriptAuthor;
    throw new Forbidden(
      message('script.authorLacksPermission', { action: command.type, username, problem: messageOf(error) }),
    );
  }
}
