import { describe, expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import type { VariableType, VariableValue } from '../model/variable.ts';
import { variable } from '../testing/inputs.ts';
import { enableRefusal, type TriggerTemplate, templateFaults, triggerWarnings } from './template-faults.ts';
import { type NewTriggerFields, newTrigger } from './trigger.ts';

const listOf = (...values: readonly string[]) => ({
  valueProvider: { type: 'rel.ListOfStringValueProviderConfiguration', values },
});
const stages = variable('stages', ['test', 'live'], { type: 'ListStringVariable', requiresValue: false });
const template = (more: Partial<TriggerTemplate> = {}): TriggerTemplate => ({
  ...{ id: 'Release1', folderId: 'Folder1', variables: [], scriptUsername: null, creator: null, shared: [] },
  ...more,
});
const schedule = (variables: NewTriggerFields['variables'] = []) =>
  newTrigger(
    'Trigger1',
    { title: 'Nightly', folderId: 'Folder1', periodicity: '60', templateId: 'Release1', variables },
    () => 'Variable1',
  );
const onEvent = (mappedProperties: NonNullable<NewTriggerFields['mappedProperties']>) =>
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
const triggerVariable = (key: string, value: VariableValue, type: VariableType = 'StringVariable') => ({
  ...{ id: null, key, type, value },
});
const mapped = (targetProperty: string, value: string) => ({ type: 'StringValue' as const, targetProperty, value });

const faultsOf = (...input: Parameters<typeof templateFaults>) => templateFaults(...input).map(textOf);
const warningsOf = (...input: Parameters<typeof triggerWarnings>) => triggerWarnings(...input).map(textOf);

describe('a trigger cannot create releases', () => {
  test('without a template, unless it fires for events', () => {
    expect(faultsOf(schedule(), null)).toEqual(['template: the trigger has no template']);
    expect(faultsOf(onEvent([mapped('template', '${request.body.template}')]), null)).toEqual([]);
    expect(faultsOf(onEvent([]), null)).toEqual([]);
  });

  test.each([
    ['a required variable has no value', variable('v'), ['variables: a value is required for v']],
    ['a variable without a value is not required', variable('v', null, { requiresValue: false }), []],
    ['a required variable is not shown at the start', variable('v', null, { showOnReleaseStart: false }), []],
    ['a required variable has a default', variable('v', 'x'), []],
  ])('without a required value: %s', (_, own, faults) => {
    expect(faultsOf(schedule(), template({ variables: [own] }))).toEqual(faults);
    expect(faultsOf(schedule([triggerVariable('v', '1')]), template({ variables: [own] }))).toEqual([]);
    expect(faultsOf(onEvent([mapped('variables[v]', '${request.body.v}')]), template({ variables: [own] }))).toEqual(
      [],
    );
  });

  test('with a value that is not in the list of the template', () => {
    const fault = ["variables.v: 'prod' is not in the list of allowed values"];
    const own = variable('v', 'test', listOf('test', 'live'));
    const named = variable('v', 'test', { valueProvider: { variable: { key: 'stages' } } });
    for (const variables of [[own], [named, stages]]) {
      expect(faultsOf(schedule([triggerVariable('v', 'prod')]), template({ variables }))).toEqual(fault);
      expect(faultsOf(schedule([triggerVariable('v', 'live')]), template({ variables }))).toEqual([]);
      expect(faultsOf(schedule([triggerVariable('v', '${global.stage}')]), template({ variables }))).toEqual([]);
      expect(faultsOf(onEvent([mapped('variables[v]', 'prod')]), template({ variables }))).toEqual(fault);
      const many = (...items: readonly string[]) => schedule([triggerVariable('v', items, 'ListStringVariable')]);
      const listed = variables.map((variable) =>
        variable.key === 'v' ? { ...variable, type: 'ListStringVariable' as const, value: [] } : variable,
      );
      expect(faultsOf(many('live', '${global.stage}'), template({ variables: listed }))).toEqual([]);
      expect(faultsOf(many('${global.stage}', 'prod'), template({ variables: listed }))).toEqual(fault);
    }
    const ofShared = variable('v', 'test', { valueProvider: { variable: 'global.stages' } });
    const shared = [{ ...stages, key: 'global.stages' }];
    expect(faultsOf(schedule([triggerVariable('v', 'prod')]), template({ variables: [ofShared], shared }))).toEqual(
      fault,
    );
    expect(faultsOf(schedule([triggerVariable('v', 'live')]), template({ variables: [ofShared], shared }))).toEqual([]);
    expect(faultsOf(schedule([triggerVariable('v', 'prod')]), template({ variables: [ofShared] }))).toEqual([]);
  });

  test.each<[string, VariableType, VariableValue, VariableType, readonly string[]]>([
    ['a text for a number', 'StringVariable', 'x', 'IntegerVariable', ['variables.v: expected a whole number']],
    ['a number as text', 'StringVariable', '3', 'IntegerVariable', []],
    ['a placeholder', 'StringVariable', '${counter}', 'IntegerVariable', []],
    ['no value', 'StringVariable', null, 'IntegerVariable', []],
    ['a list for a text', 'ListStringVariable', ['${a}'], 'StringVariable', ['variables.v: expected a text']],
    ['a boolean for a text', 'BooleanVariable', true, 'StringVariable', []],
    ['a password for a password', 'PasswordStringVariable', 'sealed', 'PasswordStringVariable', []],
  ])('with an invalid value: %s', (_, type, value, own, faults) => {
    const variables = [variable('v', null, { type: own, requiresValue: false })];
    expect(faultsOf(schedule([triggerVariable('v', value, type)]), template({ variables }))).toEqual(faults);
  });

  test('with a mapped text or list of the wrong type', () => {
    const variables = [variable('v', null, { type: 'IntegerVariable' }), stages];
    const fault = ['variables.v: expected a whole number'];
    expect(faultsOf(onEvent([mapped('variables[v]', 'x')]), template({ variables }))).toEqual(fault);
    const list = { type: 'ListStringValue' as const, value: ['1'] };
    expect(faultsOf(onEvent([{ ...list, targetProperty: 'variables[v]' }]), template({ variables }))).toEqual(fault);
    const fitting = [{ ...list, targetProperty: 'variables[stages]' }, mapped('variables[v]', '7')];
    expect(faultsOf(onEvent(fitting), template({ variables }))).toEqual([]);
  });

  test('with a password for a required variable of another type', () => {
    const secret = schedule([triggerVariable('v', 'sealed', 'PasswordStringVariable')]);
    expect(faultsOf(secret, template({ variables: [variable('v')] }))).toEqual([
      'variables: a value is required for v',
    ]);
  });

  test('but can with a value for an unknown variable', () => {
    expect(faultsOf(schedule([triggerVariable('gone', 'x')]), template())).toEqual([]);
    expect(faultsOf(onEvent([mapped('variables[gone]', 'x')]), template())).toEqual([]);
  });

  test('from a template without scriptUsername that creates releases', () => {
    const creator = { id: 'Task1', title: 'next' };
    expect(faultsOf(schedule(), template({ creator }))).toEqual([
      "scriptUsername: the template needs a value, because task 'next' (Task1) creates a release",
    ]);
    expect(faultsOf(schedule(), template({ creator, scriptUsername: 'rob' }))).toEqual([]);
  });

  test('for several reasons, which are all in the refusal', () => {
    const variables = [variable('v'), variable('w')];
    const faults = templateFaults(schedule(), template({ variables, creator: { id: 'Task1', title: 'next' } }));
    expect(textOf(enableRefusal(schedule(), faults))).toBe(
      "cannot enable trigger 'Nightly': variables: a value is required for v, w; scriptUsername: the template needs a value, because task 'next' (Task1) creates a release",
    );
  });
});

describe('a trigger has warnings', () => {
  const unknown = (key: string) => `variables.${key}: the template has no variable of this name; the value is ignored`;

  test('for values of unknown variables', () => {
    const variables = [variable('version')];
    expect(warningsOf(schedule([triggerVariable('vresion', 'x')]), template({ variables }))).toEqual([
      unknown('vresion'),
    ]);
    expect(warningsOf(schedule([triggerVariable('vresion', null)]), template({ variables }))).toEqual([]);
    expect(warningsOf(schedule([triggerVariable('version', 'x')]), template({ variables }))).toEqual([]);
    const mapping = [mapped('variables[vresion]', '${request.body.v}'), mapped('variables[version]', 'x')];
    expect(warningsOf(onEvent(mapping), template({ variables }))).toEqual([unknown('vresion')]);
  });

  test('for a password that is not passed', () => {
    const secret = schedule([triggerVariable('v', 'sealed', 'PasswordStringVariable')]);
    expect(warningsOf(secret, template({ variables: [variable('v', 'x')] }))).toEqual([
      'variables.v: a password is passed to a PasswordStringVariable only; the value is ignored',
    ]);
    const password = variable('v', 'x', { type: 'PasswordStringVariable' });
    expect(warningsOf(secret, template({ variables: [password] }))).toEqual([]);
    expect(warningsOf(secret, template())).toEqual([unknown('v')]);
  });

  test('but none if the template is unknown', () => {
    expect(warningsOf(schedule([triggerVariable('gone', 'x')]), null)).toEqual([]);
    const chosen = [mapped('template', '${request.body.template}'), mapped('variables[gone]', 'x')];
    expect(warningsOf(onEvent(chosen), template())).toEqual([]);
  });
});
