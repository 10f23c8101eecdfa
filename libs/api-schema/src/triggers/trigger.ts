import type { Message } from '@slipway/domain/messages';
import type { Instant } from '@slipway/domain/model';
import { catchUps, manualRunRefusal, pollTypes, type Trigger } from '@slipway/domain/triggers';
import { z } from 'zod';
import { configurationIdOf } from '../configurations/configuration.ts';
import { showDate } from '../format/dates.ts';
import { messageData, messageResponse, showMessage, showMessageData, showTexts } from '../format/messages.ts';
import { fullId, joinIds, type RenderContext } from '../format/render-context.ts';
import { list, responseDate, responseJson, textMap } from '../format/scalars.ts';
import { sortMembers } from '../format/sorted-json.ts';
import { showType } from '../format/type-name.ts';
import { showVariable, variableResponse } from '../variables/variable.ts';
import { filterResponse, mappingResponse } from './event-trigger.ts';

const common = {
  id: z.string(),
  title: z.string(),
  description: z.string().optional(),
  enabled: z.boolean(),
  folderId: z.string(),
  allowParallelExecution: z.boolean(),
  lastRunDate: responseDate.optional(),
  lastRunStatus: z.enum(['SUCCESS', 'FAILURE']).optional(),
  releaseTitle: z.string().optional(),
  template: z.string().optional(),
  releaseFolder: z.string().optional(),
  tags: list(z.string()),
  variables: list(variableResponse),
  script: z.string().optional(),
  abortScript: z.string().optional(),
  triggerState: z.string().optional(),
  executionId: z.string().optional(),
  broken: list(z.string())
    .optional()
    .describe('why the trigger cannot create releases; absent where nothing is known to prevent it'),
  brokenMessages: list(messageData).optional().describe('the texts of `broken` as data, in the same order'),
  warnings: list(z.string())
    .optional()
    .describe('values of the trigger that have no effect; absent where there are none'),
  warningMessages: list(messageData).optional().describe('the warnings as data, in the same order'),
  runRefusal: z.object(messageResponse).optional().describe('why it cannot be run manually; absent: it can'),
};

const scheduleResponse = z
  .object({
    ...common,
    type: z.literal('time.Schedule'),
    pollType: z.enum(pollTypes),
    periodicity: z
      .string()
      .describe('seconds, or a cron expression: five fields as in Unix, six or seven as in Quartz'),
    timeZone: z.string(),
    catchUp: z.enum(catchUps).describe('the handling of times that were missed while no process ran'),
    initialFire: z.boolean().describe('kept, and changes nothing: enabling a trigger never fires it'),
    nextFireDate: responseDate.optional(),
  })
  .meta({ id: 'ScheduleTrigger' });

const listenerResponse = z
  .object({
    ...common,
    type: z.literal('events.EventBasedTrigger'),
    eventSource: z.string().optional().describe('the webhook endpoint or event source; absent: it is gone'),
    eventType: z.string().describe('the type of what that puts out'),
    eventFilter: filterResponse.optional().describe('absent: it fires for every event'),
    mappedProperties: list(mappingResponse),
    triggerActionType: z.string(),
  })
  .meta({ id: 'EventTrigger' });

const pollResponse = z
  .object({
    ...common,
    type: z.string().describe('a type of a plugin; its properties stand beside these members, secrets masked'),
    pollType: z.enum(pollTypes),
    periodicity: z
      .string()
      .describe('seconds, or a cron expression: five fields as in Unix, six or seven as in Quartz'),
    timeZone: z.string(),
    initialFire: z.boolean().describe('kept, and changes nothing: the first poll only records the state'),
    nextFireDate: responseDate.optional().describe('when it polls next'),
  })
  .catchall(responseJson.optional())
  .meta({ id: 'PollTrigger' });

/** A trigger (models.txt, ReleaseTrigger). The time zone, catch-up and the next date are extensions. */
export const triggerResponse = z.union([scheduleResponse, listenerResponse, pollResponse]).meta({ id: 'Trigger' });

export type TriggerResponse = z.output<typeof triggerResponse>;

