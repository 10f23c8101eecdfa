import { type EditLimits, editCauses, partEdits } from '@slipway/domain/plans';
import { z } from 'zod';
import { joinIds } from '../format/render-context.ts';
import { list } from '../format/scalars.ts';

const partLimits = z
  .object({
    id: z.string().describe('of the phase or task'),
    refused: z
      .partialRecord(z.enum(partEdits), z.enum(editCauses))
      .describe('the edits that its state does not allow, each with the cause'),
    firstPosition: z.int().describe('the first position in it at which a task can be added'),
  })
  .meta({ id: 'PartEditLimits' });

/** What a caller cannot edit in a release (an extension). */
export const editLimitsResponse = z
  .object({
    id: z.string(),
    isOver: z.boolean().describe('the release has ended, so that nothing can be edited'),
    firstPosition: z.int().describe('the first position at which a phase can be added'),
    parts: list(partLimits).describe('the phases and tasks with limits, in the order of the plan'),
    lacking: z
      .object({
        plan: z.string().optional().describe('to add, move, copy and delete phases and tasks, and to change phases'),
        task: z.string().optional().describe('to change the fields of tasks that are not in `fields`'),
        lock: z.string().optional().describe('to lock and unlock tasks'),
        fields: z
          .record(z.string(), z.string())
          .describe('for fields of tasks with a permission of their own. Fields of participants are omitted'),
        allowedFields: list(z.string()).describe('fields that the caller can change although `task` is missing'),
      })
      .describe('the permissions that the caller lacks'),
  })
  .meta({ id: 'EditLimits' });

export type EditLimitsResponse = z.output<typeof editLimitsResponse>;

/** Renders the limits. `fullId` is the full id of the release. */
export const showEditLimits = (
  { isOver, firstPosition, parts, lacking: { plan, task, lock, ...fields } }: EditLimits,
  fullId: string,
): EditLimitsResponse => ({
  id: fullId,
  isOver,
  firstPosition,
  parts: parts.map(({ path, ...limits }) => ({ ...limits, id: joinIds(fullId, path.join('/')) })),
  lacking: { plan: plan ?? undefined, task: task ?? undefined, lock: lock ?? undefined, ...fields },
});
