import { expect, test } from 'vitest';
import { eventNameOf } from './event-name.ts';

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
