import { mostParts, mostTasks, mostVariables, taskRecoverOps } from '@slipway/domain';
import { z } from 'zod';
import { jsonList, listUpTo, mapping, nameList } from '../format/bounded.ts';
import { flag, name, oneOf, optional } from '../format/scalars.ts';
import { variableBody } from '../variables/variable-request.ts';
import { apart } from './foreign-parts.ts';
import { planItemBody } from './plan-item.ts';

const named = z.object({ id: optional(z.string()), title: optional(z.string()) });
const waited = z.object({
  id: optional(z.string()),
  targetId: optional(z.string()),
  target: optional(z.union([z.string(), named.transform(({ id }) => id)])),
});
const linked = z.object({ id: optional(z.string()), source: z.string(), target: z.string() });

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
  conditions: optional(listUpTo(mostParts, named)).describe('GateTask'),
  dependencies: optional(listUpTo(mostParts, waited)).describe('GateTask'),
  links: optional(listUpTo(mostParts, linked)).describe('ParallelGroup'),
  variables: optional(
    listUpTo(mostParts, z.union([z.string(), variableBody.transform(({ id }) => id ?? '')])),
  ).describe('UserInputTask'),
  newReleaseTitle: optional(z.string()).describe('CreateReleaseTask, and so the following'),
  templateId: z.string().nullish(),
  folderId: z.string().nullish(),
  startRelease: optional(flag),
  releaseTags: optional(nameList),
  templateVariables: optional(listUpTo(mostVariables, variableBody)),
  createdReleaseId: z.string().nullish(),
};

/** A task as clients send it. Fields that no task has are kept where its type may have its own. */
export type TaskBody = z.output<z.ZodObject<typeof fields>> & {
  readonly tasks?: readonly TaskBody[] | undefined;
};

/** The schema of a task in a request, with the tasks of a group. */
export const taskBody: z.ZodType<TaskBody> = z
  .preprocess(
    apart,
    z.looseObject({
      ...fields,
      get tasks(): z.ZodType<readonly TaskBody[] | undefined> {
        return optional(listUpTo(mostTasks, taskBody));
      },
    }),
  )
  .meta({ id: 'TaskRequest' });