/** A trigger to render, with its folder and state. */
export interface TriggerView {
  readonly trigger: Trigger;
  /** ids from the root to the folder */
  readonly folderPath: readonly string[];
  /** ids from the root to the folder of its event source; null for a global one, or without an event source */
  readonly sourcePath: readonly string[] | null;
  /** null while the trigger is disabled */
  readonly nextFireAt: Instant | null;
  readonly lastRunDate: Instant | null;
  readonly lastRunStatus: 'SUCCESS' | 'FAILURE' | null;
  /** why it cannot create releases; absent if not requested */
  readonly faults?: readonly Message[];
  /** messages about values that have no effect; absent if not requested */
  readonly warnings?: readonly Message[];
}

export function showTrigger(row: TriggerView, show: RenderContext): TriggerResponse {
  const { trigger } = row;
  switch (trigger.type) {
    case 'time.Schedule':
      return {
        ...showCommon(trigger, row, show),
        type: trigger.type,
        pollType: trigger.pollType,
        periodicity: trigger.periodicity,
        timeZone: trigger.timeZone,
        catchUp: trigger.catchUp,
        initialFire: trigger.initialFire,
        nextFireDate: showDate(row.nextFireAt),
      };
    case 'events.EventBasedTrigger': {
      const { eventFilter, mappedProperties, eventSource, eventType, type } = trigger;
      return {
        ...showCommon(trigger, row, show),
        type,
        eventSource: eventSource === null ? undefined : configurationIdOf(eventSource, row.sourcePath),
        eventType,
        eventFilter: eventFilter ?? undefined,
        mappedProperties,
        triggerActionType: `${show.prefix}.${actionType}`,
      };
    }
    case 'ReleaseTrigger':
      return {
        ...sortMembers(trigger.properties),
        ...showCommon(trigger, row, show),
        type: showType(trigger.pollerType, show.prefix),
        pollType: trigger.pollType,
        periodicity: trigger.periodicity,
        timeZone: trigger.timeZone,
        initialFire: trigger.initialFire,
        nextFireDate: showDate(row.nextFireAt),
      };
  }
}

/** The action of all event triggers, without the prefix of built-in types. */
export const actionType = 'CreateReleaseFromTemplateAction';

const textsOf = (messages: readonly Message[] = []) => (messages.length === 0 ? undefined : showTexts(messages));
const dataOf = (messages: readonly Message[] = []) =>
  messages.length === 0 ? undefined : messages.map(showMessageData);

/** Renders the response members of all triggers. */
function showCommon(trigger: Trigger, row: TriggerView, show: RenderContext) {
  const folderId = row.folderPath.join('/');
  const id = joinIds(folderId, trigger.id);
  const { title, description, enabled, allowParallelExecution, releaseTitle, releaseFolder, tags } = trigger;
  const { script, abortScript, triggerState, executionId, templateId, variables } = trigger;
  const runRefusal = manualRunRefusal(trigger);
  return {
    id,
    title,
    description: description ?? undefined,
    enabled,
    folderId,
    allowParallelExecution,
    lastRunDate: showDate(row.lastRunDate),
    lastRunStatus: row.lastRunStatus ?? undefined,
    releaseTitle: releaseTitle ?? undefined,
    template: templateId === null ? undefined : fullId(templateId, show),
    releaseFolder: releaseFolder ?? undefined,
    tags,
    variables: variables.map((variable) => showVariable(variable, id, show)),
    script: script ?? undefined,
    abortScript: abortScript ?? undefined,
    triggerState: triggerState ?? undefined,
    executionId: executionId ?? undefined,
    broken: textsOf(row.faults),
    brokenMessages: dataOf(row.faults),
    warnings: textsOf(row.warnings),
    warningMessages: dataOf(row.warnings),
    runRefusal: runRefusal === null ? undefined : showMessage(runRefusal),
  };
}

/** The titles and permissions for a list of triggers, for the caller. */
export const triggerContext = z.object({
  titles: textMap.describe('of their folders and templates that the caller may see, by id'),
  changeable: list(z.string()).describe('ids of those that the caller may change'),
  lacking: textMap.describe('by the ids of the others: the permission that the caller lacks to change them'),
});

/** One page of triggers. */
export const triggerPage = z
  .object({
    content: list(triggerResponse),
    number: z.int(),
    size: z.int(),
    numberOfElements: z.int(),
    totalElements: z.int(),
    totalPages: z.int(),
    first: z.boolean(),
    last: z.boolean(),
    $metadata: triggerContext.optional().describe('if requested'),
  })
  .meta({ id: 'TriggerPage' });
export type TriggerPageResponse = z.output<typeof triggerPage>;
