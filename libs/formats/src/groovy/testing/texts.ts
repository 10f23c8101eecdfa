import fc from 'fast-check';

/** Parts of hostile texts. */
const hostileParts = [
  "'",
  "'''",
  '\\',
  '\\u0041',
  '$',
  '${v}',
  '"',
  '\n',
  '\r\n',
  '\t',
  '\u0000',
  '\u2028',
  '🌈',
  '/*',
  '//',
  "'])",
  '{',
];
export const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...hostileParts),
      fc.string({ maxLength: 5 }),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    {
      maxLength: 5,
    },
  )
  .map((parts) => parts.join('').toWellFormed());
/** Random texts, some of them with many lines. */
export const long = fc.oneof(
  { arbitrary: text, weight: 9 },
  { arbitrary: text.map((part) => `${part}\nx`.repeat(150)), weight: 1 },
);
export const name = fc.oneof(
  fc.constantFrom(
    'url',
    'URL',
    'in',
    'script',
    'tags',
    'links',
    'property',
    'variables',
    'template',
    '__proto__',
    'a b',
  ),
  fc.stringMatching(/^[a-z][A-Za-z0-9]{0,5}$/),
);
export const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
})).value;
