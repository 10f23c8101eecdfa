import { logTask } from '../../decision/log.ts';
import { type OutcomeDraft, withRelease } from '../../decision/outcome-draft.ts';
import { mapTaskCreation } from '../../files/creations.ts';
import { message } from '../../messages/message.ts';
import type { TaskDraft } from '../../model/draft.ts';
import { neededToEdit } from '../../people/needed-permissions.ts';
import { neededForNewTasks } from '../../people/task-fields.ts';
import { requireExistingTeams } from '../../people/teams.ts';
import { withResolvedOwners } from '../../people/user-names.ts';
import { buildTask } from '../../plans/build.ts';
import { claimInTask, idsOfTask } from '../../plans/claim-ids.ts';
import { containerOf, insertTask, slotFor } from '../../plans/containers.ts';
import { requireOpen } from '../../plans/guards.ts';
import { textAuthorOf } from '../../plans/script-authors.ts';
import { sealTaskDraft } from '../../variables/seal-drafts.ts';
import type { EditDefinition } from '../definition/definition.ts';

/** Positions start at 0; the default is the end. */
export interface AddTask {
  readonly type: 'addTask';
  readonly containerId: string;
  readonly task: TaskDraft;
  readonly position?: number | null;
}

export const addTask: EditDefinition<AddTask> = {
  permission: neededToEdit,
  permissionRule: { on: 'plan', needed: ({ task }) => [neededToEdit, ...neededForNewTasks([task])] },
  move: null,
  usesMembership: false,
  authorship: 'tasks',
  movedIds: null,
  guard: null,
  ids: {
    list: ({ task }) => idsOfTask(task),
    claim: (command, claim) => ({ ...command, task: claimInTask(claim, command.task) }),
  },
  secrets: {
    seal: (command, seal) => ({ ...command, task: sealTaskDraft(seal, command.task) }),
    mapCreations: (command, change) => ({ ...command, task: mapTaskCreation(command.task, change) }),
  },
  inPlan: {
    ids: {
      list: ({ task }) => idsOfTask(task),
      claim: (edit, claim) => ({
        ...edit,
        containerId: claim.translate(edit.containerId),
        task: claimInTask(claim, edit.task),
      }),
    },
    requireData: ({ context }, { task }) => withResolvedOwners([task], context),
    newPart: ({ task }) => message('part.newTask', { title: task.title ?? '' }),
  },
  handle,
};

/** Adds a task to a phase or group. Throws Invalid, Conflict, NotFound. */
function handle(before: OutcomeDraft, { containerId, task: draft, position }: AddTask): OutcomeDraft {
  const { release, context } = before;
  requireOpen(release, 'addTask');
  const container = containerOf(before, containerId);
  const slot = slotFor(container, position);
  requireExistingTeams([draft], release, context);
  const [resolvedDraft = draft] = withResolvedOwners([draft], context);
  const task = buildTask(resolvedDraft, context.env, textAuthorOf(context));
  return withRelease(
    logTask(before, 'TASK_CREATED', task, 'activity.taskCreated'),
    insertTask(before, { release, container, slot }, task),
  );
}
