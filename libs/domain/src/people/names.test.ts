import { describe, expect, test } from 'vitest';
import {
  lookAlikesOf,
  requireGlobal,
  requirePassword,
  requirePrincipals,
  requireRoleName,
  requireUsername,
} from './names.ts';

const isValid = (check: () => void): boolean => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};

describe('the name of a user', () => {
  test.each([
    ['ann', true],
    ['Ann Marie (ops) @ acme-1 ❄', true],
    [' ann', false],
    ['ann ', false],
    ['Jürgen Ünal', true],
    ['ju\u0308rgen', false],
    ['ΒΣ', false],
    ['ΣΑΜ', true],
    ['İzmir', false],
    ['\u0430dmin', false],
    ['adm\u0456n', false],
    ['\u03bfps', false],
    ['ＡＤＭＩＮ', false],
    ['\u{1d41a}nn', false],
    ['ann²', false],
    ['ann  lee', false],
    ['ann\u2003lee', false],
    ['ann\u1680lee', false],
    ['анна-1', true],
    ['Ελένη', true],
    ['田中 Taro', true],
    ['김 Min', true],
    ['ann\u00a0', false],
    ['ann\u200b', false],
    ['\u202eann', false],
    ['a:b', false],
    ['.', false],
    ['..', false],
    ['...', true],
    ['SYSTEM', false],
    ['system', false],
    ['systems', true],
    ['x'.repeat(255), true],
    ['x'.repeat(256), false],
    ['', false],
    [' ', false],
    ['a/b', false],
    ['a\tb', false],
    ['a\ud800', false],
    ['rpa_0123', false],
    ['RPA_0123', false],
    ['rpa', true],
  ])('%j: %s', (name, expected) => expect(isValid(() => requireUsername(name))).toBe(expected));
});

describe('a password', () => {
  test.each([
    ['a', 1, true],
    ['', 1, false],
    ['❄❄', 2, true],
    ['short', 6, false],
    ['x'.repeat(256), 1, false],
    ['a\nb', 1, false],
    ['a\uFFFD', 1, false],
  ])('%j of at least %i: %s', (password, minLength, expected) =>
    expect(isValid(() => requirePassword(password, minLength))).toBe(expected),
  );

  test('is not part of its error message', () => {
    expect(() => requirePassword('hunter2', 9)).toThrow(
      'password: expected 9 to 255 characters without control characters',
    );
  });
});

test('a role has a name, and principals that can be complete distinguished names', () => {
  expect(isValid(() => requireRoleName('ops/eu'))).toBe(true);
  expect(isValid(() => requireRoleName('x'.repeat(256)))).toBe(false);
  expect(isValid(() => requirePrincipals(['ann', 'x'.repeat(1000)]))).toBe(true);
  expect(isValid(() => requirePrincipals(['ann', 'x'.repeat(1001)]))).toBe(false);
});

test.each([
  ['Größe', true],
  ['ΟΔΟΙ', true],
  ['ΟΔΟΣ', false],
  ['İstanbul', false],
  ['Gro\u0308\u00dfe', false],
])('the role or group name %s has only one lower-case form: %s', (name, expected) => {
  expect([isValid(() => requireRoleName(name)), isValid(() => requirePrincipals([name]))]).toEqual([
    expected,
    expected,
  ]);
});

test('a role can have global permissions only', () => {
  expect(() => requireGlobal(['admin', 'audit#view'])).not.toThrow();
  expect(() => requireGlobal(['admin', 'release#view'])).toThrow("there is no global permission 'release#view'");
});

test.each<[string, readonly string[]]>([
  ['Copa', ['сора']],
  ['сора', ['copa']],
  ['СОРА-1', ['copa-1']],
  ['tax 2', ['тах 2', 'ταχ 2']],
  ['τοχ', ['tox', 'тох']],
  ['anna', ['αηηα']],
  ['quit', []],
  ['анна', ['ahha']],
  ['жора', []],
  ['田中', []],
  ['42', []],
])('%j looks like %j', (name, others) => {
  expect(lookAlikesOf(name)).toEqual(others);
});
