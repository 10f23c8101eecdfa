import { expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import { NotFound } from '../model/errors.ts';
import type { Release } from '../model/release.ts';
import { blankVariable, type Variable, type VariableType, type VariableValue } from '../model/variable.ts';
import { createRequestFor, firingRefusal, folderIdOf, placeholderValues } from './firing.ts';
import { type NewTriggerFields, newTrigger, type TriggerPatch } from './trigger.ts';

const trigger = (patch: TriggerPatch & Pick<NewTriggerFields, 'type'> = {}) =>
  newTrigger('Trigger1', { title: 'Nightly', folderId: 'FolderA', periodicity: '60', ...patch }, () => 'Variable1');
const variable = (key: string, type: Variable['type']): Variable => ({
  ...blankVariable,
  id: `Variable${key}`,
  key,
  type,
});
const template = { owner: 'ann', variables: [variable('secret', 'PasswordStringVariable')] } as unknown as Release;
const free = { maxConcurrentReleases: 2, allowConcurrentReleasesFromTrigger: true };

test.each([
  ['no release is running', {}, free, 0, 0, null],
  ['releases of other triggers are running below the limit', { allowParallelExecution: false }, free, 0, 1, null],
  ['its release is running and parallel releases are allowed', {}, free, 1, 1, null],
  [
    'its release is running and the trigger allows one at a time',
    { allowParallelExecution: false },
    free,
    1,
    1,
    'a release of this trigger is still running, and the trigger allows one at a time',
  ],
  [
    'its release is running and the template allows one at a time',
    {},
    { ...free, allowConcurrentReleasesFromTrigger: false },
    1,
    1,
    'a release of this trigger is still running, and the template allows one at a time',
  ],
  [
    'the limit of running releases is reached',
    {},
    free,
    0,
    2,
    '2 releases created by triggers from this template are running, and the maximum is 2',
  ],
])('when %s', (_, patch, limits, ofTrigger, ofTemplate, refusal) => {
  const reason = firingRefusal(trigger(patch), limits, { ofTrigger, ofTemplate });
  expect(reason && textOf(reason)).toBe(refusal);
});

const values = { counter: 3, triggerTitle: 'Nightly' };

test('placeholders with a value are replaced, and others remain', () => {
  const request = createRequestFor(
    trigger({
      releaseTitle: '${triggerTitle} ${counter} ${other}',
      tags: ['n${counter}'],
      releaseFolder: 'Applications/Folder${counter}',
      variables: [
        { key: 'text', type: 'StringVariable', value: '${counter}' },
        { key: 'list', type: 'ListStringVariable', value: ['${counter}'] },
        { key: 'map', type: 'MapStringStringVariable', value: { a: '${counter}' } },
        { key: 'flag', type: 'BooleanVariable', value: true },
        { key: 'empty', type: 'StringVariable', value: null },
        { key: 'secret', type: 'PasswordStringVariable', value: 'sealed ${counter}' },
        { key: 'leak', type: 'PasswordStringVariable', value: 'sealed' },
      ],
    }),
    template,
    values,
  );
  expect(request).toEqual({
    releaseTitle: 'Nightly 3 ${other}',
    folderId: 'Folder3',
    variables: {
      text: '3',
      list: ['3'],
      map: { a: '3' },
      flag: true,
      empty: null,
      secret: 'sealed ${counter}',
    },
    scheduledStartDate: null,
    autoStart: false,
    startedFromTaskId: null,
    releaseOwner: 'ann',
    startsNow: true,
    triggered: { title: 'Nightly', tags: ['n3', 'Trigger1'], literal: [] },
  });
});

test.each<[string, VariableType, VariableValue, VariableValue | undefined]>([
  ['a text', 'StringVariable', '1.4', '1.4'],
  ['a number for a text', 'StringVariable', 7, '7'],
  ['a text for a list', 'ListStringVariable', 'a', ['a']],
  ['a map', 'MapStringStringVariable', { a: 'b' }, { a: 'b' }],
  ['no value', 'StringVariable', null, undefined],
])("passes the polled value %s to the template's variable with the same key", (_, type, polledValue, value) => {
  const polling = trigger({ type: 'ReleaseTrigger', pollerType: 'acme.Found', releaseTitle: 'R ${version}' });
  const { variables, triggered } = createRequestFor(
    polling,
    {
      owner: 'ann',
      variables: [variable('version', type), variable('counter', 'IntegerVariable')],
    } as unknown as Release,
    { version: polledValue, counter: 3 },
  );
  expect([variables, triggered?.literal]).toEqual([value === undefined ? {} : { version: value }, []]);
});

test("a polled value does not replace a trigger's own value, fills an empty one, and keeps its placeholders", () => {
  const polling = trigger({
    type: 'ReleaseTrigger',
    pollerType: 'acme.Found',
    variables: [
      { key: 'own', type: 'StringVariable', value: 'fixed ${found}' },
      { key: 'empty', type: 'StringVariable', value: '' },
    ],
  });
  const boundTemplate = {
    owner: 'ann',
    variables: [variable('own', 'StringVariable'), variable('empty', 'StringVariable')],
  } as unknown as Release;
  const request = createRequestFor(polling, boundTemplate, {
    own: 'polled',
    empty: 'b ${x}',
    found: 'a',
    unknown: 'u',
  });
  expect([request.variables, request.triggered?.literal]).toEqual([{ own: 'fixed a', empty: 'b ${x}' }, ['empty']]);
});

test('a trigger without a release title and folder uses its own title and the folder of the template', () => {
  expect(createRequestFor(trigger(), template, values)).toMatchObject({ releaseTitle: 'Nightly', folderId: null });
});

test('each trigger has values for the time, its title and its number of releases', () => {
  const occasion = { key: 'k', scheduledAt: null, values: { now: 'of the occasion', event: 'push' } };
  expect(placeholderValues(trigger(), occasion, { now: 'n', scheduled: 's', count: 4 })).toEqual({
    event: 'push',
    now: 'n',
    scheduledTime: 's',
    triggerTitle: 'Nightly',
    counter: 4,
  });
});

test.each([
  ['Applications', 'Applications'],
  ['x/Applications', 'Applications'],
  [' Applications/FolderA/FolderB ', 'FolderB'],
  ['FolderA', 'FolderA'],
])('the folder id of %s is %s', (rawId, id) => {
  expect(folderIdOf(rawId)).toBe(id);
});

test('a text that is not a folder id is rejected', () => {
  expect(() => folderIdOf('${other}')).toThrow(new NotFound("there is no folder '${other}'"));
});
