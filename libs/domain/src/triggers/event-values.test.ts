import { expect, test } from 'vitest';
import type { Json } from '../model/json.ts';
import { viewOf } from './event-path.ts';
import { eventValues } from './event-trigger.ts';
import type { Mapping } from './mappings.ts';
import { type EventTrigger, newTrigger, type TriggerPatch } from './trigger.ts';

const make = (patch: TriggerPatch): EventTrigger =>
  newTrigger(
    'Trigger1',
    { title: 'T', folderId: 'F', type: 'events.EventBasedTrigger', eventSource: 'Configuration1', ...patch },
    () => 'Variable1',
  ) as EventTrigger;
const valuesOf = (patch: TriggerPatch, payload: Json) =>
  eventValues(make(patch), viewOf({ payload, headers: { 'X-Event': 'push' }, parameters: {} }), new Map());
const from = (variableKey: string): Mapping => ({ type: 'VariableValue', targetProperty: 'releaseTitle', variableKey });

test('an integer beyond 2^53 keeps all digits in texts', () => {
  const payload = { id: 8202522731445525542n, ids: [8202522731445525543n] };
  expect(valuesOf({ releaseTitle: '${event.id}', tags: ['${event.ids}'] }, payload)).toEqual({
    'event.id': '8202522731445525542',
    'event.ids': ['8202522731445525543'],
  });
});

test('a mapping of a path keeps the type of the value', () => {
  expect(valuesOf({ mappedProperties: [from('event.size')] }, { size: 7 })).toEqual({ 'event.size': 7 });
  expect(valuesOf({ mappedProperties: [from('${event.labels}')] }, { labels: ['a'] })).toEqual({
    'event.labels': ['a'],
  });
  const header = "headers.['X-Event']";
  expect(valuesOf({ mappedProperties: [from(header)] }, null)).toEqual({ [header]: 'push' });
  expect(() => make({ mappedProperties: [from('event.[')] })).toThrow(
    "mappedProperties.0.variableKey: 'event.[' is not a path into an event",
  );
});
