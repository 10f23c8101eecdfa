import { expect, test } from 'vitest';
import { variable } from '../testing.ts';
import { constantValue } from './precondition.ts';

test.each([
  ['True', true],
  ['  false  ', false],
  ['result = False', false],
  ['result=true;', true],
  ['# why\n\nresult = False', false],
  ['// language: javascript\nfalse', false],
  ['None', null],
  ['result == True', null],
  ['1 > 2', null],
  ['x = 1\nresult = False', null],
  ['', null],
  ['${ready}', true],
  ['${unknown}', null],
])('the precondition %j is %j', (script, expected) => {
  expect(constantValue(script, [variable('ready', 'True')])).toBe(expected);
});
