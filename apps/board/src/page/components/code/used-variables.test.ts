import type { VariableResponse } from '@slipway/api-schema/variables';
import { expect, test } from 'vitest';
import { usedVariables } from './used-variables.ts';

const variable = (
  key: string,
  type: VariableResponse['type'],
  value?: VariableResponse['value'],
): VariableResponse => ({
  ...{ id: 'Variable1', key, type, value, multiline: false, requiresValue: false, showOnReleaseStart: false },
  ...{ inherited: false, preventInterpolation: false },
});
const keysOf = (script: string) => usedVariables(script, []).map(({ key }) => key);

test('the variables of a script are those of its placeholders and maps, in their order', () => {
  const script = [
    'print "${version}", ${ global.hosts }, "${release.title}"',
    `releaseVariables["count"] = folderVariables['folder.a b'] + releaseVariables.get('version', 1)`,
    'for key in releaseVariables.keys(): print globalVariables [ "global.site" ]',
    '// releaseVariables.attempt += 1',
  ].join('\n');
  expect(keysOf(script)).toEqual(['version', 'global.hosts', 'count', 'folder.a b', 'global.site', 'attempt']);
});

test('known variables have their type and value, and passwords have no value', () => {
  const known = [
    variable('version', 'rel.StringVariable', '1.${minor} ${release.title}'),
    variable('minor', 'rel.IntegerVariable', 7),
    variable('token', 'rel.PasswordStringVariable', '********'),
    variable('unused', 'rel.StringVariable', 'x'),
  ];
  expect(usedVariables('"${version} ${token} ${other}"', known)).toEqual([
    { key: 'version', type: 'rel.StringVariable', kind: 'text', text: '1.${minor} ${release.title}', isLong: false },
    { key: 'token', type: 'rel.PasswordStringVariable', kind: 'password', text: '', isLong: false },
    { key: 'other', type: 'StringVariable', kind: 'text', text: '', isLong: false },
    { key: 'minor', type: 'rel.IntegerVariable', kind: 'number', text: '7', isLong: false },
  ]);
});
