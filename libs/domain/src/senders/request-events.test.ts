import { describe, expect, test } from 'vitest';
import type { Json } from '../model/json.ts';
import { senderWithId } from './catalog.ts';
import { describeEvent } from './describe-event.ts';
import { eventsIn } from './request-events.ts';
import type { SenderId } from './sender.ts';

function read(id: SenderId, payload: Json, headers: Readonly<Record<string, string>> = {}) {
  const sender = senderWithId(id);
  if (sender === undefined) throw new Error(`there is no sender ${id}`);
  return eventsIn(sender, { headers: new Map(Object.entries(headers)), payload });
}
const keyOf = (id: SenderId, payload: Json, headers: Readonly<Record<string, string>> = {}) =>
  read(id, payload, headers)[0]?.deliveryKey;

describe('a connection test', () => {
  test.each<[SenderId, Readonly<Record<string, string>>, boolean]>([
    ['github', { 'x-github-event': 'ping' }, true],
    ['github', { 'x-github-event': 'push' }, false],
    ['bitbucket-server', { 'x-event-key': 'diagnostics:ping' }, true],
    ['gitlab', { 'x-gitlab-event': 'ping' }, false],
  ])('of %s with %j: %s', (id, headers, expected) => {
    expect(read(id, { zen: 'Keep it simple' }, headers)).toMatchObject([{ isPing: expected }]);
  });
});

describe('the key of a delivery', () => {
  test.each<[SenderId, string]>([
    ['github', 'x-github-delivery'],
    ['gitlab', 'idempotency-key'],
    ['bitbucket', 'x-request-uuid'],
    ['bitbucket-server', 'x-request-id'],
    ['jira', 'x-atlassian-webhook-identifier'],
    ['jira-server', 'x-atlassian-webhook-identifier'],
  ])('of %s is its header %s', (id, header) => {
    expect([keyOf(id, {}, { [header]: '7' }), keyOf(id, {})]).toEqual(['7', null]);
  });

  test.each<[SenderId, Json, string | null]>([
    ['jenkins', { build: { full_url: 'https://ci/1', phase: 'STARTED' } }, '["https://ci/1","STARTED"]'],
    ['jenkins', { build: { phase: 'STARTED' } }, null],
    ['docker-hub', { repository: { repo_name: 'a/b' }, push_data: { tag: '1', pushed_at: 5 } }, '["a/b","1",5]'],
    ['oci-registry', { events: [{ id: 'e1' }] }, '["e1"]'],
    ['harbor', { type: 'PUSH_ARTIFACT' }, null],
    ['harbor', { source: '/p', id: 'e1' }, '["/p","e1"]'],
    ['argocd', { event: 'deployed', application: 'a', revision: 'r', finishedAt: 't' }, '["deployed","a","r","t"]'],
    ['alertmanager', 'text', null],
    ['alertmanager', { groupKey: 'g', alerts: [{ status: 'firing' }] }, null],
  ])('of %s with %j is %j', (id, payload, expected) => {
    expect(keyOf(id, payload)).toBe(expected);
  });

  test('of alerts is independent of their order, and changes with their status', () => {
    const alert = (fingerprint: string, status = 'firing') => ({ status, fingerprint, startsAt: 't' });
    const group = (...alerts: readonly Json[]) => keyOf('alertmanager', { groupKey: 'g', status: 'firing', alerts });
    expect(group(alert('a'), alert('b'))).toBe(group(alert('b'), alert('a')));
    expect(group(alert('a'), alert('b', 'resolved'))).not.toBe(group(alert('a'), alert('b')));
    expect(keyOf('alertmanager', { groupKey: 'g', alerts: [] })).toBe('["g",null]');
  });
});

