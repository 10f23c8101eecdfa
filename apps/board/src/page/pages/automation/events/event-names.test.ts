import { expect, test } from 'vitest';
import { eventNameIn, isHeaderPath, valuesForPath } from './event-names.ts';

test('the values for a header are those of deliveries, then those of presets', () => {
  const headers = (name: string, value: string) => ({ headers: { [name]: value } });
  const deliveries = [headers('X-Github-Event', 'ping'), headers('x-github-event', 'push')];
  expect(valuesForPath('headers.X-GitHub-Event', deliveries)).toEqual(['ping', 'push', 'release', 'pull_request']);
  expect(valuesForPath("headers.['x-github-event']", deliveries)).toEqual(['ping', 'push', 'release', 'pull_request']);
  expect(valuesForPath('headers.X-Other', deliveries)).toEqual([]);
});

test('the values for a path into the payload are those of presets', () => {
  expect(valuesForPath('event.pull_request.base.ref', [])).toEqual(['main']);
});

test('a path to a header and the name of an event are recognized', () => {
  expect(['headers.X-Event', "headers['X-Event']", 'event.headers', 'headers', ''].map(isHeaderPath)).toEqual([
    ...[true, true, false, false, false],
  ]);
  expect(eventNameIn({ headers: { 'X-GITLAB-EVENT': 'Push Hook' } })).toBe('Push Hook');
  expect(eventNameIn({ headers: { Host: 'shop' } })).toBeUndefined();
});
