import { expect, test } from 'vitest';
import { message } from '../messages/message.ts';
import { Conflict, Invalid } from '../model/errors.ts';
import {
  applyTriggerPatch,
  hasSameTimes,
  isPollTrigger,
  isSchedule,
  isTriggerType,
  manualRunRefusal,
  mappingsOf,
  newTrigger,
  requireTemplate,
  type TriggerPatch,
} from './trigger.ts';

const ids = () => {
  let last = 0;
  return () => `Variable${++last}`;
};
const draft = { title: 'Nightly', folderId: 'FolderA', periodicity: '60' };
const make = (patch: TriggerPatch = {}) => newTrigger('Trigger1', { ...draft, ...patch }, ids());

test('a new trigger is enabled, repeats in UTC and catches up with the newest missed time', () => {
  expect(make()).toEqual({
    id: 'Trigger1',
    type: 'time.Schedule',
    title: 'Nightly',
    folderId: 'FolderA',
    periodicity: '60',
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
    pollType: 'REPEAT',
    timeZone: 'UTC',
    catchUp: 'last',
    initialFire: false,
    variables: [],
  });
});

test('an undefined field has its default in a new trigger, and keeps its value in an update', () => {
  expect(make({ timeZone: undefined })).toEqual(make());
  const trigger = make({ tags: ['a'] });
  expect(applyTriggerPatch(trigger, { tags: undefined }, ids())).toEqual(trigger);
});

test('a schedule requires a period', () => {
  expect(() => make({ periodicity: undefined })).toThrow(
    new Invalid('periodicity: expected seconds or a cron expression'),
  );
});

test('a trigger requires a title, when it is created and when it is changed', () => {
  expect(() => make({ title: ' ' })).toThrow(new Invalid('title: a trigger needs a title'));
  expect(() => applyTriggerPatch(make(), { title: '' }, ids())).toThrow(new Invalid('title: a trigger needs a title'));
});

test('all variables are replaced, and a mask keeps the stored password', () => {
  const trigger = make({
    variables: [
      { key: 'secret', type: 'PasswordStringVariable', value: 'sealed' },
      { key: 'gone', type: 'StringVariable', value: 'x' },
    ],
  });
  const changed = applyTriggerPatch(
    trigger,
    {
      variables: [
        { key: '${secret}', type: 'PasswordStringVariable', value: '********' },
        { key: 'new', type: 'StringVariable', value: 'y' },
      ],
    },
    () => 'Variable9',
  );
  expect(changed.variables.map(({ id, key, value }) => [id, key, value])).toEqual([
    ['Variable1', 'secret', 'sealed'],
    ['Variable9', 'new', 'y'],
  ]);
});

test('a variable key must be unique', () => {
  const variables = [
    { key: 'a', type: 'StringVariable' },
    { key: '${a}', type: 'IntegerVariable' },
  ] as const;
  expect(() => make({ variables })).toThrow(new Conflict(message('variable.keyExists', { key: 'a' })));
});

test.each<[TriggerPatch, boolean]>([
  [{ title: 'Other', catchUp: 'all', templateId: 'Release1' }, true],
  [{ enabled: false }, false],
  [{ pollType: 'CRON' }, false],
  [{ periodicity: '61' }, false],
  [{ timeZone: 'Europe/Berlin' }, false],
])('with %j, the trigger has the same due times: %s', (patch, isSameTimes) => {
  const trigger = make();
  expect(hasSameTimes(trigger, applyTriggerPatch(trigger, patch, ids()))).toBe(isSameTimes);
});

test('a new scheduled trigger requires a template, and an event can contain one', () => {
  const refusal = new Invalid('template: expected the template that the trigger creates releases from');
  expect(() => requireTemplate(draft)).toThrow(refusal);
  expect(() => requireTemplate({ ...draft, type: 'time.Schedule', templateId: null })).toThrow(refusal);
  expect(() => requireTemplate({ ...draft, templateId: 'Release1' })).not.toThrow();
  expect(() => requireTemplate({ ...draft, type: 'events.EventBasedTrigger' })).not.toThrow();
});

test('the template of a scheduled trigger cannot be removed, and a trigger that lost its template can be changed', () => {
  const refusal = new Invalid('template: expected the template that the trigger creates releases from');
  const trigger = make({ templateId: 'Release1' });
  expect(() => applyTriggerPatch(trigger, { templateId: null }, ids())).toThrow(refusal);
  expect(applyTriggerPatch(trigger, { title: 'Other', templateId: undefined }, ids()).templateId).toBe('Release1');
  expect(applyTriggerPatch(make(), { title: 'Other', templateId: null }, ids()).title).toBe('Other');
});

test('the trigger types of the product are recognized by name', () => {
  expect(['time.Schedule', 'events.EventBasedTrigger', 'acme.Poll', 'toString'].map(isTriggerType)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

const poller = { type: 'ReleaseTrigger', pollerType: 'acme.Push', properties: { branch: 'main' } } as const;
const polling = (patch: TriggerPatch = {}) => newTrigger('Trigger1', { ...draft, ...poller, ...patch }, ids());

test('a poll trigger has a schedule and the input of its script', () => {
  expect(polling({ catchUp: 'all', secrets: { '/password': 'sealed' }, triggerState: 'a' })).toMatchObject({
    ...poller,
    pollType: 'REPEAT',
    periodicity: '60',
    timeZone: 'UTC',
    initialFire: false,
    secrets: { '/password': 'sealed' },
    triggerState: 'a',
  });
  expect('catchUp' in polling()).toBe(false);
  expect(() => polling({ periodicity: undefined })).toThrow(
    new Invalid('periodicity: expected seconds or a cron expression'),
  );
  expect(() => requireTemplate({ ...draft, type: 'ReleaseTrigger' })).toThrow(
    new Invalid('template: expected the template that the trigger creates releases from'),
  );
  expect([polling(), make()].map(isPollTrigger)).toEqual([true, false]);
  expect([polling(), make()].map(isSchedule)).toEqual([false, true]);
  expect(mappingsOf(polling())).toEqual([]);
});

test('the state of a poll trigger cannot be set, and is reset when it polls another object', () => {
  const trigger = polling({ triggerState: 'a' });
  const changed = (patch: TriggerPatch) => applyTriggerPatch(trigger, patch, ids());
  expect(changed({ triggerState: 'old', periodicity: '5', title: 'Pushes' })).toEqual({
    ...trigger,
    periodicity: '5',
    title: 'Pushes',
  });
  expect(changed({ secrets: { '/password': 'other' } })).toMatchObject({ triggerState: 'a' });
  expect(changed({ properties: { branch: 'next' } })).toMatchObject({
    properties: { branch: 'next' },
    triggerState: null,
  });
});

test('a due time stays due if the schedule is unchanged', () => {
  expect(hasSameTimes(polling(), polling({ title: 'x' }))).toBe(true);
  expect(hasSameTimes(polling(), polling({ periodicity: '5' }))).toBe(false);
});

test('only an event trigger cannot be run manually', () => {
  const listening = newTrigger(
    'Trigger2',
    { ...draft, type: 'events.EventBasedTrigger', eventSource: 'Config1' },
    ids(),
  );
  expect([make(), polling(), listening].map(manualRunRefusal)).toEqual([
    null,
    null,
    message('trigger.firesForDeliveries'),
  ]);
});