describe('a registry', () => {
  test('sends several events in one envelope', () => {
    const events = [{ id: 'a' }, { id: 'b' }];
    expect(read('oci-registry', { events }).map(({ payload }) => payload)).toEqual(events);
    expect(read('oci-registry', { events: [] })).toEqual([
      { payload: { events: [] }, deliveryKey: null, isPing: true },
    ]);
    expect(read('oci-registry', { id: 'a' })).toMatchObject([{ payload: { id: 'a' } }]);
    expect(read('oci-registry', null)).toMatchObject([{ payload: null }]);
  });

  test.each<[Json, string]>([
    [{ events: 'all' }, 'events: expected a list of at most 100 events'],
    [{ events: ['a'] }, 'events: expected a list of at most 100 events'],
    [{ events: Array(101).fill({}) }, 'events: expected a list of at most 100 events'],
  ])('sends a malformed envelope: %#', (payload, refusal) => {
    expect(() => read('oci-registry', payload)).toThrow(refusal);
  });
});

describe('a request with several changes', () => {
  const cloud = (...names: readonly string[]) => ({
    push: { changes: names.map((name) => ({ new: { type: name.startsWith('v') ? 'tag' : 'branch', name } })), a: 1 },
    repository: { full_name: 'acme/shop' },
  });
  const valuesOf = (id: SenderId, payload: Json, headers: Readonly<Record<string, string>>) =>
    read(id, payload).map((event) => {
      const description = describeEvent(senderWithId(id)!, { payload: event.payload, headers, parameters: {} });
      return [description.event?.id, description.values.branch ?? description.values.tag];
    });

  test('is an event for each change of a push to Bitbucket Cloud', () => {
    const headers = { 'X-Event-Key': 'repo:push' };
    expect(valuesOf('bitbucket', cloud('main', 'v1', 'next'), headers)).toEqual([
      ...[
        ['push', ['main']],
        ['tag', ['v1']],
        ['push', ['next']],
      ],
    ]);
    const [, second] = read('bitbucket', cloud('main', 'v1'), { 'x-request-uuid': 'u' });
    expect(second).toEqual({
      ...{ payload: cloud('v1'), deliveryKey: '["u",1]', isPing: false },
    });
    expect(read('bitbucket', cloud('main', 'v1')).map(({ deliveryKey }) => deliveryKey)).toEqual([null, null]);
  });

  test('is an event for each change of a push to Bitbucket Data Center', () => {
    const change = (type: string, displayId: string) => ({ ref: { displayId, type }, type: 'ADD' });
    const payload = { changes: [change('BRANCH', 'main'), change('TAG', 'v1')] };
    expect(valuesOf('bitbucket-server', payload, { 'X-Event-Key': 'repo:refs_changed' })).toEqual([
      ...[
        ['push', ['main']],
        ['tag', ['v1']],
      ],
    ]);
  });

  test.each([
    ['PUSH_ARTIFACT', 'event_data'],
    ['harbor.artifact.pushed', 'data'],
  ])('is an event for each artifact of Harbor: %s', (type, member) => {
    const payload = { type, [member]: { resources: [{ tag: '1' }, { tag: '2' }] } };
    expect(valuesOf('harbor', payload, {}).map(([, values]) => values)).toEqual([['1'], ['2']]);
  });

  test.each<Json>([cloud('main'), cloud(), { push: { changes: 'all' } }, { push: null }, 'text', null])(
    'is one event without them: %j',
    (payload) => {
      expect(read('bitbucket', payload)).toEqual([{ payload, deliveryKey: null, isPing: false }]);
    },
  );

  test('is refused with more than a hundred', () => {
    const names = Array.from({ length: 101 }, (_, index) => `b${index}`);
    expect(() => read('bitbucket', cloud(...names))).toThrow('push.changes: expected a list of at most 100 events');
  });
});

test('an alert of a group has the values of its labels, also if the alerts differ in them', () => {
  const alerts = ['shop', 'cart'].map((service) => ({ status: 'firing', labels: { alertname: 'Slow', service } }));
  const payload = { status: 'firing', groupKey: 'g', commonLabels: { alertname: 'Slow' }, alerts };
  expect(describeEvent(senderWithId('alertmanager')!, { payload, headers: {}, parameters: {} })).toMatchObject({
    event: { id: 'firing' },
    values: { alert: ['Slow', 'Slow'], service: ['shop', 'cart'] },
  });
});

