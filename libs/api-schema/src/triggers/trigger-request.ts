import type { Properties } from '@slipway/domain/configurations';
import { message } from '@slipway/domain/messages';
import { Invalid, maxNames, maxVariables } from '@slipway/domain/model';
import { catchUps, pollTypes, type TriggerPatch } from '@slipway/domain/triggers';
import { z } from 'zod';
import { propertiesIn } from '../configurations/configuration.ts';
import { expects } from '../format/expects.ts';
import { flag, json, listUpTo, name, nameList, oneOf, optional } from '../format/scalars.ts';
import { variableBody, variableDraft } from '../variables/variable-request.ts';
import { filterBody, mappingBody, readFilter, readMapping } from './event-trigger.ts';
import { actionType } from './trigger.ts';

const text = z.string().nullish();

/** A trigger in a request: a new trigger, or the changes of one. */
export const triggerBody = z
  .object({
    id: optional(z.string()),
    type: optional(name),
    title: optional(z.string()),
    description: text,
    enabled: optional(flag),
    folderId: optional(z.string()),
    allowParallelExecution: optional(flag),
    pollType: optional(oneOf(pollTypes, message('expected.pollType'))),
    periodicity: optional(
      z.union([z.string(), z.number().transform(String)], expects(message('expected.periodicity'))),
    ),
    timeZone: optional(name),
    catchUp: optional(oneOf(catchUps, message('expected.catchUp'))),
    initialFire: optional(flag),
    eventSource: optional(z.string()).describe('of an event trigger: the id of a webhook endpoint or an event source'),
    eventType: optional(z.string()).describe('must be what the event source puts out'),
    eventFilter: filterBody.nullish(),
    mappedProperties: optional(listUpTo(maxNames, mappingBody)),
    triggerActionType: optional(z.string()),
    releaseTitle: text,
    template: text,
    releaseFolder: text,
    tags: optional(nameList),
    variables: optional(listUpTo(maxVariables, variableBody)),
    script: text,
    abortScript: text,
    triggerState: text,
    executionId: text,
  })
  .catchall(json)
  .meta({ id: 'TriggerRequest' });

export type TriggerBody = z.output<typeof triggerBody>;

/** Computed members of responses, which clients send back. */
const computedMembers =
  `lastRunDate lastRunStatus nextFireDate broken brokenMessages warnings warningMessages runRefusal ciUid
  containerId internalProperties`.split(/\s+/);
const common: ReadonlySet<string> = new Set([...Object.keys(triggerBody.shape), ...computedMembers]);

/** Whether all triggers have a member with this name. A property of a plugin type cannot have such a name. */
export const isTriggerMember = (name: string): boolean => common.has(name);

const otherMembers = z.record(z.string(), json.optional());

/** Returns the properties of a plugin type in a trigger. Throws Invalid above the limit. */
export const triggerProperties = (body: TriggerBody): Properties =>
  propertiesIn(otherMembers.parse(Object.fromEntries(Object.entries(body).filter(([name]) => !common.has(name)))));

function scalarsOf(body: TriggerBody): TriggerPatch {
  const { title, description, enabled, allowParallelExecution, pollType, periodicity, timeZone, catchUp } = body;
  const { initialFire, eventType, releaseTitle, tags, script, abortScript, triggerState, executionId } = body;
  return {
    title,
    description,
    enabled,
    allowParallelExecution,
    pollType,
    periodicity,
    timeZone,
    catchUp,
    initialFire,
    eventType,
    releaseTitle,
    tags,
    script,
    abortScript,
    triggerState,
    executionId,
  };
}

/**
 * Returns the changes of a trigger in a request, except its template, folder and event source, whose ids are resolved
 * separately. Passwords are in clear text. Throws Invalid.
 */
export function triggerPatch(body: TriggerBody, prefix: string): TriggerPatch {
  const { variables, releaseFolder, eventFilter, mappedProperties, triggerActionType } = body;
  if (triggerActionType !== undefined && !triggerActionType.endsWith(`.${actionType}`)) {
    throw new Invalid(message('trigger.actionType', { prefix, actionType }));
  }
  return {
    ...scalarsOf(body),
    ...(releaseFolder !== undefined && { releaseFolder: releaseFolder === '' ? null : releaseFolder }),
    ...(eventFilter !== undefined && { eventFilter: eventFilter && readFilter(eventFilter) }),
    ...(mappedProperties !== undefined && { mappedProperties: mappedProperties.map(readMapping) }),
    ...(variables !== undefined && { variables: variables.map((variable) => variableDraft(variable, prefix)) }),
  };
}
