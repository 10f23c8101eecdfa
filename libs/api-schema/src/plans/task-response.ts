import { taskRecoverOps, taskStatuses } from '@slipway/domain/model';
import { z } from 'zod';
import { attachmentResponse } from '../attachments/attachment.ts';
import { list, responseDate, responseJson, textMap } from '../format/scalars.ts';
import { commentResponse } from './comment.ts';
import { planItemResponse } from './plan-item.ts';
import { ownResponse } from './task-types.ts';

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

/** A task in responses; members of `object` are those of a plugin's type. */
export type TaskResponse = z.output<z.ZodObject<typeof fields & typeof ownResponse>> & {
  readonly tasks?: readonly TaskResponse[] | undefined;
};

/** A task (rest-api.md, section Task) with what its type adds. */
export const taskResponse: z.ZodType<TaskResponse> = z
  .looseObject({
    ...fields,
    ...ownResponse,
    get tasks(): z.ZodOptional<z.ZodReadonly<z.ZodArray<typeof taskResponse>>> {
      return list(taskResponse).optional();
    },
  })
  .meta({ id: 'Task' });
