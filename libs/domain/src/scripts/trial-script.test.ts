import { expect, test } from 'vitest';
import type { VariableDraft } from '../model/draft.ts';
import { Invalid } from '../model/errors.ts';
import { trialScript } from './trial-script.ts';

const draft = (
  key: string,
  value: VariableDraft['value'],
  type: VariableDraft['type'] = 'StringVariable',
): VariableDraft => ({ key, type, value });

const run = (text: string, variables: readonly VariableDraft[], keepsPlaceholders = false) =>
  trialScript({ text, language: 'python', variables, keepsPlaceholders });
const valuesIn = (text: string, variables: readonly VariableDraft[]) =>
  run(text, variables).variables.map(({ value }) => value);

test('placeholders are replaced by typed values as in a task', () => {
  const variables = [
    draft('version', '1.${minor}'),
    draft('minor', '7', 'IntegerVariable'),
    draft('${global.site}', 'eu'),
    draft('folder.hosts', ['a'], 'ListStringVariable'),
    draft('token', 's3cret', 'PasswordStringVariable'),
  ];
  expect(run('"${version} ${global.site} ${token} ${unknown}", ${folder.hosts}', variables).text).toBe(
    '"1.7 eu ******** ${unknown}", ["a"]',
  );
  expect(run('"${version}"', variables, true).text).toBe('"${version}"');
});

test('fields of the release are those of the test release, or typed values', () => {
  expect(run('"${release.title} ${release.id}"', [draft('release.title', 'Ship')]).text).toBe(
    '"Ship Applications/ReleaseTrial"',
  );
});

test('a script reads clear passwords that it names, and masks of others', () => {
  const variables = [
    draft('token', 's3cret', 'PasswordStringVariable'),
    draft('other', 'hidden', 'PasswordStringVariable'),
    draft('none', null, 'PasswordStringVariable'),
    draft('empty', '', 'PasswordStringVariable'),
    draft('list', null, 'ListStringVariable'),
  ];
  const text = "releaseVariables['token'], releaseVariables['none']";
  expect(valuesIn(text, variables)).toEqual(['s3cret', '********', null, '********', []]);
  expect(run(text, variables).passwords).toEqual(['s3cret', 'hidden']);
});

test.each([
  ['an invalid key', [draft('a${b', '1')]],
  ['an invalid value', [draft('count', 'many', 'IntegerVariable')]],
  ['a repeated key', [draft('a', '1'), draft('${a}', '2')]],
])('rejects %s', (_, variables) => {
  expect(() => run('1', variables)).toThrow(Invalid);
});
