import { eventFieldNames, senderIds } from '@slipway/domain/senders';
import { z } from 'zod';
import { json, listUpTo, mapUpTo, nameList, oneOf, optional, responseJson } from '../format/scalars.ts';
import { filterBody, mappingBody } from './event-trigger.ts';

const maxMembers = 1_000;
const text = z.union([z.string(), nameList]);

const sample = z
  .object({
    event: json.describe('the payload'),
    headers: optional(mapUpTo(maxMembers, z.string())),
    parameters: optional(mapUpTo(maxMembers, text)),
  })
  .describe('a pasted event');

/** The body of a trial: the parts of an event trigger that depend on the event, and an event. */
export const eventTrialBody = z
  .object({
    folderId: optional(z.string()).describe(
      'the folder whose variables the filter can read; without it global ones only',
    ),
    title: optional(z.string()),
    eventFilter: filterBody.nullish(),
    mappedProperties: optional(listUpTo(maxMembers, mappingBody)),
    releaseTitle: z.string().nullish(),
    tags: optional(nameList),
    sender: optional(oneOf(senderIds)).describe('with `event`: the event is the sample of the catalog'),
    event: optional(z.string()).describe('the id of an event of `sender`'),
    endpointId: optional(z.string()).describe('the event is a delivery of this endpoint: `deliveryId`, or the newest'),
    deliveryId: optional(z.string()),
    sample: optional(sample),
  })
  .meta({ id: 'EventTrialRequest' });
export type EventTrialBody = z.output<typeof eventTrialBody>;

/** The result of a trial. */
export const eventTrialResponse = z
  .object({
    matches: z.boolean().describe('whether a trigger with this filter accepts the event'),
    reason: z.string().optional().describe('why it rejects the event'),
    deliveryId: z.string().optional(),
    event: z.string().optional().describe('the event of the sender that it is; absent: an unknown one'),
    fields: z
      .partialRecord(z.enum(eventFieldNames), z.array(z.string()).readonly())
      .describe('the named values of the event'),
    release: z
      .object({
        title: z.string(),
        template: z.string().optional(),
        folder: z.string().optional(),
        tags: z.array(z.string()).readonly(),
        variables: z.record(z.string(), responseJson).describe('the mapped values, by key'),
      })
      .optional()
      .describe('the values that the event gives to a release; absent: a text cannot be filled'),
  })
  .meta({ id: 'EventTrial' });
export type EventTrialResponse = z.output<typeof eventTrialResponse>;
