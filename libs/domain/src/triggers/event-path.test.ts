import { describe, expect, test } from 'vitest';
import { formatPath } from '../event-paths/index.ts';
import { Invalid } from '../model/errors.ts';
import type { Json } from '../model/json.ts';
import { isEventKey, readPath, valueAt, valuesAt, viewOf } from './event-path.ts';

const payload: Json = {
  ref: 'refs/heads/main',
  'odd name': 1,
  event: 'inner',
  nothing: null,
  commits: [
    { id: 'a', files: ['x', 'y'] },
    { id: 'b', files: [], author: { id: 'c' } },
  ],
};
const view = viewOf({
  payload,
  headers: { 'X-GitHub-Event': 'push' },
  parameters: { one: ['1'], two: ['a', 'b'], none: [] },
});
const at = (path: string) => valueAt(readPath(path, 'path'), view);

test.each<[string, Json | undefined]>([
  ['event', payload],
  ['event.ref', 'refs/heads/main'],
  ['ref', 'refs/heads/main'],
  [' ref ', 'refs/heads/main'],
  ['.ref', 'refs/heads/main'],
  ['event.event', 'inner'],
  ["event['odd name']", 1],
  ['event["odd name"]', 1],
  ['odd name', 1],
  ['event.nothing', null],
  ['event.no', undefined],
  ['event.ref.no', undefined],
  ['event.constructor', undefined],
  ['event.__proto__', undefined],
  ['commits[0].id', 'a'],
  ['commits[1].author.id', 'c'],
  ['commits[2].id', undefined],
  ['ref[0]', undefined],
  ['commits[-1:].id', 'b'],
  ['commits[-2:].id', ['a', 'b']],
  ['commits[-9:].id', ['a', 'b']],
  ['commits[-0:].id', undefined],
  ['ref[-1:]', undefined],
  ['event..id', ['a', 'b', 'c']],
  ['..id', ['a', 'b', 'c']],
  ['commits[1]..id', ['b', 'c']],
  ['event..files', [['x', 'y'], []]],
  ['..no', undefined],
  ['ref..no', undefined],
  ['headers.x-github-event', 'push'],
  ["headers['X-GitHub-EVENT']", 'push'],
  ["headers.['X-GitHub-Event']", 'push'],
  ['headers.["x-github-event"]', 'push'],
  ['commits.[1].id', 'b'],
  ['headers.no', undefined],
  ['parameters.one', '1'],
  ['parameters.two', ['a', 'b']],
  ['parameters.two[1]', 'b'],
  ['parameters.none', []],
])('the path %s returns %j', (path, expected) => {
  expect(at(path)).toEqual(expected);
});

test.each([
  '',
  ' ',
  'a.',
  'a..',
  'a[',
  'a[x]',
  'a[1',
  'a[1:]',
  'a[*]',
  "a['']",
  'a]',
  '[',
  `a${'.a'.repeat(20)}`,
  'a'.repeat(257),
])('%j is not a path', (path) => {
  const start = path.length > 200 ? path.slice(0, 20) : path;
  expect(() => readPath(path, 'here')).toThrow(Invalid);
  expect(() => readPath(path, 'here')).toThrow(`here: '${start}`);
});

test('a key is an event path if it begins with a root', () => {
  const keys = ['event', 'event.a', 'headers[0]', 'parameters.x', 'events.a', 'myevent', 'global.event'];
  expect(keys.filter(isEventKey)).toEqual(['event', 'event.a', 'headers[0]', 'parameters.x']);
});

describe('in a malicious payload', () => {
  const deep = (depth: number): Json => {
    let value: Json = { id: 1 };
    for (let level = 0; level < depth; level += 1) value = { id: level, in: [value] };
    return value;
  };
  const valueAtPath = (path: string, event: Json) =>
    valuesAt(readPath(path, 'path'), viewOf({ payload: event, headers: {}, parameters: {} }));

  test('the number of visited nodes is limited', () => {
    const wide = Array.from({ length: 200_000 }, () => ({ id: 1 }));
    expect(valueAtPath('..id', wide)).toHaveLength(1_000);
    expect(valueAtPath('..no', [...wide, { no: 1 }])).toEqual([]);
  });

  test('all paths into one event share the limit', () => {
    const wide = Array.from({ length: 100_000 }, () => ({ id: 1 }));
    const view = viewOf({ payload: wide, headers: {}, parameters: {} });
    const ids = () => valuesAt(readPath('..id', 'path'), view).length;
    expect([ids(), ids()]).toEqual([1_000, 0]);
  });

  test('deep nesting does not overflow the stack, and the number of values is limited', async () => {
    expect(valueAtPath('..id', deep(20_000))).toHaveLength(1_000);
    const took = () => {
      const startedAt = performance.now();
      valueAtPath('..in..in..in..in..id', deep(20_000));
      return performance.now() - startedAt;
    };
    await expect.poll(took).toBeLessThan(2_000);
  });
});

test.each([[['repository', 'größe']], [['a.b', 0, "it's"]], [['..', '[0]', '$ref']], [['event', 'headers', 12]]])(
  'the path of the steps %j leads to their value',
  (steps) => {
    const inner: Json = steps.toReversed().reduce<Json>((value, step) => {
      return typeof step === 'number' ? [...Array<Json>(step).fill(null), value] : { [step]: value };
    }, 'found');
    const path = formatPath('event', steps);
    expect(valueAt(readPath(path ?? '', 'path'), viewOf({ payload: inner, headers: {}, parameters: {} }))).toBe(
      'found',
    );
  },
);
