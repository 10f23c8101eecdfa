import type { PlanEdit } from '../commands/plan-edits.ts';
import { planChanges } from '../edits/plan-changes.ts';
import type { RequestedPhase, RequestedPlan, RequestedTask, StoredPassives } from '../edits/requested-plan.ts';
import type { Phase } from '../model/phase.ts';
import { blankReleasePassive, type Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { caller, command, decide } from './inputs.ts';
import { type PlanOverrides, plan } from './notation.ts';

export const noPassives: StoredPassives = { release: blankReleasePassive, phases: new Map(), tasks: new Map() };

const requestedTaskOf = ({ id, definition, tasks }: Task): RequestedTask => ({
  id,
  type: definition.type,
  title: definition.title,
  conditions: definition.conditions,
  dependencies: definition.dependencies,
  links: definition.links,
  tasks: tasks.map(requestedTaskOf),
});
const requestedPhaseOf = ({ id, title, tasks }: Phase): RequestedPhase => ({
  id,
  title,
  tasks: tasks.map(requestedTaskOf),
});
/** Returns the plan of a notation as a request. */
export const requestedPlan = (sketch: string, overrides: PlanOverrides = {}): RequestedPlan => ({
  phases: plan(sketch, overrides).phases.map(requestedPhaseOf),
});

const createIds = () => {
  let idCount = 0;
  return (kind: string) => `${kind}w${++idCount}`;
};
export const editsBetween = (before: Release, requested: RequestedPlan, stored = noPassives): readonly PlanEdit[] =>
  planChanges(before, requested, stored, createIds());
export const changePlanCommand = (before: Release, requested: RequestedPlan, by = caller()) =>
  command({ type: 'changePlan', edits: editsBetween(before, requested) }, by);
export const applyPlanChange = (before: Release, requested: RequestedPlan) =>
  decide(before, changePlanCommand(before, requested));
