import type { VariableResponse } from '@slipway/api-schema/variables';
import { expect, test } from 'vitest';
import { fieldKind, fixedTemplateIn, mappingTarget, suitsKind } from './mapping-target.ts';

const variable = (key: string, type: string): VariableResponse => ({
  ...{ id: key, key, type, requiresValue: false, showOnReleaseStart: true, multiline: false, inherited: false },
  preventInterpolation: false,
});
const version = variable('version', 'xlrelease.StringVariable');

test('a mapping sets a template, a folder, a variable or a text', () => {
  const targets = ['template', 'folder', 'variables[version]', "variables['${version}']", 'variables[other]', 'tags'];
  expect(targets.map((target) => mappingTarget(target, [version], false))).toEqual([
    { kind: 'template' },
    { kind: 'folder' },
    { kind: 'variable', variable: version },
    { kind: 'variable', variable: version },
    ...[null, null],
  ]);
});

test('a list is mapped to a list variable, and a map or a password has no field of its own', () => {
  const regions = variable('regions', 'xlrelease.SetStringVariable');
  const secret = variable('secret', 'xlrelease.PasswordStringVariable');
  const map = variable('map', 'xlrelease.MapStringStringVariable');
  const all = [version, regions, secret, map];
  const targetsOf = (isList: boolean) =>
    ['template', ...all.map(({ key }) => `variables[${key}]`)].map((target) => mappingTarget(target, all, isList));
  expect(targetsOf(true)).toEqual([null, null, { kind: 'variable', variable: regions }, null, null]);
  expect(targetsOf(false).map((target) => target?.kind)).toEqual([
    ...['template', 'variable', 'variable', undefined, undefined],
  ]);
});

test.each([
  ['boolean', ['', 'true', 'false'], ['yes', '${event.ok}']],
  ['date', ['', '2026-11-30T08:00:00Z'], ['tomorrow', '5', '${event.at}']],
  ['number', ['', '7', '-7'], ['seven', '${event.count}']],
  ['text', ['', 'any'], ['${event.name}', 'v${event.name}']],
  ['map', [], ['', 'a=b']],
] as const)('a field for a %s shows only suitable texts', (kind, suitable, others) => {
  expect([...suitable, ...others].filter((text) => suitsKind(kind, text))).toEqual(suitable);
});

test('a text that is mapped to a list is one value', () => {
  const list = variable('regions', 'xlrelease.ListStringVariable');
  expect([fieldKind(list, true), fieldKind(list, false), fieldKind(version, false)]).toEqual(['texts', 'text', 'text']);
});

test('a mapping without placeholders selects the template of all events', () => {
  const to = (targetProperty: string, value: unknown) => ({ type: 'StringValue', targetProperty, value });
  expect(fixedTemplateIn([to('folder', 'Folder1'), to('template', 'Release1')])).toBe('Release1');
  expect(
    [[], [to('template', '${event.id}')], [to('template', ['a'])], [to('template', '')]].map(fixedTemplateIn),
  ).toEqual([undefined, undefined, undefined, undefined]);
});
