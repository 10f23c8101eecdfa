import { expect, test } from 'vitest';
import { createSeal, keyIdIn } from './seal.ts';

const seal = createSeal('a secret');

test('decrypts an encrypted text, which is different each time', () => {
  const [first, second] = [seal.seal('variable', 'päss'), seal.seal('variable', 'päss')];
  expect(first).not.toBe(second);
  expect(first).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/);
  expect([seal.open('variable', first), seal.open('variable', second)]).toEqual(['päss', 'päss']);
  expect(createSeal('a secret').open('variable', first)).toBe('päss');
});

test.each([
  ['for another purpose', (text: string) => seal.open('property', text)],
  ['with another key', (text: string) => createSeal('another').open('variable', text)],
  ['that was changed', (text: string) => seal.open('variable', text.replace(/\.[^.]+\./, '.AAAAAAAAAAAAAAAA.'))],
  ['with a missing part', (text: string) => seal.open('variable', text.slice(0, text.lastIndexOf('.')))],
  ['with an additional part', (text: string) => seal.open('variable', `${text}.x`)],
  ['with a shortened tag', (text: string) => seal.open('variable', text.slice(0, -6))],
  ['that is not encrypted', () => seal.open('variable', 'hunter2')],
])('cannot decrypt a text %s, and the error does not contain the text', (_, open) => {
  const sealed = seal.seal('variable', 'hunter2');
  expect(() => open(sealed)).toThrow(expect.not.objectContaining({ message: expect.stringContaining('hunter2') }));
});

test('decrypts texts of the previous key and encrypts with the new key', () => {
  const [before, both] = [createSeal('before'), createSeal('now', 'before')];
  expect(both.open('variable', before.seal('variable', 'hunter2'))).toBe('hunter2');
  expect(createSeal('now').open('variable', both.seal('variable', 'hunter2'))).toBe('hunter2');
  expect([both.keyId, both.previousKeyId]).toEqual([createSeal('now').keyId, before.keyId]);
  expect(keyIdIn(both.seal('variable', 'x'))).toBe(both.keyId);
});

test('uses one key if both keys are equal', () => {
  expect(createSeal('now', 'now').previousKeyId).toBe(null);
});

test('decrypts no text of a key with another id', () => {
  const [, , ...parts] = createSeal('before').seal('variable', 'hunter2').split('.');
  const renamed = ['v1', createSeal('now').keyId, ...parts].join('.');
  expect(() => createSeal('now', 'before').open('variable', renamed)).toThrow();
});
