import type { DecisionContext } from '../decision/context.ts';
import type { OutcomeDraft } from '../decision/outcome-draft.ts';
import { type Message, message } from '../messages/message.ts';
import { missingPermission } from '../model/catalogs/permissions.ts';
import { Forbidden, Invalid } from '../model/errors.ts';
import { namedTask, tasksIn } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isEnded } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { mayLock } from '../people/access-attributes.ts';
import { neededToLock } from '../people/needed-permissions.ts';
import { missingApprovalMessages } from './approval-messages.ts';
import { approvalsOf, isMissingApprovals } from './approvals.ts';

/**
 * Skipping a gate whose approvals are missing requires the permission to edit locked tasks, and a reason. Throws
 * Forbidden, Invalid.
 */
export function requireMaySkipGates(
  { release, context }: OutcomeDraft,
  tasks: readonly Task[],
  reason: string | null | undefined,
): void {
  const gate = [...tasksIn(tasks)].find((task) => !isEnded(task.run.status) && isMissingApprovals(release, task));
  if (gate === undefined) return;
  requireMayBypassGate(release, context, gate);
  if ((reason ?? '').trim() === '') throw new Invalid(message('gate.skipWithoutReason', { task: namedTask(gate) }));
}

/**
 * Requires the same permission for a restart, which copies these tasks without their verdicts and skips the copies.
 * Throws Forbidden.
 */
export function requireMayRestartPast(release: Release, tasks: readonly Task[], context: DecisionContext): void {
  const gate = [...tasksIn(tasks)].find(({ definition }) => definition.approvalRequirements.length > 0);
  if (gate !== undefined) requireMayBypassGate(release, context, gate);
}

/**
 * Requires the permission to edit locked tasks before a gate is bypassed. For a script, both its run-as user and its
 * stored author need the permission. Throws Forbidden.
 */
export function requireMayBypassGate(
  release: Release,
  { caller, scriptAuthor }: DecisionContext,
  gate: Task,
  action: 'skip' | 'weaken' = 'skip',
): void {
  if (caller === null || !mayLock(caller, release)) {
    const reasons = blockReasons(release, gate, action);
    const reason = message('skip.gate', { verb: message(`verb.${action}`), gate: namedTask(gate), reasons });
    throw missingPermission(neededToLock.anyOf[0], gate.id, reason);
  }
  if (scriptAuthor === undefined) return;
  if (scriptAuthor === null) throw new Forbidden(message('skip.withoutAuthor', { gate: namedTask(gate) }));
  if (!mayLock(scriptAuthor, release))
    throw new Forbidden(
      message('skip.authorLacksPermission', {
        gate: namedTask(gate),
        username: scriptAuthor.username,
        permission: neededToLock.anyOf[0],
      }),
    );
}

function blockReasons(release: Release, gate: Task, action: 'skip' | 'weaken'): readonly Message[] {
  const missing = action === 'skip' ? missingApprovalMessages(approvalsOf(release, gate)) : [];
  return missing.length === 0 ? [message('skip.approvalsRequired')] : missing;
}
