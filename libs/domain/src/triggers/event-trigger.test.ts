import { describe, expect, test } from 'vitest';
import { Invalid } from '../model/errors.ts';
import type { Json } from '../model/json.ts';
import type { Release } from '../model/release.ts';
import { blankVariable, type Variable, type VariableType, type VariableValue } from '../model/variable.ts';
import { viewOf } from './event-path.ts';
import { eventValues, sharedKeys } from './event-trigger.ts';
import { createRequestFor } from './firing.ts';
import { fixedTemplate, type Mapping, mappedText, mayChooseTemplate } from './mappings.ts';
import { applyTriggerPatch, type EventTrigger, hasSameTimes, newTrigger, type TriggerPatch } from './trigger.ts';

const fields = {
  type: 'events.EventBasedTrigger',
  title: 'Push',
  folderId: 'FolderA',
  eventSource: 'Configuration1',
} as const;
const make = (patch: TriggerPatch = {}): EventTrigger =>
  newTrigger('Trigger1', { ...fields, ...patch }, () => 'Variable1') as EventTrigger;
const string = (targetProperty: string, value: string): Mapping => ({ type: 'StringValue', targetProperty, value });
const list = (targetProperty: string, ...value: string[]): Mapping => ({
  type: 'ListStringValue',
  targetProperty,
  value,
});
const shared = (targetProperty: string, variableKey: string): Mapping => ({
  type: 'VariableValue',
  targetProperty,
  variableKey,
});
const variable = (key: string, type: VariableType, value: VariableValue = null): Variable => ({
  ...blankVariable,
  id: `Variable${key}`,
  key,
  type,
  value,
});
const payload: Json = {
  ref: 'main',
  size: 7,
  open: false,
  nothing: null,
  labels: ['a', ' ', 'b'],
  user: { name: 'ann', age: 3, more: { x: 1 }, no: null },
  mixed: [1, { a: 2 }, null],
  folder: 'Applications/FolderB',
};
const view = viewOf({ payload, headers: {}, parameters: {} });
const sharedVariables = new Map(
  [
    variable('global.team', 'StringVariable', 'blue'),
    variable('folder.tags', 'ListStringVariable', ['x', 'y']),
    variable('folder.key', 'PasswordStringVariable', 'sealed'),
  ].map((variable) => [variable.key, variable]),
);

test('a new event trigger fires for every event, and has no schedule', () => {
  expect(make()).toEqual({
    id: 'Trigger1',
    type: 'events.EventBasedTrigger',
    title: 'Push',
    folderId: 'FolderA',
    description: null,
    enabled: true,
    allowParallelExecution: true,
    releaseTitle: null,
    templateId: null,
    releaseFolder: null,
    tags: [],
    script: null,
    abortScript: null,
    triggerState: null,
    executionId: null,
    eventSource: 'Configuration1',
    eventType: 'events.HttpRequestEvent',
    eventFilter: null,
    mappedProperties: [],
    variables: [],
  });
  expect(hasSameTimes(make(), make())).toBe(false);
  expect(make({ periodicity: '60', timeZone: 'Nowhere' })).toEqual(make());
});

test('an event trigger can be changed, unless a path into the event is invalid', () => {
  const filter = { type: 'events.JythonEventFilter', expr: 'True' } as const;
  const changed = applyTriggerPatch(
    make({ tags: ['a'] }),
    { eventFilter: filter, title: 'Other', timeZone: 'UTC' },
    () => 'Variable1',
  );
  expect(changed).toEqual({ ...make({ tags: ['a'] }), eventFilter: filter, title: 'Other' });
  expect(applyTriggerPatch(changed, { eventFilter: null }, () => 'Variable1')).toEqual({
    ...changed,
    eventFilter: null,
  });
  expect(() => applyTriggerPatch(changed, { tags: ['${event.}'] }, () => 'Variable1')).toThrow(Invalid);
});

