import { attachmentHandlers } from '../attachments/attachments.ts';
import type { CommandHandlers, CommandOf } from '../decision/handlers.ts';
import type { Command } from '../decision/inputs.ts';
import type { OutcomeDraft } from '../decision/outcome-draft.ts';
import { releaseTransitions } from '../flow/release-transitions.ts';
import { requireRunAsAfter } from '../flow/require-run-as.ts';
import { taskTransitions } from '../flow/task-transitions.ts';
import { gateHandlers } from '../gates/edit-gate.ts';
import { approvalHandlers } from '../gates/record-verdict.ts';
import { Conflict } from '../model/errors.ts';
import { requireCommand } from '../people/require-command.ts';
import { collaborationHandlers } from '../plans/collaboration.ts';
import { phaseHandlers } from '../plans/phases.ts';
import { releasePlanHandlers } from '../plans/releases.ts';
import { taskPlanHandlers } from '../plans/tasks.ts';
import { restartHandlers } from '../restart/restart.ts';
import { requireScriptAuthor } from '../scripts/script-author.ts';
import { variableHandlers } from '../variables/edit-variables.ts';
import { changePlan } from './change-plan.ts';
import { recordAuthorship } from './record-authorship.ts';

const handlers: CommandHandlers = {
  ...taskTransitions,
  ...collaborationHandlers,
  ...taskPlanHandlers,
  ...gateHandlers,
  ...approvalHandlers,
  ...attachmentHandlers,
  ...phaseHandlers,
  ...releaseTransitions,
  ...restartHandlers,
  ...releasePlanHandlers,
  ...variableHandlers,
  changePlan: (before, command) => changePlan(before, command, (current, edit) => runHandler(current, edit.type, edit)),
};

const runHandler = <T extends Command['type']>(before: OutcomeDraft, type: T, command: CommandOf[T]): OutcomeDraft =>
  handlers[type](before, command);

/** Applies a command, of any caller. Throws the refusal of the command. */
export function executeCommand(before: OutcomeDraft, command: Command): OutcomeDraft {
  const { id, archived } = before.release;
  if (archived) throw new Conflict(`release '${id}' is archived and cannot be changed`);
  const after = runHandler(before, command.type, command);
  requireRunAsAfter(before.release, after.release, command);
  return recordAuthorship(before, after, command);
}

/** Applies a command without its consequences, which settle() adds. Throws the refusal of the command. */
export function applyCommand(before: OutcomeDraft, command: Command): OutcomeDraft {
  requireCommand(before.release, command, before.context);
  requireScriptAuthor(before.release, command, before.context);
  return executeCommand(before, command);
}
