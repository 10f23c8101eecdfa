import { logTask } from '../../decision/log.ts';
import { type OutcomeDraft, withRun } from '../../decision/outcome-draft.ts';
import { requireGate, withDependencies } from '../../gates/gate-parts.ts';
import { onGatePart } from '../../gates/guarded-parts.ts';
import { message } from '../../messages/message.ts';
import { NotFound } from '../../model/errors.ts';
import { tasksOf } from '../../model/plan.ts';
import { neededToEditTask } from '../../people/needed-permissions.ts';
import type { EditDefinition } from '../definition/definition.ts';

export interface DeleteDependency {
  readonly type: 'deleteDependency';
  readonly dependencyId: string;
}

export const deleteDependency: EditDefinition<DeleteDependency> = {
  permission: neededToEditTask,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'plan',
  movedIds: null,
  guard: onGatePart,
  ids: null,
  secrets: null,
  inPlan: { ids: null, requireData: null, newPart: null },
  handle,
};

/** Deletes a dependency. Throws Conflict, NotFound. */
function handle(before: OutcomeDraft, { dependencyId }: DeleteDependency): OutcomeDraft {
  const { release } = before;
  const owner = [...tasksOf(release)].find(({ definition }) =>
    definition.dependencies.some(({ id }) => id === dependencyId),
  );
  if (!owner) throw new NotFound(message('notFound.dependencyInRelease', { id: dependencyId, releaseId: release.id }));
  const task = requireGate(before, owner.id, 'deleteDependencyOf');
  const next = withDependencies(
    task,
    task.definition.dependencies.filter(({ id }) => id !== dependencyId),
  );
  const observedTargets = Object.fromEntries(
    Object.entries(next.run.observedTargets).filter(([id]) => id !== dependencyId),
  );
  return withRun(logTask(before, 'DEPENDENCY_DELETED', task, 'activity.dependencyDeleted'), next, { observedTargets });
}
