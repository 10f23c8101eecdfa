import { expect, test } from 'vitest';
import { authorsNaming, namesVariable } from './script-text.ts';

test.each([
  ['global.key', "print globalVariables['global.key']"],
  ['global.key', 'globalVariables.get("global.key").upper()'],
  ['global.key', '{"password":"${global.key}"}'],
  ['global.key', "globalVariables['global.keys'] + globalVariables['global.key']"],
  ['global.key', '# global.key.'],
  ['key', 'releaseVariables.key.length'],
  ['key', 'key'],
  ['a b', '${a b}'],
])('the key %s occurs in %s', (key, text) => expect(namesVariable(text, key)).toBe(true));

test.each([
  ['global.key', "globalVariables['global.keys']"],
  ['global.key', "globalVariables['global.key.other']"],
  ['global.key', "globalVariables['my_global.key']"],
  ['global.key', "globalVariables['global.' + 'key']"],
  ['global.key', 'for k in globalVariables: print globalVariables[k]'],
  ['key', "releaseVariables['keys'], releaseVariables['schlüsselkey']"],
  ['', 'anything'],
])('the key %s does not occur in %s', (key, text) => expect(namesVariable(text, key)).toBe(false));

test('each author of a text with the key of a variable is returned once', () => {
  const texts = [
    { text: 'key', author: 'ann' },
    { text: '${key}', author: 'ann' },
    { text: 'key', author: null },
    { text: 'other', author: 'bob' },
  ];
  expect(authorsNaming('key', texts)).toEqual(['ann', null]);
  expect(authorsNaming('none', texts)).toEqual([]);
});
