import { expect, test } from 'vitest';
import { sortKeys, sortMap, sortMembers, sortModel, sortModels } from './sorted-json.ts';

test('the order of keys does not matter, at any depth', () => {
  const first = { b: 1, aa: [{ d: null, c: { z: 1, y: 2 } }], 10: 'x', 9: 'y' };
  const second = { 9: 'y', aa: [{ c: { y: 2, z: 1 }, d: null }], 10: 'x', b: 1 };
  const text = '{"9":"y","10":"x","aa":[{"c":{"y":2,"z":1},"d":null}],"b":1}';
  expect([JSON.stringify(sortKeys(first)), JSON.stringify(sortKeys(second))]).toEqual([text, text]);
  expect(JSON.stringify(sortKeys([first]))).toBe(`[${text}]`);
  expect(JSON.stringify(sortMap({ ä: '1', b: '2', a: '3' }))).toBe('{"a":"3","b":"2","ä":"1"}');
});

test('lists keep their order, and names of object methods are valid keys', () => {
  expect(sortKeys(['b', 'a', null, 1.5, true])).toEqual(['b', 'a', null, 1.5, true]);
  const odd = JSON.parse('{"b":1,"__proto__":{"d":1,"c":2}}');
  expect(JSON.stringify(sortKeys(odd))).toBe('{"__proto__":{"c":2,"d":1},"b":1}');
});

test('omits a null in typed objects, and keeps it in untyped JSON', () => {
  const nested = { type: 'x.Nested', a: null, free: { b: null, c: [null] } };
  expect(JSON.stringify(sortKeys([nested, { own: nested, d: null }]))).toBe(
    '[{"free":{"b":null,"c":[null]},"type":"x.Nested"},{"d":null,"own":{"free":{"b":null,"c":[null]},"type":"x.Nested"}}]',
  );
  expect(JSON.stringify(sortMembers({ e: null, f: { g: null } }))).toBe('{"f":{"g":null}}');
});

test('omits nulls at any depth in an object with a model of the family', () => {
  const provider = { variable: { value: null, key: 'k' }, values: ['b', null, { c: null }], id: null };
  expect(JSON.stringify(sortModel(provider))).toBe('{"values":["b",{}],"variable":{"key":"k"}}');
  expect(JSON.stringify(sortModels([null, provider.variable, 1]))).toBe('[{"key":"k"},1]');
});
