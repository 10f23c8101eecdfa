import type { PhaseResponse, ReleaseResponse } from '@slipway/api-schema/plans';
import { mutate } from '../../../api/rest.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import { type Destination, findTaskPosition, listContainers } from './task-position.ts';
import type { Editing, Reversible } from './use-editing.ts';

type Phases = readonly PhaseResponse[];

/** Returns the path of the request that moves or copies a task. */
export const taskMovePath = (id: string, action: 'move' | 'copy', { containerId, position }: Destination): string =>
  `/tasks/${lastSegment(id)}/${action}?${new URLSearchParams({ targetContainerId: containerId, targetPosition: String(position) })}`;

const phaseMovePath = (id: string, position: number): string =>
  `/phases/${lastSegment(id)}/move?targetPosition=${position}`;

const titleOf = (phases: Phases, id: string): string => {
  const taskPosition = findTaskPosition(phases, id);
  const part = taskPosition
    ? taskPosition.container.tasks[taskPosition.index]
    : phases.find((phase) => lastSegment(phase.id) === lastSegment(id));
  return part?.title ?? '';
};

async function moveTask(phases: Phases, id: string, destination: Destination): Promise<Reversible | null> {
  const source = findTaskPosition(phases, id);
  const container = listContainers(phases).find((candidate) => candidate.id === destination.containerId);
  await mutate('POST', taskMovePath(id, 'move', destination));
  const message = t`${titleOf(phases, id)} moved to position ${destination.position + 1} in ${container?.name ?? ''}`;
  if (source === undefined) return null;
  const back = { containerId: source.container.id, position: source.index };
  return { message, undo: () => mutate('POST', taskMovePath(id, 'move', back)) };
}

async function movePhase(phases: Phases, id: string, position: number): Promise<Reversible | null> {
  const source = phases.findIndex((phase) => lastSegment(phase.id) === lastSegment(id));
  await mutate('POST', phaseMovePath(id, position));
  if (source < 0) return null;
  return {
    message: t`${titleOf(phases, id)} moved to position ${position + 1}`,
    undo: () => mutate('POST', phaseMovePath(id, source)),
  };
}

/** Moves a phase or task one position. Does nothing with the first or last one. */
async function moveBy(phases: Phases, id: string, step: -1 | 1, isPhase: boolean): Promise<Reversible | null> {
  const taskPosition = isPhase ? undefined : findTaskPosition(phases, id);
  const siblings = taskPosition?.container.tasks ?? phases;
  const position = siblings.findIndex((part) => lastSegment(part.id) === lastSegment(id)) + step;
  if (position < 0 || position >= siblings.length) return null;
  if (taskPosition) return moveTask(phases, id, { containerId: taskPosition.container.id, position });
  return isPhase ? movePhase(phases, id, position) : null;
}

/** The moves of phases and tasks. Each has a toast that reverts it, and returns whether it succeeded. */
export interface Moves {
  readonly moveTask: (id: string, destination: Destination) => Promise<boolean>;
  readonly movePhase: (id: string, position: number) => Promise<boolean>;
  readonly moveBy: (id: string, step: -1 | 1, isPhase: boolean) => Promise<boolean>;
}

/** Returns functions that move phases and tasks. `latest` returns the plan, which an earlier move may have changed. */
export const createMoves = (latest: () => Pick<ReleaseResponse, 'phases'>, editing: Editing): Moves => ({
  moveTask: (id, destination) => editing.runReversible(() => moveTask(latest().phases, id, destination)),
  movePhase: (id, position) => editing.runReversible(() => movePhase(latest().phases, id, position)),
  moveBy: (id, step, isPhase) => editing.runReversible(() => moveBy(latest().phases, id, step, isPhase)),
});
