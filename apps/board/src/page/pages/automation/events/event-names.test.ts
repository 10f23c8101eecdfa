import { expect, test } from 'vitest';
import { eventNameOf, isHeaderPath, valuesForPath } from './event-names.ts';
import type { SenderEvent } from './senders.ts';

const eventWith = (path: string, value: string, operator: 'EQUALS' | 'NOT_EQUALS' = 'EQUALS'): SenderEvent => ({
  ...{ id: value, title: value, fields: [], releaseTitle: '', sample: { headers: {}, event: null } },
  conditions: [{ path, value, operator, valueType: 'STRING' }],
});
const events = [
  ...[eventWith('headers.X-GitHub-Event', 'push'), eventWith('headers.X-GitHub-Event', 'release')],
  ...[eventWith('event.base.ref', 'main'), eventWith('event.base.ref', 'old', 'NOT_EQUALS')],
];

test('the values for a header are those of deliveries, then those of known events', () => {
  const headers = (name: string, value: string) => ({ headers: { [name]: value } });
  const deliveries = [headers('X-Github-Event', 'ping'), headers('x-github-event', 'push')];
  expect(valuesForPath('headers.X-GitHub-Event', deliveries, events)).toEqual(['ping', 'push', 'release']);
  expect(valuesForPath("headers.['x-github-event']", deliveries, events)).toEqual(['ping', 'push', 'release']);
  expect(valuesForPath('headers.X-Other', deliveries, events)).toEqual([]);
});

test('the values for a path into the payload are those of known events', () => {
  expect(valuesForPath('event.base.ref', [], events)).toEqual(['main']);
});

test('a path to a header is recognized', () => {
  expect(['headers.X-Event', "headers['X-Event']", 'event.headers', 'headers', ''].map(isHeaderPath)).toEqual([
    ...[true, true, false, false, false],
  ]);
});

test.each([
  ['GitHub', { 'X-GitHub-Event': 'push' }, '{}', 'push'],
  ['GitLab in lower case', { 'x-gitlab-event': 'Tag Push Hook' }, '{}', 'Tag Push Hook'],
  ['Jira', {}, '{"webhookEvent": "jira:issue_updated"}', 'jira:issue_updated'],
  ['a header before the payload', { 'X-Event-Key': 'repo:push' }, '{"eventType": "other"}', 'repo:push'],
  ['a number', {}, '{"eventType": 3}', undefined],
  ['a list', {}, '[1]', undefined],
  ['null', {}, 'null', undefined],
  ['a cut payload', {}, '{"eventType": "pu', undefined],
  ['another sender', { 'Content-Type': 'text/plain' }, 'hello', undefined],
] as const)('the name of an event of %s', (_, headers, body, expected) => {
  expect(eventNameOf({ headers, body })).toBe(expected);
});
