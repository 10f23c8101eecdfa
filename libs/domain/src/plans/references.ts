import type { Phase } from '../model/phase.ts';
import { tasksIn } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';

const plainId = /^[\w-]+$/;

/** Adds an id. Placeholders, paths and free texts are not ids. */
function addId(id: string | null, ids: string[]): void {
  if (id !== null && plainId.test(id)) ids.push(id);
}

function collectIds({ originId, tasks }: Pick<Phase, 'originId' | 'tasks'>, ids: string[]): void {
  addId(originId, ids);
  for (const task of tasksIn(tasks)) {
    const { creation, dependencies } = task.definition;
    addId(task.originId, ids);
    for (const { target } of dependencies) addId(target, ids);
    if (creation === null) continue;
    addId(creation.templateId, ids);
    addId(creation.folderId, ids);
  }
}

/** Returns the last segments of the ids of objects that a phase and its tasks refer to. */
export function referencesOfPhase(phase: Phase): readonly string[] {
  const ids: string[] = [];
  collectIds(phase, ids);
  return ids;
}

/** Returns the last segments of the ids of objects that tasks and their children refer to. */
export function referencesOfTasks(tasks: readonly Task[]): readonly string[] {
  const ids: string[] = [];
  collectIds({ originId: null, tasks }, ids);
  return ids;
}

/**
 * Returns the last segments of the ids of objects that a release and its parts refer to, possibly its own parts. A
 * response shows the full ids of these objects.
 */
export function referencesOfRelease({ originTemplateId, startedFromTaskId, phases }: Release): readonly string[] {
  const ids: string[] = [];
  addId(originTemplateId, ids);
  addId(startedFromTaskId, ids);
  for (const phase of phases) collectIds(phase, ids);
  return ids;
}
