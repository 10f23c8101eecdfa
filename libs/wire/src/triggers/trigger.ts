import {
  catchUps,
  clip,
  type Instant,
  Invalid,
  isTriggerType,
  mostNames,
  mostVariables,
  pollTypes,
  type Trigger,
  type TriggerPatch,
} from '@slipway/domain';
import { z } from 'zod';
import { configurationIdOf } from '../configurations/configuration.ts';
import { listUpTo, nameList } from '../format/bounded.ts';
import { showDate } from '../format/dates.ts';
import { answeredDate, flag, list, name, oneOf, optional } from '../format/scalars.ts';
import { fullId, type Show, under } from '../format/show.ts';
import { showVariable, variableAnswer } from '../variables/variable.ts';
import { variableBody, variableDraft } from '../variables/variable-request.ts';
import { filterAnswer, filterBody, mappingAnswer, mappingBody, readFilter, readMapping } from './event-trigger.ts';

const common = {
  id: z.string(),
  title: z.string(),
  description: z.string().optional(),
  enabled: z.boolean(),
  folderId: z.string(),
  allowParallelExecution: z.boolean(),
  lastRunDate: answeredDate.optional(),
  lastRunStatus: z.enum(['SUCCESS', 'FAILURE']).optional(),
  releaseTitle: z.string().optional(),
  template: z.string().optional(),
  releaseFolder: z.string().optional(),
  tags: list(z.string()),
  variables: list(variableAnswer),
  script: z.string().optional(),
  abortScript: z.string().optional(),
  triggerState: z.string().optional(),
  executionId: z.string().optional(),
};

const scheduleAnswer = z
  .object({
    ...common,
    type: z.literal('time.Schedule'),
    pollType: z.enum(pollTypes),
    periodicity: z.string().describe('seconds, or a cron expression of five or six fields'),
    timeZone: z.string(),
    catchUp: z.enum(catchUps).describe('what becomes of times that were missed while nothing ran'),
    initialFire: z.boolean().describe('kept, and changes nothing: enabling a trigger never fires it'),
    nextFireDate: answeredDate.optional(),
  })
  .meta({ id: 'ScheduleTrigger' });

const listenerAnswer = z
  .object({
    ...common,
    type: z.literal('events.EventBasedTrigger'),
    eventSource: z.string().optional().describe('the webhook endpoint or event source; absent: it is gone'),
    eventType: z.string().describe('the type of what that puts out'),
    eventFilter: filterAnswer.optional().describe('absent: it fires for every event'),
    mappedProperties: list(mappingAnswer),
    triggerActionType: z.string(),
  })
  .meta({ id: 'EventTrigger' });

/** A trigger (models.txt, ReleaseTrigger); time zone, catching up and the next date are our own. */
export const triggerAnswer = z.discriminatedUnion('type', [scheduleAnswer, listenerAnswer]).meta({ id: 'Trigger' });

export type TriggerAnswer = z.output<typeof triggerAnswer>;

/** A trigger to be rendered, where it is, and how it does. */
export interface TriggerView {
  readonly trigger: Trigger;
  /** ids from the root to its folder */
  readonly folderPath: readonly string[];
  /** the same for its event source; null: that is global, or there is none */
  readonly sourcePath: readonly string[] | null;
  /** null while it is disabled */
  readonly nextFireAt: Instant | null;
  readonly lastRunDate: Instant | null;
  readonly lastRunStatus: 'SUCCESS' | 'FAILURE' | null;
}

export function showTrigger(row: TriggerView, show: Show): TriggerAnswer {
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
  }
}

const actionType = 'CreateReleaseFromTemplateAction';

/** What all triggers show. */
function showCommon(trigger: Trigger, row: TriggerView, show: Show) {
  const folderId = row.folderPath.join('/');
  const id = under(folderId, trigger.id);
  const { title, description, enabled, allowParallelExecution, releaseTitle, releaseFolder, tags } = trigger;
  const { script, abortScript, triggerState, executionId, templateId, variables } = trigger;
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
  };
}
const text = z.string().nullish();

/** A trigger as clients send it: to make one, or to change the fields that are given. */
export const triggerBody = z
  .object({
    id: optional(z.string()),
    type: optional(name),
    title: optional(z.string()),
    description: text,
    enabled: optional(flag),
    folderId: optional(z.string()),
    allowParallelExecution: optional(flag),
    pollType: optional(oneOf(pollTypes, 'expected REPEAT or CRON')),
    periodicity: optional(
      z.union([z.string(), z.number().transform(String)], { error: 'expected seconds or a cron expression' }),
    ),
    timeZone: optional(name),
    catchUp: optional(oneOf(catchUps, 'expected none, last or all')),
    initialFire: optional(flag),
    eventSource: optional(z.string()).describe('of an event trigger: the id of a webhook endpoint or an event source'),
    eventType: optional(z.string()).describe('must be what the event source puts out'),
    eventFilter: filterBody.nullish(),
    mappedProperties: optional(listUpTo(mostNames, mappingBody)),
    triggerActionType: optional(z.string()),
    releaseTitle: text,
    template: text,
    releaseFolder: text,
    tags: optional(nameList),
    variables: optional(listUpTo(mostVariables, variableBody)),
    script: text,
    abortScript: text,
    triggerState: text,
    executionId: text,
  })
  .meta({ id: 'TriggerRequest' });

export type TriggerBody = z.output<typeof triggerBody>;

/** The type of a trigger that is sent. Throws Invalid for one that there is not. */
export function triggerTypeOf({ type }: Pick<TriggerBody, 'type'>): Trigger['type'] | undefined {
  if (type === undefined || isTriggerType(type)) return type;
  throw new Invalid(`type: there is no trigger type '${clip(type)}'`);
}

/**
 * What a sent trigger says of it, but for its template, folder and event source, whose ids are looked up. Passwords in
 * it are clear. Throws Invalid.
 */
export function triggerPatch(body: TriggerBody, prefix: string): TriggerPatch {
  const { id: _, type: __, folderId: ___, template: ____, eventSource: _____, ...sent } = body;
  const { variables, releaseFolder, eventFilter, mappedProperties, triggerActionType, ...fields } = sent;
  if (triggerActionType !== undefined && !triggerActionType.endsWith(`.${actionType}`)) {
    throw new Invalid(`triggerActionType: expected ${prefix}.${actionType}`);
  }
  return {
    ...fields,
    ...(releaseFolder !== undefined && { releaseFolder: releaseFolder === '' ? null : releaseFolder }),
    ...(eventFilter !== undefined && { eventFilter: eventFilter && readFilter(eventFilter) }),
    ...(mappedProperties !== undefined && { mappedProperties: mappedProperties.map(readMapping) }),
    ...(variables !== undefined && { variables: variables.map((variable) => variableDraft(variable, prefix)) }),
  };
}
