import { expect, test } from 'vitest';
import { variable } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import { viewOf } from './event-path.ts';
import { eventValues } from './event-trigger.ts';
import { createRequestFor } from './firing.ts';
import { type EventTrigger, newTrigger } from './trigger.ts';

test('placeholders in event values are not replaced, and placeholders of the author are', () => {
  const sent = viewOf({ payload: { ref: '${global.secret}' }, headers: {}, parameters: {} });
  const requestFields = {
    type: 'events.EventBasedTrigger',
    title: 'Push',
    folderId: 'FolderA',
    eventSource: 'Configuration1',
    variables: [
      { key: 'filled', type: 'StringVariable', value: '${event.ref}' },
      { key: 'meant', type: 'StringVariable', value: '${global.site}' },
    ],
    mappedProperties: [{ type: 'StringValue', targetProperty: 'variables[text]', value: '${event.ref}' }],
  } as const;
  const trigger = newTrigger('Trigger1', requestFields, () => 'Variable1') as EventTrigger;
  const template = plan('TEMPLATE Build: a.', { variables: [variable('text')] });
  const { variables, triggered } = createRequestFor(trigger, template, eventValues(trigger, sent, new Map()));
  expect(variables).toEqual({ text: '${global.secret}', filled: '${global.secret}', meant: '${global.site}' });
  expect(triggered?.literal).toEqual(['filled', 'text']);
});
