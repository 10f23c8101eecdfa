import { describe, expect, test } from 'vitest';
import { toPlainStatement } from '../testing/plain-statements.ts';
import { parseGroovy } from './parse.ts';

const read = (text: string): unknown => parseGroovy(text).map(toPlainStatement);

describe('interprets code with literals', () => {
  const list = (name: string, ...values: readonly unknown[]) => values.map((value) => [name, value]);
  test.each([
    ["['x', 'y'].each { b it }", list('b', 'x', 'y')],
    [
      "['x', 'y'].each { name -> b name; c 1 }",
      [
        ['b', 'x'],
        ['c', 1],
        ['b', 'y'],
        ['c', 1],
      ],
    ],
    ["['x', 'y'].each { String name ->\n  b(name)\n}", list('b', 'x', 'y')],
    ["['x', 'y'].eachWithIndex { name, i -> b \"$name-$i\" }", list('b', 'x-0', 'y-1')],
    ['[k: 1, l: 2].each { key, value -> b "$key=$value" }', list('b', 'k=1', 'l=2')],
    ['[k: 1].each { b it.key, it.value }', [['b', 'k', 1]]],
    ['[k: 1].each { entry -> b "${entry.key}${entry.value}" }', list('b', 'k1')],
    ['[k: 1].eachWithIndex { key, value, i -> b "$key$value$i" }', list('b', 'k10')],
    ['(1..3).each { b it }', list('b', 1, 2, 3)],
    ['(1..<3).each { b it }', list('b', 1, 2)],
    ['(2..-1).each { b it }', list('b', 2, 1, 0, -1)],
    ['3.times { b it }', list('b', 0, 1, 2)],
    ["for (x in ['y', 'z']) { b x }", list('b', 'y', 'z')],
    ["for (String x : ['y']) { b x }", list('b', 'y')],
    ['def n = 2\nfor (i in 1..n) { b i + 1 }', list('b', 2, 3)],
    ['for (e in [k: 1])\n{ b e.key }', list('b', 'k')],
    ["def x = 'y'\nString z = x + 1 + true\nb z", list('b', 'y1true')],
    ["def l = [['n': 'x', deep: [1, 2]]]\nl.each { b it.n, it.deep[1], l[0]['n'] }", [['b', 'x', 2, 'x']]],
    ["['x', 'y'].each { outer -> [1, 2].each { b outer + it } }", list('b', 'x1', 'x2', 'y1', 'y2')],
    [
      "['x'].each { b(it) { ['z'].each { c it }; c it } }",
      [
        [
          'b',
          'x',
          {
            block: [
              ['c', 'z'],
              ['c', 'x'],
            ],
          },
        ],
      ],
    ],
    ['[].each { b it { } } \nb 1', list('b', 1)],
    [
      'def x = [1, [k: \'v\'], null]\nb "is $x and ${x[1]} \\${kept} ${ x[0] + 1 }"',
      list('b', 'is [1, [k:v], null] and [k:v] ${kept} 2'),
    ],
    ["def x = 'y'\nb /a$x\\d/, $/$x$$/$", [['b', 'ay\\d', 'y$']]],
  ])('%j', (text, expected) => {
    expect(read(`a {\n${text}\n}`)).toEqual([['a', { block: expected }]]);
  });
});
