import { message } from '@slipway/domain/messages';
import {
  blankPhasePassive,
  maxTasks,
  type Phase,
  type PhaseDraft,
  type PhasePatch,
  phaseStatuses,
} from '@slipway/domain/model';
import { z } from 'zod';
import { toClientJson } from '../format/changes.ts';
import { showDate } from '../format/dates.ts';
import { expects } from '../format/expects.ts';
import { fullId, joinIds, type RenderContext } from '../format/render-context.ts';
import { list, listUpTo, optional, ownType } from '../format/scalars.ts';
import { showType } from '../format/type-name.ts';
import { chosenId } from '../variables/variable-request.ts';
import { withDistinctIds } from './distinct-ids.ts';
import { newFillBudget, showTask, taskResponse } from './task.ts';
import { type TaskBody, taskBody } from './task-body.ts';
import { type ParseOptions, taskDrafts } from './task-request.ts';
import { type PlanDetails, planItemBody, planItemResponse } from './views.ts';

/** A phase with its tasks (rest-api.md, section Phase). */
export const phaseResponse = z
  .object({
    ...planItemResponse,
    type: ownType('Phase'),
    tasks: list(taskResponse),
    release: z.string(),
    status: z.enum(phaseStatuses),
    color: z.string(),
    originId: z.string().optional(),
  })
  .meta({ id: 'Phase' });

export type PhaseResponse = z.output<typeof phaseResponse>;

/** A phase in a request. */
export const phaseBody = z
  .object({
    ...planItemBody,
    color: optional(z.string().regex(/^#[0-9a-fA-F]{3,8}$/, expects(message('expected.color')))),
    tasks: optional(listUpTo<z.ZodType<TaskBody>>(maxTasks, taskBody)),
  })
  .meta({ id: 'PhaseRequest' });

export type PhaseBody = z.output<typeof phaseBody>;

export function showPhase(
  phase: Phase,
  releaseId: string,
  rest: PlanDetails,
  show: RenderContext,
  budget = newFillBudget(),
): PhaseResponse {
  const id = joinIds(releaseId, phase.id);
  const passive = rest.phases.get(phase.id) ?? blankPhasePassive;
  return {
    id,
    type: showType('Phase', show.prefix),
    title: phase.title,
    owner: phase.owner ?? undefined,
    status: phase.status,
    scheduledStartDate: showDate(phase.scheduledStartDate),
    dueDate: showDate(phase.dueDate),
    plannedDuration: phase.plannedDuration ?? 0,
    startDate: showDate(phase.startDate),
    endDate: showDate(phase.endDate),
    flagStatus: phase.flagStatus,
    color: phase.color,
    overdueNotified: phase.overdueNotified,
    description: passive.description ?? undefined,
    flagComment: passive.flagComment ?? undefined,
    originId: phase.originId === null ? undefined : fullId(phase.originId, show),
    release: releaseId,
    tasks: phase.tasks.map((task) => showTask(task, { container: id, releaseId, rest, budget }, show)),
  };
}

/** Returns the fields of a phase in a request. */
export function phasePatch({ id: _, tasks: __, ...fields }: PhaseBody): PhasePatch {
  return fields;
}

/**
 * Returns the fields of a rendered phase in the form of a request. Tasks are not parsed, because a patch contains none.
 */
export const renderedPhasePatch = (answer: object): PhasePatch =>
  phasePatch(phaseBody.parse(toClientJson({ ...answer, tasks: undefined })));

const draftOf = (body: PhaseBody, tasks: readonly TaskBody[], reading: ParseOptions): PhaseDraft => ({
  ...phasePatch(body),
  id: chosenId('Phase', body.id),
  tasks: taskDrafts(tasks, reading),
});

export const phaseDraft = (body: PhaseBody, reading: ParseOptions): PhaseDraft =>
  draftOf(body, withDistinctIds([body.tasks ?? []]).flat(), reading);

/** Returns the new phases of one document with their tasks. */
export function phaseDrafts(bodies: readonly PhaseBody[], reading: ParseOptions): readonly PhaseDraft[] {
  const lists = withDistinctIds(bodies.map(({ tasks = [] }) => tasks));
  return bodies.map((body, index) => draftOf(body, lists[index] ?? [], reading));
}
