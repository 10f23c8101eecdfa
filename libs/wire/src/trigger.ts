import { catchUps, clip, Invalid, pollTypes, type TriggerPatch } from '@slipway/domain';
import type { TriggerRow } from '@slipway/persistence';
import { z } from 'zod';
import { showDate } from './dates.ts';
import { flag, list, optional, shownDate } from './scalars.ts';
import { fullId, type Show, under } from './show.ts';
import { showVariable, variableAnswer } from './variable.ts';
import { variableBody, variableDraft } from './variable-request.ts';

/** A trigger (models.txt, ReleaseTrigger); time zone, catching up and the next date are our own. */
export const triggerAnswer = z
  .object({
    id: z.string(),
    type: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    enabled: z.boolean(),
    folderId: z.string(),
    allowParallelExecution: z.boolean(),
    pollType: z.enum(pollTypes),
    periodicity: z.string().describe('seconds, or a cron expression of five or six fields'),
    timeZone: z.string(),
    catchUp: z.enum(catchUps).describe('what becomes of times that were missed while nothing ran'),
    initialFire: z.boolean().describe('kept, and changes nothing: enabling a trigger never fires it'),
    nextFireDate: shownDate.nullable(),
    lastRunDate: shownDate.nullable(),
    lastRunStatus: z.enum(['SUCCESS', 'FAILURE']).nullable(),
    releaseTitle: z.string().nullable(),
    template: z.string().nullable(),
    releaseFolder: z.string().nullable(),
    tags: list(z.string()),
    variables: list(variableAnswer),
    script: z.string().nullable(),
    abortScript: z.string().nullable(),
    triggerState: z.string().nullable(),
    executionId: z.string().nullable(),
  })
  .meta({ id: 'Trigger' });

/** A trigger as it is answered. */
export type TriggerAnswer = z.output<typeof triggerAnswer>;

/** Renders a trigger. */
export function showTrigger(row: TriggerRow, show: Show): TriggerAnswer {
  const { id: _, templateId, folderId: __, variables, ...fields } = row.trigger;
  const folderId = row.folderPath.join('/');
  const id = under(folderId, row.trigger.id);
  return {
    id,
    ...fields,
    folderId,
    template: templateId === null ? null : fullId(templateId, show),
    variables: variables.map((variable) => showVariable(variable, id, show)),
    nextFireDate: showDate(row.nextFireAt),
    lastRunDate: showDate(row.lastRunDate),
    lastRunStatus: row.lastRunStatus,
  };
}

const text = z.string().nullish();

/** A trigger as clients send it: to make one, or to change the fields that are given. */
export const triggerBody = z
  .object({
    id: optional(z.string()),
    type: optional(z.string()),
    title: optional(z.string()),
    description: text,
    enabled: optional(flag),
    folderId: optional(z.string()),
    allowParallelExecution: optional(flag),
    pollType: optional(z.enum(pollTypes, { error: 'expected REPEAT or CRON' })),
    periodicity: optional(
      z.union([z.string(), z.number().transform(String)], { error: 'expected seconds or a cron expression' }),
    ),
    timeZone: optional(z.string()),
    catchUp: optional(z.enum(catchUps, { error: 'expected none, last or all' })),
    initialFire: optional(flag),
    releaseTitle: text,
    template: text,
    releaseFolder: text,
    tags: optional(list(z.string())),
    variables: optional(list(variableBody)),
    script: text,
    abortScript: text,
    triggerState: text,
    executionId: text,
  })
  .meta({ id: 'TriggerRequest' });

/** A trigger of a request. */
export type TriggerBody = z.output<typeof triggerBody>;

/**
 * What a sent trigger says of it, but for its template and folder, whose ids are looked up. Passwords in it are clear.
 * Throws Invalid for a type that there is not.
 */
export function triggerPatch(body: TriggerBody, prefix: string): TriggerPatch {
  const { id: _, type = 'time.Schedule', folderId: __, template: ___, variables, releaseFolder, ...fields } = body;
  if (type !== 'time.Schedule') throw new Invalid(`type: there is no trigger type '${clip(type)}'`);
  return {
    ...fields,
    ...(releaseFolder !== undefined && { releaseFolder: releaseFolder === '' ? null : releaseFolder }),
    ...(variables !== undefined && { variables: variables.map((variable) => variableDraft(variable, prefix)) }),
  };
}
