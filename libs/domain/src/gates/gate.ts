import { requireData } from '../decision/context.ts';
import type { Requirement } from '../decision/env.ts';
import { type OutcomeDraft, withRun } from '../decision/outcome-draft.ts';
import { targetId } from '../ids/ids.ts';
import { type Message, message } from '../messages/message.ts';
import type { Dependency } from '../model/own-fields.ts';
import { soleKey, textOf } from '../model/placeholders.ts';
import { findTaskPosition, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { ObservedTarget, TargetState, Task } from '../model/task.ts';
import { approvalsOf } from './approvals.ts';
import { targetStateOf } from './target-state.ts';

const hasEnded = (state: TargetState): boolean => state !== 'open';

/** Returns the state of a phase or task of this release as a gate target; undefined if the release has no such part. */
export function partState(release: Release, id: string): TargetState | undefined {
  const phase = release.phases.find((candidate) => candidate.id === id);
  const status = phase?.status ?? findTaskPosition(release, id)?.task.run.status;
  return status && targetStateOf(status);
}

/** Returns the state of this release or a part of it. The release itself is open while one of its gates waits. */
export const ownState = (release: Release, id: string): TargetState | undefined =>
  id === release.id ? 'open' : partState(release, id);

/** Returns the state of a release that this decision has created and that is not stored yet. */
const createdState = ({ created }: OutcomeDraft, id: string): TargetState | undefined =>
  created.some(({ release }) => ownState(release, id) !== undefined) ? 'open' : undefined;

/**
 * Returns the last segment of the target id of a dependency. A variable has the value from the start of the gate.
 * Returns null for an invalid id.
 */
export function targetOf(task: Task, dependency: Dependency): string | null {
  const key = soleKey(dependency.target);
  if (key === null) return targetId(dependency.target);
  const values = task.run.values ?? {};
  const frozen = Object.hasOwn(values, key) ? values[key] : undefined;
  return frozen === undefined ? null : targetId(textOf(frozen));
}

/** Returns the observed state of each dependency. A done target stays done and is not requested again. */
function observeDependencies(
  before: OutcomeDraft,
  task: Task,
  refresh: boolean,
): Readonly<Record<string, ObservedTarget>> {
  const { release, context } = before;
  const { targets } = context.env.data;
  const missing: Extract<Requirement, { kind: 'target' }>[] = [];
  const observedTargets = task.definition.dependencies.map((dependency): [string, ObservedTarget] => {
    const target = targetOf(task, dependency);
    if (target === null) return [dependency.id, { target, state: 'missing' }];
    const ownTargetState = ownState(release, target) ?? createdState(before, target);
    if (ownTargetState !== undefined) return [dependency.id, { target, state: ownTargetState }];
    const last = task.run.observedTargets[dependency.id];
    if (last && last.target === target && (last.state === 'done' || !refresh)) return [dependency.id, last];
    const state = targets?.get(target);
    if (state === undefined) missing.push({ kind: 'target', id: target });
    return [dependency.id, { target, state: state ?? 'missing' }];
  });
  if (missing.length > 0)
    requireData(undefined, ...missing, ...nextTargets(before, new Set(missing.map(({ id }) => id))));
  return Object.fromEntries(observedTargets);
}

/** The maximum number of targets that are requested in advance for a chain of gates. */
const maxNextTargets = 100;

/** Returns the targets of later gates. If all are done, a chain of gates takes one extra round, not one per gate. */
function nextTargets({ release, context }: OutcomeDraft, requestedIds: ReadonlySet<string>): readonly Requirement[] {
  if (context.env.data.targets !== undefined) return [];
  const ids = new Set<string>();
  for (const { definition, run } of tasksOf(release)) {
    if (run.status !== 'PLANNED' || ids.size >= maxNextTargets) continue;
    for (const { target } of definition.dependencies) {
      const id = soleKey(target) === null ? targetId(target) : null;
      if (id !== null && !requestedIds.has(id) && ownState(release, id) === undefined) ids.add(id);
    }
  }
  return [...ids].map((id) => ({ kind: 'nextTarget', id }));
}

const isSameObservation = (task: Task, observedTargets: Readonly<Record<string, ObservedTarget>>): boolean =>
  Object.keys(task.run.observedTargets).length === Object.keys(observedTargets).length &&
  Object.entries(observedTargets).every(([id, { target, state }]) => {
    const last = task.run.observedTargets[id];
    return last?.target === target && last.state === state;
  });

/** Updates the observed targets of a gate. Returns the same decision if nothing has changed. */
export function observeTargets(
  before: OutcomeDraft,
  task: Task,
  refresh = before.context.refreshTargets,
): OutcomeDraft {
  const observedTargets = observeDependencies(before, task, refresh);
  return isSameObservation(task, observedTargets) ? before : withRun(before, task, { observedTargets });
}

/** Whether every dependency of a gate was done when last observed. */
export const areTargetsDone = (task: Task): boolean =>
  task.definition.dependencies.every(({ id }) => task.run.observedTargets[id]?.state === 'done');

/** Whether every condition of a gate is ticked. */
const areConditionsMet = (task: Task): boolean =>
  task.definition.conditions.every(({ id }) => task.run.checked.includes(id));

/** The automatic result for a running gate: it completes, fails with a reason, or keeps waiting. */
export type GateResult =
  | { readonly kind: 'waits' }
  | { readonly kind: 'completes' }
  | { readonly kind: 'fails'; readonly reason: Message };

/**
 * Returns the result for a running gate from the observed targets. A gate with only dependencies completes when all
 * have ended. It fails if a target was aborted or is unknown, when no target is open (states.md, Flow rules). A gate
 * with approvals completes when these are given and all other requirements are met.
 */
export function gateResultOf(release: Release, gate: Task): GateResult {
  const { definition, run } = gate;
  const { dependencies, conditions, approvalRequirements } = definition;
  const { observedTargets } = run;
  if (dependencies.length + approvalRequirements.length === 0) return { kind: 'waits' };
  const states = Object.values(observedTargets).map(({ state }) => state);
  const hasUnresolvedVariable = dependencies.some(
    ({ id, target }) => soleKey(target) !== null && observedTargets[id]?.state === 'missing',
  );
  if (hasUnresolvedVariable) return { kind: 'fails', reason: message('taskComment.unresolvedDependency') };
  if (!states.every(hasEnded)) return { kind: 'waits' };
  if (states.some((state) => state !== 'done')) {
    return { kind: 'fails', reason: message('taskComment.targetUnavailable') };
  }
  const canComplete =
    approvalRequirements.length === 0
      ? conditions.length === 0
      : areConditionsMet(gate) && approvalsOf(release, gate).holds;
  return { kind: canComplete ? 'completes' : 'waits' };
}
