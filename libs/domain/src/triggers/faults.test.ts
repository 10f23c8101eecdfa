import { describe, expect, test } from 'vitest';
import { variable } from '../testing/inputs.ts';
import { cannotEnable, type TriggerTemplate, templateFaults } from './faults.ts';
import { newTrigger, type TriggerGiven } from './trigger.ts';

const listOf = (...values: readonly string[]) => ({
  valueProvider: { type: 'rel.ListOfStringValueProviderConfiguration', values },
});
const stages = variable('stages', ['test', 'live'], { type: 'ListStringVariable', requiresValue: false });
const template = (more: Partial<TriggerTemplate> = {}): TriggerTemplate => ({
  ...{ id: 'Release1', folderId: 'Folder1', variables: [], scriptUsername: null, creator: null },
  ...more,
});
const schedule = (variables: TriggerGiven['variables'] = []) =>
  newTrigger(
    'Trigger1',
    { title: 'Nightly', folderId: 'Folder1', periodicity: '60', templateId: 'Release1', variables },
    () => 'Variable1',
  );
const onEvent = (mappedProperties: NonNullable<TriggerGiven['mappedProperties']>) =>
  newTrigger(
    'Trigger1',
    {
      type: 'events.EventBasedTrigger',
      title: 'T',
      folderId: 'Folder1',
      eventSource: 'Configuration1',
      templateId: 'Release1',
      mappedProperties,
    },
    () => 'Variable1',
  );
const given = (key: string, value: string) => ({ id: null, key, type: 'StringVariable' as const, value });
const mapped = (targetProperty: string, value: string) => ({ type: 'StringValue' as const, targetProperty, value });

describe('a trigger cannot create releases', () => {
  test('without a template, unless it fires for events', () => {
    expect(templateFaults(schedule(), null)).toEqual(['template: the trigger has no template']);
    expect(templateFaults(onEvent([mapped('template', '${request.body.template}')]), null)).toEqual([]);
    expect(templateFaults(onEvent([]), null)).toEqual([]);
  });

  test.each([
    ['a required variable has no value', variable('v'), ['variables: a value is required for v']],
    ['one is not required', variable('v', null, { requiresValue: false }), []],
    ['one is not asked for at the start', variable('v', null, { showOnReleaseStart: false }), []],
    ['one has a default', variable('v', 'x'), []],
  ])('where %s', (_, own, faults) => {
    expect(templateFaults(schedule(), template({ variables: [own] }))).toEqual(faults);
    expect(templateFaults(schedule([given('v', '1')]), template({ variables: [own] }))).toEqual([]);
    expect(
      templateFaults(onEvent([mapped('variables[v]', '${request.body.v}')]), template({ variables: [own] })),
    ).toEqual([]);
  });

  test('with a value that a list does not offer', () => {
    const fault = ["variables.v: 'prod' is not one of the values that its list offers"];
    const own = variable('v', 'test', listOf('test', 'live'));
    const named = variable('v', 'test', { valueProvider: { variable: { key: 'stages' } } });
    for (const variables of [[own], [named, stages]]) {
      expect(templateFaults(schedule([given('v', 'prod')]), template({ variables }))).toEqual(fault);
      expect(templateFaults(schedule([given('v', 'live')]), template({ variables }))).toEqual([]);
      expect(templateFaults(schedule([given('v', '${global.stage}')]), template({ variables }))).toEqual([]);
      expect(templateFaults(onEvent([mapped('variables[v]', 'prod')]), template({ variables }))).toEqual(fault);
    }
    const unknown = variable('v', 'test', { valueProvider: { variable: 'global.stages' } });
    expect(templateFaults(schedule([given('v', 'prod')]), template({ variables: [unknown] }))).toEqual([]);
  });

  test('but can if it gives a value to a variable that the template does not have', () => {
    expect(templateFaults(schedule([given('gone', 'x')]), template())).toEqual([]);
  });

  test('from a template that creates releases and has no scriptUsername', () => {
    const creator = { id: 'Task1', title: 'next' };
    expect(templateFaults(schedule(), template({ creator }))).toEqual([
      "scriptUsername: the template needs a value, because task 'next' (Task1) creates a release",
    ]);
    expect(templateFaults(schedule(), template({ creator, scriptUsername: 'rob' }))).toEqual([]);
  });

  test('for several reasons, all of which the refusal names', () => {
    const variables = [variable('v'), variable('w')];
    const faults = templateFaults(schedule(), template({ variables, creator: { id: 'Task1', title: 'next' } }));
    expect(cannotEnable(schedule(), faults)).toBe(
      "cannot enable trigger 'Nightly': variables: a value is required for v, w; scriptUsername: the template needs a value, because task 'next' (Task1) creates a release",
    );
  });
});
