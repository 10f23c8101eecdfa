import type { Phase } from '../model/phase.ts';
import { tasksIn } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';

const bare = /^[\w-]+$/;

/** Adds an id. Placeholders, paths and free texts are not ids. */
function addId(id: string | null, named: string[]): void {
  if (id !== null && bare.test(id)) named.push(id);
}

function gather({ originId, tasks }: Pick<Phase, 'originId' | 'tasks'>, named: string[]): void {
  addId(originId, named);
  for (const task of tasksIn(tasks)) {
    const { creation, dependencies } = task.definition;
    addId(task.originId, named);
    for (const { target } of dependencies) addId(target, named);
    if (creation === null) continue;
    addId(creation.templateId, named);
    addId(creation.folderId, named);
  }
}

/** Last segments of what a phase and its tasks name of other things. */
export function namedByPhase(phase: Phase): readonly string[] {
  const named: string[] = [];
  gather(phase, named);
  return named;
}

/** Last segments of what tasks, and those below them, name of other things. */
export function namedByTasks(tasks: readonly Task[]): readonly string[] {
  const named: string[] = [];
  gather({ originId: null, tasks }, named);
  return named;
}

/** Last segments of what a release and its parts name: an answer shows where these are. Some may be its own parts. */
export function namedByRelease({ originTemplateId, startedFromTaskId, phases }: Release): readonly string[] {
  const named: string[] = [];
  addId(originTemplateId, named);
  addId(startedFromTaskId, named);
  for (const phase of phases) gather(phase, named);
  return named;
}
