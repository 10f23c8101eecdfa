import { expect, test } from 'vitest';
import type { Json } from './json.ts';
import { bareKey, fill, fillDeep, keysIn, soleKey, textOf } from './placeholders.ts';

test.each<readonly [Json | undefined, readonly string[]]>([
  ['plain', []],
  ['${a} and ${b} and ${a}', ['a', 'b']],
  ['${ spaced }', ['spaced']],
  ['$${a}} ${}', ['a']],
  ['${unclosed ${a}', ['a']],
  [{ deep: [{ text: '${a}' }, '${b}'], n: 5, none: null, yes: true }, ['a', 'b']],
  [undefined, []],
  [null, []],
])('the keys in %j', (value, expected) => {
  expect(keysIn(value)).toEqual(expected);
});

test.each([
  ['${a}', 'a'],
  [' ${ a } ', 'a'],
  ['${a}${b}', null],
  ['x${a}', null],
  ['a', null],
  ['${}', null],
])('the sole key of %j is %j', (text, expected) => {
  expect(soleKey(text)).toBe(expected);
  expect(bareKey(text)).toBe(expected ?? text.trim());
});

test.each([
  [null, ''],
  ['x', 'x'],
  [5, '5'],
  [false, 'false'],
  [['a', 'b'], 'a, b'],
  [{ a: '1', b: '2' }, 'a: 1, b: 2'],
])('the value %j is formatted as %j in a text', (value, expected) => {
  expect(textOf(value)).toBe(expected);
});

test('placeholders with a value are replaced, and others remain', () => {
  expect(fill('${a} ${ b } ${c}', { a: 1, b: ['x', 'y'] })).toBe('1 x, y ${c}');
  expect(fill('plain', { plain: 'x' })).toBe('plain');
  expect(fill('${toString} ${__proto__}', {})).toBe('${toString} ${__proto__}');
  expect(fill('${a}', { a: '$& $1' })).toBe('$& $1');
});

test('a text grows by at most a million characters', () => {
  const long = 'x'.repeat(600_000);
  expect(fill('${a} ${a}', { a: long })).toBe(`${long} \${a}`);
});

test('the texts of a response share the limit of growth', () => {
  const room = { left: 10 };
  expect(fill('${a} ${a}', { a: '12345' }, room)).toBe('12345 12345');
  expect(room).toEqual({ left: 0 });
  expect(fillDeep(['${a}', 'x'], { a: '12345' }, room)).toEqual(['${a}', 'x']);
  expect(room).toEqual({ left: 0 });
});

test('placeholders of a JSON value are replaced up to a depth of 32', () => {
  expect(fillDeep({ a: ['${k}', { b: '${k}' }], n: 5, none: null }, { k: 'v' })).toEqual({
    a: ['v', { b: 'v' }],
    n: 5,
    none: null,
  });
  const deep = (levels: number): Json => Array.from({ length: levels }).reduce<Json>((inner) => [inner], '${k}');
  expect(JSON.stringify(fillDeep(deep(33), { k: 'v' }))).toContain('"v"');
  expect(keysIn(deep(33))).toEqual(['k']);
  expect(JSON.stringify(fillDeep(deep(40), { k: 'v' }))).toContain('"${k}"');
  expect(keysIn(deep(40))).toEqual([]);
});

test('a text of many incomplete placeholders is scanned in a short time', () => {
  const text = '${'.repeat(200_000);
  expect(keysIn(text)).toEqual([]);
  expect(fill(text, {})).toBe(text);
});
