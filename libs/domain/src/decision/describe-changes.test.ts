import { expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import { message } from '../messages/message.ts';
import { caller, env } from '../testing/inputs.ts';
import { contextFor, type DecisionContext } from './context.ts';
import { describeChanges } from './describe-changes.ts';

/** Returns the changes as in the log entry of a user. */
const textOfChanges = (before: object, changes: object, secrets?: ReadonlySet<string>): string =>
  textIn(contextFor(env(), caller()), before, changes, secrets);
const textIn = (context: DecisionContext, before: object, changes: object, secrets?: ReadonlySet<string>): string =>
  describeChanges(context, before, changes, secrets).map(textOf).join(', ');

const sealed = 'v1.0a1b2c3d.abcdef';
const long = 'x'.repeat(100);

test.each<[string, object, object, string]>([
  ['a text', { title: 'Build' }, { title: 'Build it' }, "title from 'Build' to 'Build it'"],
  ['an empty old value', { owner: null }, { owner: 'bob' }, "owner from nothing to 'bob'"],
  ['an empty new value', { team: 'Ops' }, { team: '' }, "team from 'Ops' to nothing"],
  ['equal values', { title: 'a', tags: ['x'] }, { title: 'a', tags: ['x'] }, ''],
  ['an absent field', { title: 'a' }, { title: undefined }, ''],
  ['a date', { dueDate: 0 }, { dueDate: 1 }, 'due date from 1970-01-01T00:00:00Z to 1970-01-01T00:00:00Z'],
  ['a duration', { plannedDuration: 60 }, { plannedDuration: null }, 'planned duration from 60 s to nothing'],
  ['a flag', { autoStart: false }, { autoStart: true }, 'auto start from false to true'],
  ['a list', { tags: ['a', 'b'] }, { tags: [] }, "tags from 'a, b' to nothing"],
  [
    'a list of objects',
    { approvals: [{ count: 1, team: 'QA', role: null, fourEyes: false }] },
    { approvals: [{ count: 1, team: 'QA', role: null, fourEyes: true }, { count: 2 }] },
    "approvals from 'count: 1, team: QA' to 'count: 1, team: QA, four eyes; count: 2'",
  ],
  ['an object', { value: {} }, { value: { k: 'v' } }, 'value from nothing to {"k":"v"}'],
  ['a list in an object', { value: null }, { value: { k: [null, 'v'] } }, 'value from nothing to {"k":[null,"v"]}'],
  ['a field with an unknown old value', {}, { description: 'new' }, "description to 'new'"],
  ['a member', { properties: { url: 'a', n: 1 } }, { properties: { url: 'b', n: 1 } }, "url from 'a' to 'b'"],
  ['a new member', { properties: null }, { properties: { url: 'b' } }, "url from nothing to 'b'"],
  ['a removed member', { creation: { folderId: 'f' } }, { creation: null }, "folder id from 'f' to nothing"],
  ['a member with an unknown old value', {}, { properties: { url: 'b' } }, "url to 'b'"],
  [
    'a plugin script',
    { properties: { pythonScript: { type: 'a.B', url: 'a', n: 1 } } },
    { properties: { pythonScript: { type: 'a.B', url: 'b', n: 1, user: 'x' } } },
    "url from 'a' to 'b', user from nothing to 'x'",
  ],
  [
    'a new plugin script',
    { properties: {} },
    { properties: { pythonScript: { type: 'a.B' } } },
    "type from nothing to 'a.B'",
  ],
  ['derived fields', { uses: {} }, { uses: { title: ['a'] }, hasPrecondition: true }, ''],
  ['an integer beyond 2^53', { value: 1 }, { value: 9_007_199_254_740_993n }, 'value from 1 to 9007199254740993'],
  ['line breaks', { script: 'a' }, { script: 'a\n\tb' }, "script from 'a' to 'a b'"],
])('an update of %s', (_, before, changes, expected) => {
  expect(textOfChanges(before, changes)).toBe(expected);
});

test.each<[string, object, object]>([
  [
    'for another template',
    { creation: { templateVariables: [{ value: 'a' }] } },
    { creation: { templateVariables: [{ value: 'b' }] } },
  ],
  ['of a field', { scriptUserPassword: 'old' }, { scriptUserPassword: 'new' }],
  ['that is encrypted', { token: sealed }, { token: `${sealed}2` }],
  [
    'of a plugin script',
    { properties: { pythonScript: { token: sealed } } },
    { properties: { pythonScript: { token: `${sealed}2` } } },
  ],
  [
    'inside a member',
    { properties: { deep: [{ token: sealed }] } },
    { properties: { deep: [{ token: 'x', s: sealed }] } },
  ],
])('a secret %s is masked', (_, before, changes) => {
  expect(textOfChanges(before, changes)).toMatch(/^[a-z ]+ from \*{8} to \*{8}$/);
  const secret = message('value.secret');
  expect(describeChanges(contextFor(env(), caller()), before, changes)).toEqual([
    { code: 'change.fromTo', params: { field: expect.any(String), before: secret, after: secret } },
  ]);
});

test('fields that the caller declares as secrets are masked', () => {
  expect(textOfChanges({ value: 'a' }, { value: null }, new Set(['value']))).toBe('value from ******** to nothing');
});

test('long values are cut to the part that differs, and never within a character', () => {
  expect(textOfChanges({ script: `${long}one` }, { script: `${long}two` })).toBe(
    "script from '…xxxxxxxxxxxxone' to '…xxxxxxxxxxxxtwo'",
  );
  expect(textOfChanges({ script: null }, { script: long })).toBe(`script from nothing to '${'x'.repeat(60)}…'`);
  const emoji = `${'😀'.repeat(40)}z`;
  const changed =
    textOfChanges({ script: `${emoji}a` }, { script: `${emoji}a${emoji}` }) +
    textOfChanges({ script: `${emoji}a` }, { script: `${emoji}b` });
  expect(changed.isWellFormed()).toBe(true);
});

test('changes above the limit are only counted', () => {
  const fields = Object.fromEntries(Array.from({ length: 9 }, (_, nth) => [`f${nth}`, nth]));
  expect(textOfChanges({}, fields)).toBe('f0 to 0, f1 to 1, f2 to 2, f3 to 3, f4 to 4, f5 to 5, and 3 more');
  expect(textIn(contextFor(env(), null), {}, fields)).toBe('f0, f1, f2, f3, f4, f5, and 3 more');
});

test('a change by a script or by the product is listed without values', () => {
  const [before, changes] = [
    { value: null, title: 'a' },
    { value: 'x-secret', title: 'b' },
  ];
  const by = (context: DecisionContext) => textIn(context, before, changes);
  expect([
    by(contextFor(env(), caller())),
    by(contextFor(env(), caller(), { byScript: true })),
    by(contextFor(env(), { ...caller(), scriptAuthor: null })),
    by(contextFor(env(), null)),
  ]).toEqual(["value from nothing to 'x-secret', title from 'a' to 'b'", ...Array(3).fill('value, title')]);
});
