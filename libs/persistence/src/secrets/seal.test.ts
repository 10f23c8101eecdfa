import { expect, test } from 'vitest';
import { createSeal } from './seal.ts';

const seal = createSeal('a secret');

test('what is sealed can be opened, and looks different every time', () => {
  const [one, other] = [seal.seal('variable', 'päss'), seal.seal('variable', 'päss')];
  expect(one).not.toBe(other);
  expect(one).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/);
  expect([seal.open('variable', one), seal.open('variable', other)]).toEqual(['päss', 'päss']);
  expect(createSeal('a secret').open('variable', one)).toBe('päss');
});

test.each([
  ['for another purpose', (text: string) => seal.open('property', text)],
  ['with another key', (text: string) => createSeal('another').open('variable', text)],
  ['when it was changed', (text: string) => seal.open('variable', text.replace(/\.[^.]+\./, '.AAAAAAAAAAAAAAAA.'))],
  ['when a part is missing', (text: string) => seal.open('variable', text.slice(0, text.lastIndexOf('.')))],
  ['when something was added', (text: string) => seal.open('variable', `${text}.x`)],
  ['when its tag was shortened', (text: string) => seal.open('variable', text.slice(0, -6))],
  ['when it is foreign text', () => seal.open('variable', 'hunter2')],
])('it cannot be opened %s, and the error does not tell it', (_, open) => {
  const sealed = seal.seal('variable', 'hunter2');
  expect(() => open(sealed)).toThrow(expect.not.objectContaining({ message: expect.stringContaining('hunter2') }));
});
