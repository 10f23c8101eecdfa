import type { Phase } from './model/phase.ts';
import type { Release } from './model/release.ts';
import type { Task } from './model/task.ts';
import { tasksIn } from './plan.ts';

const isBare = (id: string | null): id is string => id !== null && /^[\w-]+$/.test(id);

function ofTask({ definition, originId }: Task): readonly string[] {
  const { creation, dependencies } = definition;
  return [
    originId,
    ...dependencies.map(({ target }) => target),
    creation?.templateId ?? null,
    creation?.folderId ?? null,
  ].filter(isBare);
}

/** Last segments of what tasks, and those below them, name of other things; placeholders and free texts are none. */
export const namedByTasks = (tasks: readonly Task[]): readonly string[] => [...tasksIn(tasks)].flatMap(ofTask);

/** Last segments of what a phase and its tasks name of other things. */
export const namedByPhase = ({ originId, tasks }: Phase): readonly string[] => [
  ...[originId].filter(isBare),
  ...namedByTasks(tasks),
];

/** Last segments of what a release and its parts name: an answer shows where these are. Some may be its own parts. */
export const namedByRelease = ({ originTemplateId, startedFromTaskId, phases }: Release): readonly string[] => [
  ...[originTemplateId, startedFromTaskId].filter(isBare),
  ...phases.flatMap(namedByPhase),
];
