import { logTask } from '../../decision/log.ts';
import { type OutcomeDraft, withRelease } from '../../decision/outcome-draft.ts';
import { onGateOrGroup } from '../../gates/guarded-parts.ts';
import { message } from '../../messages/message.ts';
import { Invalid } from '../../model/errors.ts';
import { findTaskPosition, titleOf } from '../../model/plan.ts';
import { neededToEdit } from '../../people/needed-permissions.ts';
import { containerOf, insertTask, slotFor, withoutTask } from '../../plans/containers.ts';
import { editableTaskPosition, taskStateConflict } from '../../plans/guards.ts';
import type { EditDefinition } from '../definition/definition.ts';

export interface MoveTask {
  readonly type: 'moveTask';
  readonly taskId: string;
  readonly containerId: string;
  readonly position?: number | null;
}

export const moveTask: EditDefinition<MoveTask> = {
  permission: neededToEdit,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'plan',
  movedIds: ({ taskId }) => [taskId],
  guard: onGateOrGroup,
  ids: null,
  secrets: null,
  inPlan: {
    ids: {
      list: () => [],
      claim: (edit, { translate }) => ({ ...edit, containerId: translate(edit.containerId) }),
    },
    requireData: null,
    newPart: null,
  },
  handle,
};

/** Moves a planned task within its container, or to another container. Throws Invalid, Conflict, NotFound. */
function handle(before: OutcomeDraft, { taskId, containerId, position }: MoveTask): OutcomeDraft {
  const { release } = before;
  const taskPosition = editableTaskPosition(before, taskId, 'move');
  const { task } = taskPosition;
  if (task.run.status !== 'PLANNED') throw taskStateConflict('move', task);
  if (
    containerId === taskId ||
    findTaskPosition({ ...release, phases: [{ ...taskPosition.phase, tasks: task.tasks }] }, containerId)
  ) {
    throw new Invalid(message('task.moveIntoItself', { title: titleOf(task), id: taskId }));
  }
  const rest = withoutTask(release, taskPosition);
  const container = containerOf(before, containerId, rest);
  const slot = slotFor(container, position);
  return withRelease(
    logTask(before, 'TASK_MOVED', task, 'activity.taskMoved'),
    insertTask(before, { release: rest, container, slot }, task),
  );
}
