import { findTaskPosition, tasksIn, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { gateType } from '../model/task-types.ts';

export const isGate = ({ definition }: Task): boolean => definition.type === gateType;

export const containsGate = (tasks: readonly Task[]): boolean => [...tasksIn(tasks)].some(isGate);

/** Whether the task of a command is a gate. */
export function onGate({ taskId }: { readonly taskId: string }, release: Release): boolean {
  const taskPosition = findTaskPosition(release, taskId);
  return taskPosition !== undefined && isGate(taskPosition.task);
}

/** Whether the task of a command is a gate, or a group that contains one. */
export function onGateOrGroup({ taskId }: { readonly taskId: string }, release: Release): boolean {
  const taskPosition = findTaskPosition(release, taskId);
  return taskPosition !== undefined && containsGate([taskPosition.task]);
}

/** Whether the phase of a command contains a gate. */
export const onPhaseWithGate = ({ phaseId }: { readonly phaseId: string }, release: Release): boolean =>
  release.phases.some(({ id, tasks }) => id === phaseId && containsGate(tasks));

/** Whether a release has gates: only gates have conditions and dependencies. */
export const onGatePart = (_command: unknown, release: Release): boolean => [...tasksOf(release)].some(isGate);
