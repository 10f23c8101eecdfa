import {
  blankTaskPassive,
  type FillBudget,
  isGroupType,
  mostFilled,
  type Task,
  type TaskPassive,
} from '@slipway/domain';
import { showAttachment } from '../attachments/attachment.ts';
import { showDate } from '../format/dates.ts';
import { mapInOrder, modelsInOrder } from '../format/in-order.ts';
import { fullId, type Show, under } from '../format/show.ts';
import { showType } from '../format/type-name.ts';
import { showComment } from './comment.ts';
import { resolved } from './resolved-task.ts';
import type { TaskAnswer } from './task-answer.ts';
import { wireTypeOf } from './task-types.ts';
import type { Rest, TaskView } from './views.ts';

/** The position of a task, and its data outside the plan. */
export interface TaskPlace {
  /** full id of the phase or group that contains it */
  readonly container: string;
  readonly releaseId: string;
  readonly rest: Rest;
  /** what values may still add to the texts of the whole answer */
  readonly budget: FillBudget;
}

/** What values may add to the texts of one answer. */
export const newFillBudget = (): FillBudget => ({ left: mostFilled });

/** The full id of the release that a view of a task belongs to. */
export const releaseOf = (view: TaskView): string => under(view.folderPath.join('/'), view.releaseId);

/** The full id of the phase or group that contains a viewed task. */
export const containerOf = (view: TaskView): string => under(releaseOf(view), view.phaseId, ...view.groupIds);

/** Renders one task with everything below it. */
export function showTaskView(view: TaskView, show: Show): TaskAnswer {
  const budget = newFillBudget();
  return showTask(
    view.task,
    { container: containerOf(view), releaseId: releaseOf(view), rest: view.rest, budget },
    show,
  );
}

/** Renders a task; dates carry `+00:00`, started tasks show their texts resolved. */
export function showTask(original: Task, place: TaskPlace, show: Show): TaskAnswer {
  const { task, passive } = resolved(original, place.rest.tasks.get(original.id) ?? blankTaskPassive, place.budget);
  const id = under(place.container, task.id);
  return {
    // Whatever a plugin's type has, what every task has is the task's.
    ...ofItsType(task, passive, id, place, show),
    id,
    ...ofDefinition(task, show),
    ...ofRun(task),
    ...ofPassive(passive, id, show),
    container: place.container,
    comments: (place.rest.comments.get(task.id) ?? []).map((comment) => showComment(comment, id, show)),
  };
}

function ofDefinition({ definition, run, originId }: Task, show: Show) {
  return {
    type: showType(definition.type, show.prefix),
    title: definition.title,
    owner: definition.owner ?? undefined,
    team: definition.team ?? undefined,
    scheduledStartDate: showDate(run.postponedUntil ?? definition.scheduledStartDate),
    originalScheduledStartDate: run.postponedUntil === null ? undefined : showDate(definition.scheduledStartDate),
    dueDate: showDate(definition.dueDate),
    plannedDuration: definition.plannedDuration ?? 0,
    flagStatus: definition.flagStatus,
    waitForScheduledStartDate: definition.waitForScheduledStartDate,
    delayDuringBlackout: definition.delayDuringBlackout,
    checkAttributes: definition.checkAttributes,
    locked: definition.locked,
    taskFailureHandlerEnabled: definition.taskFailureHandlerEnabled,
    taskRecoverOp: definition.taskRecoverOp ?? undefined,
    variableMapping: mapInOrder(definition.variableMapping),
    originId: originId === null ? undefined : fullId(originId, show),
  };
}

function ofRun({ run }: Task) {
  return {
    status: run.status,
    startDate: showDate(run.startDate),
    endDate: showDate(run.endDate),
    failuresCount: run.failuresCount,
    postponedDueToBlackout: run.postponedUntil !== null,
    postponedUntilEnvironmentsAreReserved: false,
    hasBeenFlagged: run.hasBeenFlagged,
    hasBeenDelayed: run.hasBeenDelayed,
    overdueNotified: run.overdueNotified,
    dueSoonNotified: run.dueSoonNotified,
  };
}

function ofPassive(passive: TaskPassive, id: string, show: Show) {
  const { properties: _, ...shown } = passive;
  return {
    ...shown,
    description: passive.description ?? undefined,
    flagComment: passive.flagComment ?? undefined,
    precondition: passive.precondition ?? undefined,
    failureHandler: passive.failureHandler ?? undefined,
    abortScript: passive.abortScript ?? undefined,
    phaseRecoverOp: passive.phaseRecoverOp ?? undefined,
    configurationUri: passive.configurationUri ?? undefined,
    facets: modelsInOrder(passive.facets),
    attachments: passive.attachments.map((attachment) => showAttachment(attachment, id, show)),
    externalVariableMapping: mapInOrder(passive.externalVariableMapping),
  };
}

function ofItsType(task: Task, passive: TaskPassive, id: string, place: TaskPlace, show: Show): object {
  const own = wireTypeOf(task.definition.type).show(task, passive, id, place, show);
  if (!isGroupType(task.definition.type)) return own;
  return { tasks: task.tasks.map((child) => showTask(child, { ...place, container: id }, show)), ...own };
}
