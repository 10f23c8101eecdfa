import { expect, test } from 'vitest';
import { formatPath, formatPlaceholder } from './index.ts';

test.each([
  [[], 'event'],
  [['repository', 'name'], 'event.repository.name'],
  [['commits', 0, 'id'], 'event.commits[0].id'],
  [['größe', 'a_b-c$1'], 'event.größe.a_b-c$1'],
  [['a.b', 'c d', '[e]'], "event['a.b']['c d']['[e]']"],
  [["it's"], 'event["it\'s"]'],
  [['a'.repeat(200)], `event.${'a'.repeat(200)}`],
])('the steps %j have a path', (steps, path) => {
  expect(formatPath('event', steps)).toBe(path);
});

test.each([
  [['']],
  [['\'"']],
  [['a'.repeat(201)]],
  [Array(21).fill('a')],
  [['a'.repeat(199), 'b'.repeat(60)]],
  [[1e6]],
])('the steps %j have no path', (steps) => {
  expect(formatPath('event', steps)).toBeNull();
});

test('a placeholder contains a path without braces', () => {
  expect(['event.ref', "event['a}']", 'event.$id'].map(formatPlaceholder)).toEqual(['${event.ref}', null, null]);
  expect(formatPath('headers', ['X-Event'])).toBe('headers.X-Event');
});
