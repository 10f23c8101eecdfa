import { expect, test } from 'vitest';
import type { Properties } from '../configurations/properties.ts';
import { plainText } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { pollError, polledState, pollsSameObject, resultOfPoll } from './poll.ts';

test.each([
  [null, 'a', 'first'],
  ['a', 'a', 'same'],
  ['a', 'b', 'changed'],
  ['a', null, 'same'],
  [null, null, 'same'],
] as const)('after the state %j, a poll with the state %j has the result %s', (before, state, expected) => {
  expect(resultOfPoll(before, { state, values: {} })).toBe(expected);
});

test('the output of a script becomes a state and values of variables', () => {
  const output = {
    triggerState: 17,
    version: '1.2',
    build: 3,
    commit: 12_345_678_901_234_567_890n,
    done: true,
    nothing: null,
    branches: ['main', { deep: [1] }],
    authors: { ann: 2, bob: 'x' },
    other: 'not asked for',
  };
  const names = ['version', 'build', 'commit', 'done', 'nothing', 'unset', 'branches', 'authors'];
  expect(polledState(output, names)).toEqual({
    state: '17',
    values: {
      version: '1.2',
      build: 3,
      commit: '12345678901234567890',
      done: true,
      nothing: null,
      unset: null,
      branches: ['main', '{"deep":[1]}'],
      authors: { ann: '2', bob: 'x' },
    },
  });
  expect([{ a: 1 }, ['b'], '', null].map((triggerState) => polledState({ triggerState }, []).state)).toEqual([
    '{"a":1}',
    '["b"]',
    null,
    null,
  ]);
  expect(polledState({}, []).state).toBe(null);
});

test('the stored result is limited', () => {
  const long = 'a'.repeat(32_769);
  expect(() => polledState({ triggerState: long }, [])).toThrow(
    new Invalid('triggerState: expected at most 32768 characters'),
  );
  expect(() => polledState({ a: long.slice(9) }, ['a', 'b'])).toThrow(
    new Invalid('the variables of the trigger have more than 32768 characters in total'),
  );
});

test('two pollers with the same type and properties poll the same object, in any order and with any secret', () => {
  const poller = { pollerType: 'acme.Push', properties: { a: ['x', { b: null }], c: 1 }, secrets: {} };
  expect(
    pollsSameObject(poller, { ...poller, properties: { c: 1, a: ['x', { b: null }] }, secrets: { '/p': 's' } }),
  ).toBe(true);
  expect(pollsSameObject(poller, { ...poller, pollerType: 'acme.Pull' })).toBe(false);
  const others: readonly Properties[] = [
    { a: ['x', { b: null }], c: 2 },
    { a: ['x'], c: 1 },
    { a: ['x', { b: null }, 'y'], c: 1 },
    { a: 'x', c: 1 },
    { a: ['x', { d: null }], c: 1 },
    { a: ['x', 'b'], c: 1 },
    { a: ['x', { b: null }] },
  ];
  for (const properties of others) expect(pollsSameObject(poller, { ...poller, properties })).toBe(false);
  expect(pollsSameObject({ ...poller, properties: { a: 1 } }, { ...poller, properties: { a: { b: 1 } } })).toBe(false);
});

test('the error of a failed poll contains the end of its output', () => {
  expect(pollError(plainText('it has no script'), '')).toEqual(new Invalid('the poll has failed: it has no script'));
  expect(pollError(plainText('SystemExit: 1 (line 4)'), 'one\nNo server provided.\n\n').message).toBe(
    'the poll has failed: SystemExit: 1 (line 4); it printed: No server provided.',
  );
});
