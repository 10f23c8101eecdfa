import { taskRecoverOps, taskStatuses } from '@slipway/domain';
import { z } from 'zod';
import { attachmentAnswer } from '../attachments/attachment.ts';
import { answeredDate, answeredJson, list, textMap } from '../format/scalars.ts';
import { commentAnswer } from './comment.ts';
import { planItemAnswer } from './plan-item.ts';
import { ownAnswer } from './task-types.ts';

const fields = {
  ...planItemAnswer,
  dueSoonNotified: z.boolean(),
  comments: list(commentAnswer),
  container: z.string(),
  facets: list(answeredJson),
  attachments: list(attachmentAnswer),
  status: z.enum(taskStatuses),
  team: z.string().optional(),
  watchers: list(z.string()),
  waitForScheduledStartDate: z.boolean(),
  delayDuringBlackout: z.boolean(),
  postponedDueToBlackout: z.boolean(),
  postponedUntilEnvironmentsAreReserved: z.boolean(),
  originalScheduledStartDate: answeredDate.optional(),
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

/** A task in responses; members of `object` are those of a plugin's type. */
export type TaskAnswer = z.output<z.ZodObject<typeof fields & typeof ownAnswer>> & {
  readonly tasks?: readonly TaskAnswer[] | undefined;
};

/** A task (rest-api.md, section Task) with what its type adds. */
export const taskAnswer: z.ZodType<TaskAnswer> = z
  .looseObject({
    ...fields,
    ...ownAnswer,
    get tasks(): z.ZodOptional<z.ZodReadonly<z.ZodArray<typeof taskAnswer>>> {
      return list(taskAnswer).optional();
    },
  })
  .meta({ id: 'Task' });
