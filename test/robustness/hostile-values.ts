import fc, { type Arbitrary } from 'fast-check';

/** Texts that are known to break servers. */
const texts = [
  '',
  ' ',
  '.',
  '..',
  '../../../etc/passwd',
  '/',
  '//',
  '\\',
  '-',
  '--',
  '%',
  '%00',
  '%zz',
  '%c0%ae',
  "' or '1'='1",
  "'); drop table releases; --",
  '$1',
  '${x}',
  '${${x}}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '-1',
  '1e309',
  '9007199254740993',
  '__proto__',
  'constructor',
  'toString',
  'Release',
  'Task0',
  'Applications',
  'Applications/',
  'Applications/Folder0/Release0/Phase0/Task0',
  'Applications-Folder0-Release0',
  'Configuration/variables/global',
  'Variable0',
  '\u0000',
  'a\u0000b',
  '\ud7ff\ue000',
  '\u202e\u200b\ufeff',
  '😀'.repeat(50),
  'İıſK',
  '\r\nX-Injected: yes',
  '*',
  '(((((',
  '2026-02-30T25:61:00Z',
  '2026-11-20T10:00:00.000+0100',
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
];

/** A hostile text, rarely a long one. */
export const hostileText: Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...texts) },
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.integer({ min: 100, max: 3_000 }).map((length) => 'a/'.repeat(length)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 40_000 }).map((length) => 'x'.repeat(length)) },
);

const numbers = [0, -0, -1, 1, 0.5, 1e21, -1e21, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e308, 253402300800000];

/** Any JSON value, of an unexpected kind. */
export const hostileValue: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom(...numbers) },
  { weight: 3, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], [{}]) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(deep(40), deep(70), Array(2_000).fill('x'), Array(300).fill({})) },
);

function deep(levels: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
  return value;
}

/** Bodies that are not JSON, or have a wrong type. */
export const brokenBody: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[',
    '"',
    '{"a":',
    '{}{}',
    '[]',
    'null',
    '1',
    '"text"',
    '{"__proto__": {"admin": true}}',
    '{"constructor": {"prototype": {"admin": true}}}',
    '{"title": "\\ud800"}',
    '{"title": "\\u0000"}',
    '{"title": 1e999}',
    '{"title": "a", "title": "b"}',
    '['.repeat(100_000),
    '{"a":'.repeat(10_000),
    `{"title": "${'x'.repeat(300_000)}"}`,
    '<xml/>',
  ),
  fc.string({ maxLength: 50 }),
);
