import { expect, test } from 'vitest';
import { createTokenText, hashSecret, isToken } from './token-text.ts';

test('a new token is rpa_ with 40 hexadecimal digits, and no two are the same', () => {
  const made = Array.from({ length: 1_000 }, createTokenText);
  expect(made.filter((text) => !/^rpa_[0-9a-f]{40}$/.test(text))).toEqual([]);
  expect(made.filter((text) => !isToken(text))).toEqual([]);
  expect(new Set(made.map((text) => text.slice(0, 36))).size).toBe(1_000);
});

test('the last eight digits are the CRC-32 of all before them', () => {
  expect(isToken('rpa_000102030405060708090a0b0c0d0e0f2f5e9d5a')).toBe(false);
  expect(isToken('rpa_000102030405060708090a0b0c0d0e0fe18c75fb')).toBe(true);
});

test.each(Array.from({ length: 40 }, (_, index) => index))('digit %i cannot be another', (index) => {
  const text = createTokenText();
  const at = 4 + index;
  const otherCharacter = text[at] === '0' ? '1' : '0';
  expect(isToken(text.slice(0, at) + otherCharacter + text.slice(at + 1))).toBe(false);
});

test.each([
  '',
  'rpa_',
  `${createTokenText()} `,
  createTokenText().toUpperCase(),
  createTokenText().slice(0, -1),
  `x${createTokenText()}`,
])('%j is no token', (text) => {
  expect(isToken(text)).toBe(false);
});

test('the stored text reveals nothing about the token', () => {
  expect(hashSecret('rpa_0')).toBe('LULwJ3R5kH01MRJ6SQWQqRfKF763MHTpt_7Ny-Brkqo');
});
