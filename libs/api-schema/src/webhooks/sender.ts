import { eventFieldNames, type Sender, senderIds } from '@slipway/domain/senders';
import { filterOperators, filterValueTypes } from '@slipway/domain/triggers';
import { z } from 'zod';
import { list, responseJson, textMap } from '../format/scalars.ts';

const condition = z.object({
  path: z.string(),
  operator: z.enum(filterOperators),
  valueType: z.enum(filterValueTypes),
  value: z.string(),
});

const senderEvent = z
  .object({
    id: z.string(),
    title: z.string(),
    conditions: list(condition).describe('true for exactly this event'),
    fields: list(
      z.object({
        name: z.enum(eventFieldNames),
        path: z.string(),
        prefix: z.string().optional().describe('the text before the value at the path'),
      }),
    ).describe('the values on which users filter'),
    releaseTitle: z.string().describe('the proposed title of its releases'),
    sample: z.object({ headers: textMap, event: responseJson }).describe('a shortened event with invented values'),
  })
  .meta({ id: 'SenderEvent' });
export type SenderEventResponse = z.output<typeof senderEvent>;

/** A system that sends events, with its events. */
export const senderResponse = z
  .object({
    id: z.enum(senderIds),
    title: z.string(),
    path: z.string().describe('the proposed path of its endpoint'),
    authentication: z.object({ type: z.string(), properties: textMap }).describe('without secrets'),
    deduplicationKey: z.string().optional(),
    instructions: z.string(),
    urlName: z.string(),
    secretName: z.string(),
    contentType: z.string().optional(),
    warning: z.string().optional().describe('a limitation of its authentication'),
    configuration: z.string().optional().describe('a text to copy, with the placeholders {url} and {secret}'),
    events: list(senderEvent),
  })
  .meta({ id: 'EventSender' });
export type SenderResponse = z.output<typeof senderResponse>;

/** Renders a sender of the catalog. */
export const showSender = ({ pings: _, hasUnsignedPings: __, ...sender }: Sender): SenderResponse => sender;

/** The values of received events on which users filter, by the name of the field. */
export const eventValuesResponse = z
  .object({
    sender: z
      .enum(senderIds)
      .optional()
      .describe('the sender of the endpoint; absent: it has none, and there are no values'),
    values: z.record(z.string(), list(z.string())).describe('those of the newest 50 deliveries, the newest first'),
  })
  .meta({ id: 'EventValues' });
