import { expect, test } from 'vitest';
import { variable } from '../testing/inputs.ts';
import { noon, plan } from '../testing/notation.ts';
import { type ScriptLanguage, scriptText } from './script-text.ts';

const release = {
  ...plan('Build: a.', {
    variables: [
      variable('environment', 'prod'),
      variable('nested', '${environment}-1'),
      variable('labels', ['a', 'it\'s "b"'], { type: 'ListStringVariable' }),
      variable('owners', { amy: 'true', 'bob\u0001': 'ü' }, { type: 'MapStringStringVariable' }),
      variable('really', true, { type: 'BooleanVariable' }),
      variable('count', 3, { type: 'IntegerVariable' }),
      variable('when', noon, { type: 'DateVariable' }),
      variable('token', 'sealed', { type: 'PasswordStringVariable' }),
      variable('noText'),
      variable('noReference', null, { type: 'ReferenceVariable' }),
      variable('noDate', null, { type: 'DateVariable' }),
      variable('noList', null, { type: 'ListStringVariable' }),
      variable('noSet', null, { type: 'SetStringVariable' }),
      variable('noMap', null, { type: 'MapStringStringVariable' }),
      variable('noFlag', null, { type: 'BooleanVariable' }),
      variable('noCount', null, { type: 'IntegerVariable' }),
      variable('long', 'x'.repeat(600_000)),
    ],
  }),
  ...{ folderId: 'Applications', title: 'Ship ${environment}', owner: 'ann', tags: ['a', "b's"] },
};
const shared = new Map([['global.site', variable('global.site', 'eu')]]);
const filled = (text: string, language: ScriptLanguage = 'python') =>
  scriptText(text, language, release, { variables: shared });

test.each([
  ['a text is inserted without quotes, which authors write', '"${environment}" == "pro"', '"prod" == "pro"'],
  ['a placeholder in a value is replaced', "'${nested}'", "'prod-1'"],
  ['a list is a literal', 'len(${labels}) > 0', String.raw`len(["a","it's \"b\""]) > 0`],
  [
    'a map is a literal, without escapes that Python 2 does not support',
    '${owners}',
    String.raw`{"amy":"true","bob\x01":"ü"}`,
  ],
  ['a boolean is a literal of the language', '${really}', 'True'],
  ['a number is a number', '${count} + 1', '3 + 1'],
  ['a date is ISO 8601', '"${when}"', '"2030-01-01T12:00:00.000Z"'],
  ['a password is a mask', '"${token}"', '"********"'],
  ['a global variable is replaced', '"${global.site}"', '"eu"'],
  [
    'a field of the release is inserted literally',
    '"${release.title}" ${release.status}',
    '"Ship ${environment}" PLANNED',
  ],
  ['the id includes its folders', '"${ release.id }"', '"Applications/Release1"'],
  ['the tags are a list', '${release.tags}', '["a","b\'s"]'],
  ['other fields are not replaced', '${release.folderId}', '${release.folderId}'],
  ['unknown keys are not replaced', '"${nobody} ${global.nobody}"', '"${nobody} ${global.nobody}"'],
  ['an unset text is empty', "'${noText}${noReference}${noDate}'", "''"],
  ['an unset list, set or map is empty', '${noList} ${noSet} ${noMap}', '[] [] {}'],
  ['an unset boolean or number is None', '${noFlag} ${noCount}', 'None None'],
])('in Python %s', (_, text, expected) => {
  expect(filled(text)).toBe(expected);
});

test.each([
  ['a boolean is a literal of the language', '${really}', 'true'],
  ['a list is a literal', '${labels}.length', String.raw`["a","it's \"b\""].length`],
  ['a map is a literal', '${owners}', String.raw`{"amy":"true","bob\u0001":"ü"}`],
  ['an unset boolean or number is null', '${noFlag} ${noCount}', 'null null'],
])('in JavaScript %s', (_, text, expected) => {
  expect(filled(text, 'javascript')).toBe(expected);
});

test('the size of values in a script is limited: placeholders above the limit are not replaced', () => {
  expect(filled('${long}|${long}')).toBe(`${'x'.repeat(600_000)}|\${long}`);
});
