import type { PlanEdit } from '../commands/plan-edits.ts';
import type { ReleasePatch, VariableDraft } from '../model/draft.ts';
import { blankPhase, blankPhasePassive, type Phase } from '../model/phase.ts';
import { bareKey } from '../model/placeholders.ts';
import { tasksOf } from '../model/plan.ts';
import { blankRelease, blankReleasePassive, type Release, type ReleaseFields } from '../model/release.ts';
import { passwordMask, type Variable } from '../model/variable.ts';
import { pick } from '../plans/build.ts';
import { applyVariablePatch } from '../variables/build-variable.ts';
import { assignIds, flattenTasks, type NewId, type PhaseWithId } from './assign-ids.ts';
import { differingFields } from './differing-fields.ts';
import { reorderEdits } from './reorder-plan.ts';
import type { RequestedPlan, StoredPassives } from './requested-plan.ts';
import {
  fieldEdits,
  gateEdits,
  lockEdits,
  newLinkEdits,
  type TaskChange,
  typeEdits,
  unlockEdits,
} from './task-edits.ts';

/**
 * Returns the edits that change a plan into the requested one; none if they are equal. Parts are matched by id. Parts
 * that the requested plan lacks are deleted, parts with unknown or missing ids are created, and parts at another
 * position are moved. The command `changePlan` checks whether each edit is allowed, and applies all or none. Throws
 * Conflict for a part that is requested twice; Invalid for a variable with an invalid value.
 */
export function planChanges(
  before: Release,
  requested: RequestedPlan,
  stored: StoredPassives,
  newId: NewId,
): readonly PlanEdit[] {
  const planEdits = [
    ...releaseEdits(before, requested, stored),
    ...variableEdits(before.variables, requested.variables),
  ];
  if (requested.phases === undefined) return planEdits;
  const phases = assignIds(before, requested.phases, newId);
  const old = new Map([...tasksOf(before)].map((task) => [task.id, task]));
  const tasks = flattenTasks(phases.flatMap((phase) => phase.tasks ?? []));
  const changes = tasks.flatMap((requestedTask): TaskChange | readonly TaskChange[] => {
    const task = old.get(requestedTask.id);
    return task ? { task, requested: requestedTask } : [];
  });
  const moves = reorderEdits(before, phases);
  const moved = new Set(moves.flatMap((edit) => (edit.type === 'moveTask' ? edit.taskId : [])));
  return [
    ...planEdits,
    ...changes.flatMap(unlockEdits),
    ...changes.flatMap(typeEdits),
    ...moves,
    ...phaseEdits(before, phases, stored),
    ...changes.flatMap((change) => fieldEdits(change, moved, stored.tasks.get(change.task.id))),
    ...tasks.flatMap((task) => (old.has(task.id) ? [] : newLinkEdits(task, (id) => old.has(id)))),
    ...changes.flatMap(gateEdits),
    ...changes.flatMap(lockEdits),
  ];
}

function releaseEdits(before: Release, { patch = {}, proof = null }: RequestedPlan, stored: StoredPassives) {
  const { scriptUserPassword, ...passive } = pick(blankReleasePassive, patch);
  const password = scriptUserPassword === passwordMask ? {} : { scriptUserPassword };
  const changes: ReleasePatch = {
    ...differingFields<ReleaseFields>(before, pick(blankRelease, patch)),
    ...differingFields(stored.release, { ...passive, ...password }),
  };
  return Object.keys(changes).length === 0 && proof === null
    ? []
    : [{ type: 'updateRelease', patch: changes, proof } as const];
}

/** Returns an edit that replaces the whole list if a variable or the order differs. */
function variableEdits(before: readonly Variable[], requested: readonly VariableDraft[] | undefined) {
  if (requested === undefined) return [];
  const isSame =
    requested.length === before.length && before.every((variable, index) => isUnchanged(variable, requested[index]));
  return isSame ? [] : [{ type: 'replaceVariables', variables: requested } as const];
}

function isUnchanged(variable: Variable, requested: VariableDraft | undefined): boolean {
  if (requested === undefined || requested.type !== variable.type || bareKey(requested.key) !== variable.key)
    return false;
  const { id: _, type: __, ...patch } = requested;
  return applyVariablePatch(variable, patch) === variable;
}

function phaseEdits(before: Release, phases: readonly PhaseWithId[], stored: StoredPassives) {
  const old = new Map(before.phases.map((phase) => [phase.id, phase]));
  return phases.flatMap(({ id: phaseId, tasks: _, ...fields }) => {
    const phase = old.get(phaseId);
    if (!phase) return [];
    const patch = {
      ...differingFields<Phase>(phase, pick(blankPhase, fields)),
      ...differingFields(stored.phases.get(phaseId) ?? blankPhasePassive, pick(blankPhasePassive, fields)),
    };
    return Object.keys(patch).length === 0 ? [] : [{ type: 'updatePhase', phaseId, patch } as const];
  });
}
