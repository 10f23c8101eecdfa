import { maxTasks, taskRecoverOps } from '@slipway/domain/model';
import { z } from 'zod';
import { flag, jsonList, listUpTo, mapping, name, nameList, oneOf, optional } from '../format/scalars.ts';
import { separateForeign } from './own-properties.ts';
import { ownBody } from './task-types.ts';
import { planItemBody } from './views.ts';

const fields = {
  ...planItemBody,
  type: optional(name),
  team: z.string().nullish(),
  waitForScheduledStartDate: optional(flag),
  delayDuringBlackout: optional(flag),
  checkAttributes: optional(flag),
  locked: optional(flag),
  precondition: z.string().nullish(),
  failureHandler: z.string().nullish(),
  abortScript: z.string().nullish(),
  taskFailureHandlerEnabled: optional(flag),
  taskRecoverOp: oneOf(taskRecoverOps).nullish(),
  phaseRecoverOp: z.string().nullish(),
  variableMapping: mapping,
  externalVariableMapping: mapping,
  configurationUri: z.string().nullish(),
  tags: optional(nameList),
  watchers: optional(nameList),
  facets: optional(jsonList),
  ...ownBody,
};

/** A task in a request. Unknown members stay if its type can have custom properties. */
export type TaskBody = z.output<z.ZodObject<typeof fields>> & {
  readonly tasks?: readonly TaskBody[] | undefined;
};

/** The schema of a task in a request, with the tasks of a group. */
export const taskBody: z.ZodType<TaskBody> = z
  .preprocess(
    separateForeign,
    z.looseObject({
      ...fields,
      get tasks(): z.ZodType<readonly TaskBody[] | undefined> {
        return optional(listUpTo(maxTasks, taskBody));
      },
    }),
  )
  .meta({ id: 'TaskRequest' });
