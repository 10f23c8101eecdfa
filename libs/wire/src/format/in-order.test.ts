import { expect, test } from 'vitest';
import { inOrder, mapInOrder, membersInOrder, modelInOrder, modelsInOrder } from './in-order.ts';

test('objects read the same in whichever order their keys came, at any depth', () => {
  const one = { b: 1, aa: [{ d: null, c: { z: 1, y: 2 } }], 10: 'x', 9: 'y' };
  const other = { 9: 'y', aa: [{ c: { y: 2, z: 1 }, d: null }], 10: 'x', b: 1 };
  const text = '{"9":"y","10":"x","aa":[{"c":{"y":2,"z":1},"d":null}],"b":1}';
  expect([JSON.stringify(inOrder(one)), JSON.stringify(inOrder(other))]).toEqual([text, text]);
  expect(JSON.stringify(inOrder([one]))).toBe(`[${text}]`);
  expect(JSON.stringify(mapInOrder({ ä: '1', b: '2', a: '3' }))).toBe('{"a":"3","b":"2","ä":"1"}');
});

test('lists keep their order, and a key that means something to objects is a key', () => {
  expect(inOrder(['b', 'a', null, 1.5, true])).toEqual(['b', 'a', null, 1.5, true]);
  const odd = JSON.parse('{"b":1,"__proto__":{"d":1,"c":2}}');
  expect(JSON.stringify(inOrder(odd))).toBe('{"__proto__":{"c":2,"d":1},"b":1}');
});

test('a member without a value is left out of typed objects, and stays in free JSON', () => {
  const nested = { type: 'x.Nested', a: null, free: { b: null, c: [null] } };
  expect(JSON.stringify(inOrder([nested, { own: nested, d: null }]))).toBe(
    '[{"free":{"b":null,"c":[null]},"type":"x.Nested"},{"d":null,"own":{"free":{"b":null,"c":[null]},"type":"x.Nested"}}]',
  );
  expect(JSON.stringify(membersInOrder({ e: null, f: { g: null } }))).toBe('{"f":{"g":null}}');
});

test('in an object that the family has a model for nothing is null, at any depth', () => {
  const provider = { variable: { value: null, key: 'k' }, values: ['b', null, { c: null }], id: null };
  expect(JSON.stringify(modelInOrder(provider))).toBe('{"values":["b",{}],"variable":{"key":"k"}}');
  expect(JSON.stringify(modelsInOrder([null, provider.variable, 1]))).toBe('[{"key":"k"},1]');
});