test.each<[TriggerPatch, string]>([
  [{ eventSource: null }, 'eventSource: expected the id of a webhook endpoint or an event source'],
  [
    { mappedProperties: [string('tags', ''), string('tags', '')] },
    "mappedProperties.1.targetProperty: 'tags' is mapped twice",
  ],
  [
    { mappedProperties: [string('owner', '')] },
    "mappedProperties.0.targetProperty: expected releaseTitle, tags, template, folder or variables[key], got 'owner'",
  ],
  [
    { mappedProperties: [shared('tags', 'own')] },
    "mappedProperties.0.variableKey: expected event.…, global.… or folder.…, got 'own'",
  ],
  [{ mappedProperties: Array(201).fill(string('tags', '')) }, 'mappedProperties: expected at most 200'],
  [
    { variables: [{ key: 'a', type: 'StringVariable', value: '${headers[}' }] },
    "variables.a: 'headers[' is not a path into an event, such as event.commits[0].id",
  ],
])('an invalid event trigger is rejected: %#', (patch, reason) => {
  expect(() => make(patch)).toThrow(new Invalid(reason));
});

test('an event trigger reads the shared variables in its texts', () => {
  const trigger = make({
    releaseTitle: '${global.a} ${event.ref} ${own}',
    eventFilter: {
      type: 'events.ExpressionEventFilter',
      expressions: [{ path: 'a', operator: 'EQUALS', valueType: 'STRING', value: '${folder.b}' }],
    },
    mappedProperties: [shared('tags', '${global.c}'), string('folder', '${global.a}')],
  });
  expect(sharedKeys(trigger)).toEqual(['global.a', 'folder.b', 'global.c']);
  expect(sharedKeys(make({ eventFilter: { type: 'events.JythonEventFilter', expr: '${global.x}' } }))).toEqual([]);
});

test('event values contain texts in lists and objects, and null for missing values', () => {
  const texts = ['ref', 'size', 'open', 'nothing', 'no.such', 'labels', 'user', 'mixed'].map(
    (path) => `\${event.${path}}`,
  );
  expect(eventValues(make({ tags: [...texts, '${counter}'] }), view, sharedVariables)).toEqual({
    'global.team': 'blue',
    'folder.tags': ['x', 'y'],
    'folder.key': '********',
    'event.ref': 'main',
    'event.size': 7,
    'event.open': false,
    'event.nothing': null,
    'event.no.such': null,
    'event.labels': ['a', ' ', 'b'],
    'event.user': { name: 'ann', age: '3', more: '{"x":1}', no: '' },
    'event.mixed': ['1', '{"a":2}', ''],
  });
});

test.each([
  ['a text', 'x'.repeat(100_001)],
  ['a list', ['x'.repeat(100_001)]],
])('%s above the limits is rejected', (_, ref) => {
  const large = viewOf({ payload: { ref }, headers: {}, parameters: {} });
  expect(() => eventValues(make({ releaseTitle: '${event.ref}' }), large, new Map())).toThrow(
    new Invalid('event.ref: the value in the event has more than 100000 characters'),
  );
});

const variables = [
  variable('text', 'StringVariable'),
  variable('list', 'ListStringVariable'),
  variable('set', 'SetStringVariable'),
  variable('map', 'MapStringStringVariable'),
  variable('flag', 'BooleanVariable'),
  variable('number', 'IntegerVariable'),
  variable('date', 'DateVariable'),
  variable('password', 'PasswordStringVariable'),
  variable('reference', 'ReferenceVariable'),
];
const template = { owner: 'ann', variables } as unknown as Release;
const ordered = (patch: TriggerPatch) => {
  const trigger = make(patch);
  return createRequestFor(trigger, template, { ...eventValues(trigger, view, sharedVariables), counter: 2 });
};
const mapped = (...mappedProperties: Mapping[]) => ordered({ mappedProperties });