describe('CloudEvents', () => {
  const attributes = { specversion: '1.0', id: '1', source: '/ci', type: 'built' };
  const binary = { 'ce-specversion': '1.0', 'ce-id': '1', 'ce-source': '/ci', 'ce-type': 'built' };
  const structured = { 'content-type': 'application/cloudevents+json; charset=utf-8' };
  const batch = { 'content-type': 'Application/CloudEvents-Batch+JSON' };

  test('have the same form in each mode', () => {
    const event = { ...attributes, data: { a: 1 } };
    const inBinary = read('cloudevents', { a: 1 }, { ...binary, 'content-type': 'application/json' });
    expect(inBinary).toEqual([
      { payload: { ...event, datacontenttype: 'application/json' }, deliveryKey: '["/ci","1"]', isPing: false },
    ]);
    expect(read('cloudevents', event, structured)).toMatchObject([{ payload: event }]);
    expect(read('cloudevents', [event, { ...event, id: '2' }], batch).map(({ deliveryKey }) => deliveryKey)).toEqual([
      '["/ci","1"]',
      '["/ci","2"]',
    ]);
    expect(read('cloudevents', [], batch)).toMatchObject([{ isPing: true }]);
    expect(read('cloudevents', null, binary)).toMatchObject([{ payload: attributes }]);
  });

  // The example of the HTTP Protocol Binding, section 3.1.3.2.
  test.each([
    ['Euro%20%E2%82%AC%20%F0%9F%98%80', 'Euro € 😀'],
    ['"Euro%20%e2%82%ac"', 'Euro €'],
    ['"a \\"b\\""', 'a "b"'],
    ['a%2520b', 'a%20b'],
  ])('have the percent-encoded attribute %s', (value, expected) => {
    expect(read('cloudevents', null, { ...binary, 'ce-subject': value })).toMatchObject([
      { payload: { subject: expected } },
    ]);
  });

  test.each<[string, Json, Readonly<Record<string, string>>, string]>([
    ['invalid UTF-8', null, { ...binary, 'ce-subject': '%C0%A0' }, 'ce-subject'],
    ['no attributes', { a: 1 }, {}, 'specversion: expected a CloudEvent 1.0'],
    ['another version', { ...attributes, specversion: '0.3' }, structured, 'specversion: expected'],
    ['no source', { ...attributes, source: '' }, structured, 'source: expected a CloudEvent 1.0'],
    ['an id that is a number', { ...attributes, id: 1 }, structured, 'id: expected a CloudEvent 1.0'],
    ['a structured event that is a text', 'text', structured, 'specversion: expected'],
    ['a batch that is an object', attributes, batch, 'batch: expected a list of at most 100 events'],
    ['a batch with another element', [attributes, 1], batch, 'specversion: expected'],
  ])('are rejected with %s', (_, payload, headers, refusal) => {
    expect(() => read('cloudevents', payload, headers)).toThrow(refusal);
  });
});

describe('the description of a received event', () => {
  const describeOf = (id: SenderId, payload: Json, headers: Readonly<Record<string, string>> = {}) => {
    const sender = senderWithId(id);
    if (sender === undefined) throw new Error(`there is no sender ${id}`);
    return describeEvent(sender, { payload, headers, parameters: {} });
  };

  test('has no event for an unknown one', () => {
    expect(describeOf('github', { ref: 'x' }, { 'X-GitHub-Event': 'star' })).toEqual({ event: null, values: {} });
  });

  test('has the values without prefixes, and no values of other kinds', () => {
    const payload = {
      ...{ ref: 'refs/heads/feature/a', deleted: false },
      ...{ repository: { full_name: 8202522731445525542n }, sender: { login: { a: 1 } } },
    };
    expect(describeOf('github', payload, { 'X-GitHub-Event': 'push' }).values).toEqual({
      repository: ['8202522731445525542'],
      branch: ['feature/a'],
    });
    const build = { name: 'shop', build: { phase: 'STARTED', scm: { branch: 'main' } } };
    expect(describeOf('jenkins', build).values).toEqual({ job: ['shop'], branch: ['main'] });
  });

  test('has several values of a list, at most ten', () => {
    const fixVersions = Array.from({ length: 12 }, (_, index) => ({ name: `1.${index}` }));
    const payload = { webhookEvent: 'jira:issue_created', issue: { fields: { fixVersions } } };
    expect(describeOf('jira', payload).values.version).toHaveLength(10);
  });
});
