import {
  blankTaskPassive,
  type FillBudget,
  isGroupType,
  maxFilledCharacters,
  type Task,
  type TaskPassive,
  taskRecoverOps,
  taskStatuses,
} from '@slipway/domain/model';
import { z } from 'zod';
import { attachmentResponse, showAttachment } from '../attachments/attachment.ts';
import { showDate } from '../format/dates.ts';
import { fullId, joinIds, type RenderContext } from '../format/render-context.ts';
import { list, responseDate, responseJson, textMap } from '../format/scalars.ts';
import { sortMap, sortModels } from '../format/sorted-json.ts';
import { showType } from '../format/type-name.ts';
import { commentResponse, showComment } from './comment.ts';
import { resolveTask } from './resolve-task.ts';
import { ownResponse, taskTypeSchema } from './task-types.ts';
import { type PlanDetails, planItemResponse, type TaskView } from './views.ts';

const fields = {
  ...planItemResponse,
  dueSoonNotified: z.boolean(),
  comments: list(commentResponse),
  container: z.string(),
  facets: list(responseJson),
  attachments: list(attachmentResponse),
  status: z.enum(taskStatuses),
  team: z.string().optional(),
  watchers: list(z.string()),
  waitForScheduledStartDate: z.boolean(),
  delayDuringBlackout: z.boolean(),
  postponedDueToBlackout: z.boolean(),
  postponedUntilEnvironmentsAreReserved: z.boolean(),
  originalScheduledStartDate: responseDate.optional(),
  hasBeenFlagged: z.boolean(),
  hasBeenDelayed: z.boolean(),
  precondition: z.string().optional(),
  failureHandler: z.string().optional(),
  abortScript: z.string().optional(),
  taskFailureHandlerEnabled: z.boolean(),
  taskRecoverOp: z.enum(taskRecoverOps).optional(),
  phaseRecoverOp: z.string().optional(),
  failuresCount: z.int(),
  variableMapping: textMap,
  externalVariableMapping: textMap,
  configurationUri: z.string().optional(),
  originId: z.string().optional(),
  tags: list(z.string()),
  locked: z.boolean(),
  checkAttributes: z.boolean(),
};

/** A task in responses. Members of type `object` are properties of a plugin type. */
export type TaskResponse = z.output<z.ZodObject<typeof fields & typeof ownResponse>> & {
  readonly tasks?: readonly TaskResponse[] | undefined;
};

/** A task (rest-api.md, section Task) with the members of its type. */
export const taskResponse: z.ZodType<TaskResponse> = z
  .looseObject({
    ...fields,
    ...ownResponse,
    get tasks(): z.ZodOptional<z.ZodReadonly<z.ZodArray<typeof taskResponse>>> {
      return list(taskResponse).optional();
    },
  })
  .meta({ id: 'Task' });

/** The position of a task, and its data outside the plan. */
interface TaskContext {
  /** the full id of the phase or group that contains the task */
  readonly container: string;
  readonly releaseId: string;
  readonly rest: PlanDetails;
  /** the remaining length that values may add to the texts of the response */
  readonly budget: FillBudget;
}

/** Returns the maximum length that values may add to the texts of one response. */
export const newFillBudget = (): FillBudget => ({ left: maxFilledCharacters });

/** Returns the full id of the release that contains a task. */
export const releaseOf = (view: TaskView): string => joinIds(view.folderPath.join('/'), view.releaseId);

/** Returns the full id of the phase or group that contains a task. */
export const containerOf = (view: TaskView): string => joinIds(releaseOf(view), view.phaseId, ...view.groupIds);

/** Renders a task with its subtasks. */
export function showTaskView(view: TaskView, show: RenderContext): TaskResponse {
  const budget = newFillBudget();
  return showTask(
    view.task,
    { container: containerOf(view), releaseId: releaseOf(view), rest: view.details, budget },
    show,
  );
}

/** Renders a task. Dates have the offset `+00:00`, and texts of started tasks are resolved. */
export function showTask(original: Task, taskContext: TaskContext, show: RenderContext): TaskResponse {
  const { task, passive } = resolveTask(
    original,
    taskContext.rest.tasks.get(original.id) ?? blankTaskPassive,
    taskContext.budget,
  );
  const id = joinIds(taskContext.container, task.id);
  return {
    // Common members of tasks override properties of a plugin type with the same name.
    ...typeFields(task, passive, id, taskContext, show),
    id,
    ...definitionFields(task, show),
    ...runFields(task),
    ...passiveFields(passive, id, show),
    container: taskContext.container,
    comments: (taskContext.rest.comments.get(task.id) ?? []).map((comment) => showComment(comment, id, show)),
  };
}

function definitionFields({ definition, run, originId }: Task, show: RenderContext) {
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
    variableMapping: sortMap(definition.variableMapping),
    originId: originId === null ? undefined : fullId(originId, show),
  };
}

function runFields({ run }: Task) {
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

function passiveFields(passive: TaskPassive, id: string, show: RenderContext) {
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
    facets: sortModels(passive.facets),
    attachments: passive.attachments.map((attachment) => showAttachment(attachment, id, show)),
    externalVariableMapping: sortMap(passive.externalVariableMapping),
  };
}

function typeFields(
  task: Task,
  passive: TaskPassive,
  id: string,
  taskContext: TaskContext,
  show: RenderContext,
): object {
  const ownFields = taskTypeSchema(task.definition.type).show(task, passive, id, taskContext, show);
  if (!isGroupType(task.definition.type)) return ownFields;
  return { tasks: task.tasks.map((child) => showTask(child, { ...taskContext, container: id }, show)), ...ownFields };
}
