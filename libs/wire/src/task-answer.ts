import { taskRecoverOps, taskStatuses } from '@slipway/domain';
import { z } from 'zod';
import { commentAnswer } from './comment.ts';
import { conditionAnswer, dependencyAnswer } from './gate.ts';
import { planItemAnswer } from './plan-item.ts';
import { json, list, shownDate, textMap } from './scalars.ts';
import { variableAnswer } from './variable.ts';

const linkAnswer = z
  .object({ id: z.string(), type: z.string(), source: z.string(), target: z.string() })
  .meta({ id: 'Link' });

const fields = {
  ...planItemAnswer,
  dueSoonNotified: z.boolean(),
  comments: list(commentAnswer),
  container: z.string(),
  facets: list(json),
  attachments: list(json),
  status: z.enum(taskStatuses),
  team: z.string().nullable(),
  watchers: list(z.string()),
  waitForScheduledStartDate: z.boolean(),
  delayDuringBlackout: z.boolean(),
  postponedDueToBlackout: z.boolean(),
  postponedUntilEnvironmentsAreReserved: z.boolean(),
  originalScheduledStartDate: shownDate.nullable(),
  hasBeenFlagged: z.boolean(),
  hasBeenDelayed: z.boolean(),
  precondition: z.string().nullable(),
  failureHandler: z.string().nullable(),
  abortScript: z.string().nullable(),
  taskFailureHandlerEnabled: z.boolean(),
  taskRecoverOp: z.enum(taskRecoverOps).nullable(),
  phaseRecoverOp: z.string().nullable(),
  failuresCount: z.int(),
  variableMapping: textMap,
  externalVariableMapping: textMap,
  configurationUri: z.string().nullable(),
  originId: z.string().nullable(),
  tags: list(z.string()),
  locked: z.boolean(),
  checkAttributes: z.boolean(),
};

/** What only some types of task have (operations.md, task types; import-formats.md, JSON task shapes). */
const ofSomeTypes = {
  conditions: list(conditionAnswer).optional().describe('GateTask'),
  dependencies: list(dependencyAnswer).optional().describe('GateTask'),
  links: list(linkAnswer).optional().describe('ParallelGroup'),
  variables: list(z.union([z.string(), variableAnswer]))
    .optional()
    .describe('UserInputTask: ids of variables'),
  newReleaseTitle: z.string().optional().describe('CreateReleaseTask, and so the following'),
  templateId: z.string().nullable().optional(),
  folderId: z.string().nullable().optional(),
  startRelease: z.boolean().optional(),
  releaseTags: list(z.string()).optional(),
  templateVariables: list(variableAnswer).optional(),
  createdReleaseId: z.string().nullable().optional(),
};

/** A task as it is answered; fields of `object` are those of a type that only a plugin knows. */
export type TaskAnswer = z.output<z.ZodObject<typeof fields & typeof ofSomeTypes>> & {
  readonly tasks?: readonly TaskAnswer[] | undefined;
};

/** A task (rest-api.md, section Task) with what its type adds. */
export const taskAnswer: z.ZodType<TaskAnswer> = z
  .looseObject({
    ...fields,
    ...ofSomeTypes,
    get tasks(): z.ZodOptional<z.ZodReadonly<z.ZodArray<typeof taskAnswer>>> {
      return list(taskAnswer).optional();
    },
  })
  .meta({ id: 'Task' });
