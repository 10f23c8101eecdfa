import { expect, test } from 'vitest';
import { Overloaded } from './connection-errors.ts';
import {
  caseTestLetters,
  databaseProblem,
  requireServerVersion,
  requireUnicodeCase,
  UnsuitableDatabase,
} from './server-settings.ts';

test.each([180_000, 180_004, 190_001])('accepts a server of version %i', (version) => {
  expect(requireServerVersion(version)).toBe(undefined);
});

test.each([
  [150_004, '15.4'],
  [170_010, '17.10'],
])('rejects a server of version %i and names the version', (version, name) => {
  expect(() => requireServerVersion(version)).toThrow(
    new UnsuitableDatabase(`DATABASE_URL: PostgreSQL 18 or newer is needed, this is ${name}`),
  );
});

test.each([
  ['C, which lowercases only ASCII letters', 'iÀÜŁΔЖ'],
  ['Turkish', 'ıàüłδж'],
])('rejects a database with the locale %s', (_, lower) => {
  expect(requireUnicodeCase(caseTestLetters.toLowerCase())).toBe(undefined);
  expect(() => requireUnicodeCase(lower)).toThrow(
    new UnsuitableDatabase(
      `DATABASE_URL: the lower case of 'IÀÜŁΔЖ' is '${lower}' to this database: create it with a Unicode locale, ` +
        "such as LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' TEMPLATE template0",
    ),
  );
});

const coded = (code: string, message = 'the reason') => Object.assign(new Error(message), { code });

test.each([
  ['an unsuitable server', new UnsuitableDatabase('It is.'), 'It is.'],
  ['a temporary DNS failure', coded('EAI_AGAIN'), 'cannot use the database of DATABASE_URL: the reason'],
  ['a wrong password', coded('28P01'), 'cannot use the database of DATABASE_URL: the reason'],
  [
    'a refused connection without a message',
    coded('ECONNREFUSED', ''),
    'cannot use the database of DATABASE_URL: ECONNREFUSED',
  ],
  [
    'an overloaded database',
    new Overloaded('try again', { cause: new Error('it is full') }),
    'cannot use the database of DATABASE_URL: it is full',
  ],
  ['a syntax error in a statement', coded('42601'), null],
  ['an invalid argument in the code', coded('ERR_INVALID_ARG_TYPE'), null],
  ['a value that is not an error', 'hello', null],
])('reports the problem to the operator or not: %s', (_, error, expected) => {
  expect(databaseProblem(error)).toBe(expected);
});