describe('mappings', () => {
  test('override the fields of the trigger', () => {
    const own = { releaseTitle: 'own ${event.ref}', tags: ['own-${event.ref}'], releaseFolder: '${event.folder}' };
    expect(ordered(own)).toMatchObject({
      releaseTitle: 'own main',
      folderId: 'FolderB',
      triggered: { title: 'Push', tags: ['own-main', 'Trigger1'], literal: [] },
    });
    const title = string('releaseTitle', '${counter} ${event.no}x');
    const mappedProperties = [title, list('tags', 't'), string('folder', 'FolderC')];
    expect(ordered({ ...own, mappedProperties })).toMatchObject({
      releaseTitle: '2 x',
      folderId: 'FolderC',
      triggered: { title: 'Push', tags: ['t', 'Trigger1'], literal: [] },
    });
    const triggered = { title: 'Push', tags: ['Trigger1'], literal: [] };
    expect(ordered({})).toMatchObject({ releaseTitle: 'Push', folderId: null, triggered });
  });

  test.each<[string, Mapping, readonly string[]]>([
    ['a list of texts', list('tags', 'a-${event.ref}', '${event.no}', '${event.size}'), ['a-main', '7']],
    ['a list inside a list', list('tags', '${event.labels}', 'c'), ['a', 'b', 'c']],
    ['a text', string('tags', '${event.labels}'), ['a', 'b']],
    ['nothing', string('tags', '${event.no}'), []],
    ['a variable', shared('tags', 'folder.tags'), ['x', 'y']],
    ['an unknown variable', shared('tags', 'folder.no'), []],
  ])('convert %s to tags', (_, mapping, tags) => {
    expect(mapped(mapping).triggered).toEqual({ title: 'Push', tags: [...tags, 'Trigger1'], literal: [] });
  });

  test.each<[string, string, string, VariableValue | undefined]>([
    ['text', 'a ${event.ref}', 'variables[text]', 'a main'],
    ['text', '${event.size}', 'variables[${text}]', '7'],
    ['text', '${event.user}', "variables['text']", 'name: ann, age: 3, more: {"x":1}, no: '],
    ['text', '${event.labels}', 'variables["text"]', 'a,  , b'],
    ['text', '${event.no}', 'variables[text]', undefined],
    ['text', '${own}', 'variables[text]', '${own}'],
    ['text', '${global.team}', 'variables[text]', 'blue'],
    ['password', '${event.ref}', 'variables[password]', 'main'],
    ['list', '${event.labels}', 'variables[list]', ['a', ' ', 'b']],
    ['list', 'a ${event.ref}', 'variables[list]', ['a main']],
    ['set', '${event.size}', 'variables[set]', ['7']],
    ['map', '${event.user}', 'variables[map]', { name: 'ann', age: '3', more: '{"x":1}', no: '' }],
    ['flag', '${event.open}', 'variables[flag]', false],
    ['number', '${event.size}', 'variables[number]', 7],
    ['date', '2026-11-20T00:00:00Z', 'variables[date]', '2026-11-20T00:00:00Z'],
    ['unknown', '${event.labels}', 'variables[unknown]', ['a', ' ', 'b']],
  ])('map %s with the value %j to %s', (key, value, target, expected) => {
    expect(mapped(string(target, value)).variables).toEqual(expected === undefined ? {} : { [key]: expected });
  });

  test('can read a folder variable, and a list of the trigger', () => {
    expect(
      mapped(shared('variables[text]', '${global.team}'), list('variables[list]', 'a', '${event.ref}')).variables,
    ).toEqual({
      text: 'blue',
      list: ['a', 'main'],
    });
    expect(mapped(shared('variables[text]', 'folder.key')).variables).toEqual({ text: '********' });
  });

  test('can set a template, for all events or for each event', () => {
    expect(fixedTemplate([string('template', 'Release1')])).toBe('Release1');
    expect(fixedTemplate([string('template', '${event.t}')])).toBe(null);
    expect(fixedTemplate([shared('template', 'global.t'), string('tags', 'x')])).toBe(null);
    const chooses = (target: string, text: string) => mayChooseTemplate([string(target, text)]);
    expect([chooses('template', 'Release1'), chooses('tags', '${event.t}')]).toEqual([false, false]);
    expect(chooses('template', '${event.t}')).toBe(true);
    expect(mappedText([], 'template', {})).toBe(undefined);
    expect(mappedText([string('template', '${event.t}')], 'template', { 'event.t': null })).toBe('');
  });
});
