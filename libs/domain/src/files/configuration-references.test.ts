import { expect, test } from 'vitest';
import { configurationReferenceIn } from './configuration-references.ts';

test.each([
  ['Configuration1', { id: 'Configuration1', title: null, type: null }],
  [{ id: 'Configuration1' }, { id: 'Configuration1', title: null, type: null }],
  [
    { id: 'Configuration1', title: 'Jenkins', type: 'jenkins.Server', password: 'x' },
    { id: 'Configuration1', title: 'Jenkins', type: 'jenkins.Server' },
  ],
  [
    { id: 'Configuration1', title: '', type: 1 },
    { id: 'Configuration1', title: null, type: null },
  ],
  ['', null],
  [null, null],
  [7, null],
  [{ title: 'Jenkins' }, null],
  [{ id: 7 }, null],
])('the value %j refers to the connection %j', (value, named) => {
  expect(configurationReferenceIn(value)).toEqual(named);
});
