import { expect, test } from 'vitest';
import type { TypeRule } from '../configurations/properties.ts';
import { Invalid } from '../model/errors.ts';
import { endpointIdIn, isEventSourceType, withEndpointId } from './event-source.ts';

const types = [
  { name: 'events.WebhookEndpoint', extends: 'events.EventSource' },
  { name: 'events.CustomJythonEventSource', extends: 'events.EventSource' },
  { name: 'acme.Chat', extends: 'events.CustomJythonEventSource' },
].map((type): TypeRule => ({ ...type, virtual: false, properties: [] }));
const find = (name: string) => types.find((type) => type.name === name);

test.each([
  ['acme.Chat', true],
  ['events.WebhookEndpoint', false],
  ['acme.Connection', false],
])('the type %s converts requests to events: %s', (type, transforming) => {
  expect(isEventSourceType(find, type)).toBe(transforming);
});

test('an endpoint can be an id or an object with an id', () => {
  expect(withEndpointId({ eventSource: { id: 'Configuration1', type: 'x' }, a: 1 })).toEqual({
    eventSource: 'Configuration1',
    a: 1,
  });
  expect(withEndpointId({ eventSource: 'Configuration1' })).toEqual({ eventSource: 'Configuration1' });
  expect(withEndpointId({ eventSource: { type: 'x' } })).toEqual({ eventSource: { type: 'x' } });
});

test('an event source has an endpoint and accepts requests', () => {
  const inputEventType = 'events.HttpRequestEvent';
  expect(endpointIdIn({ eventSource: 'Configuration1', inputEventType })).toBe('Configuration1');
  expect(() => endpointIdIn({ eventSource: { type: 'x' }, inputEventType })).toThrow(
    new Invalid('eventSource: expected the id of a webhook endpoint'),
  );
  expect(() => endpointIdIn({ eventSource: 'Configuration1', inputEventType: 'acme.Other' })).toThrow(
    new Invalid('inputEventType: expected events.HttpRequestEvent'),
  );
});
