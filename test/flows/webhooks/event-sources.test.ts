import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { packChatPlugin } from '../../harness/webhooks/chat-plugin.ts';
import {
  type Configuration,
  createEndpoint,
  type Delivery,
  deliver,
  expectAccepted,
  listDeliveries,
} from '../../harness/webhooks/endpoints.ts';
import { createWebhookEvents, noAuthentication } from '../../harness/webhooks/webhook-events.ts';

const { rest, url } = serve();
const { createTrigger, runs, post, latestDelivery, outcomes } = createWebhookEvents(rest, url);
let template: Release;
let created = 0;
beforeAll(async () => {
  await rest.post('/plugins', fileForm(await packChatPlugin()));
  const variables = ['user', 'topic', 'text'].map((key) => ({ key, type: 'rel.StringVariable', value: 'none' }));
  template = await createTemplate(rest, { Talk: ['answer ${user}'] }, { variables });
});

const sourceOn = (endpoint: Configuration, fields = {}) => {
  created += 1;
  return rest.post<Configuration>('/config', {
    type: 'chat.Source',
    title: `Chat ${created}`,
    eventSource: endpoint.id,
    ...fields,
  });
};
const mapped = ['user', 'topic', 'text'].map((key) => ({
  type: 'StringValue',
  targetProperty: `variables[${key}]`,
  value: `\${event.${key}}`,
}));
const listenerFields = { eventType: 'chat.Message', mappedProperties: mapped };
const outcomesOf = async (endpoint: Configuration) => {
  const { results } = await latestDelivery(endpoint);
  const release = await rest.get<Release>(`/releases/${results[0]?.releaseId}`);
  return Object.fromEntries(release.variables.map(({ key, value }) => [key, value]));
};

describe('an event source', () => {
  test('creates its own event from a POST request, and a release with the mapped values', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const source = await sourceOn(endpoint);
    expect(source).toMatchObject({
      type: 'chat.Source',
      eventSource: endpoint.id,
      inputEventType: 'events.HttpRequestEvent',
      outputEventType: 'chat.Message',
    });
    const trigger = await createTrigger(source, template, {
      ...listenerFields,
      releaseTitle: 'For ${event.author.name}',
    });
    expect(trigger).toMatchObject({ eventSource: source.id, eventType: 'chat.Message' });
    expectAccepted(await post(endpoint, { user: 'Zoë', text: 'Hello\nWorld' }));
    expect(await outcomesOf(endpoint)).toEqual({ user: 'Zoë', topic: 'general', text: 'Hello\nWorld' });
    expect((await runs(trigger.id)).map(({ outcome }) => outcome)).toEqual(['created']);
  });

  test('creates its event from the query of a GET endpoint', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication, {
      type: 'events.GetWebhookEndpoint',
      path: 'chat/get',
    });
    await createTrigger(await sourceOn(endpoint), template, listenerFields);
    const path = `${endpoint.path}?user=ann&topic=ops&text=a%0Ab`;
    expectAccepted(await deliver(url(), { ...endpoint, path }, { method: 'GET' }));
    expect(await outcomesOf(endpoint)).toEqual({ user: 'ann', topic: 'ops', text: 'a\nb' });
  });

  test('can use JavaScript', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    await createTrigger(await sourceOn(endpoint, { type: 'chat.Plain', title: 'Plain' }), template, listenerFields);
    await deliver(url(), endpoint, { body: '{"user":"ann"}', headers: { 'x-sender': 'them' } });
    expect(await outcomesOf(endpoint)).toEqual({ user: 'ann of them', topic: 'general', text: 'Plain' });
    await post(endpoint, { user: 'nobody' });
    expect(await outcomes(endpoint)).toEqual([['filtered', "event source 'Plain' returned no event"]]);
  });

  test('that creates no event from a delivery records its output, without secrets', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const source = await sourceOn(endpoint, { topics: ['ops'], token: 'hush hush' });
    const { id } = await createTrigger(source, template, listenerFields);
    expectAccepted(await post(endpoint, { user: 'ann', topic: 'fun' }));
    const reason = `event source '${source.title}' returned no event; it printed: ignored: fun ********`;
    expect(await outcomes(endpoint)).toEqual([['filtered', reason]]);
    expect(await runs(id)).toEqual([]);
  });

  test('does not put its secrets into a release', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    await createTrigger(await sourceOn(endpoint, { token: 'hush hush' }), template, listenerFields);
    const body = JSON.stringify({ user: 'ann', tell: 'token' });
    await deliver(url(), endpoint, { body, headers: { 'X-Sender': 'them' } });
    expect(await outcomesOf(endpoint)).toMatchObject({ text: 'by ******** of them' });
  });

  test('that fails is an error of its triggers, and does not affect other triggers of the endpoint', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const source = await sourceOn(endpoint);
    const named = `event source '${source.title}'`;
    const broken = await createTrigger(source, template, listenerFields);
    await createTrigger(endpoint, template, { title: 'Plain' });
    const outcome = async (body: unknown) => {
      await post(endpoint, body);
      const { results } = await latestDelivery(endpoint);
      const [first] = results.filter(({ triggerId }) => triggerId === broken.id);
      expect(results.filter(({ triggerId }) => triggerId !== broken.id)).toMatchObject([{ outcome: 'created' }]);
      return [first?.outcome, first?.reason];
    };
    const no = 'the script has set output to what is no event: expected what CI() makes, or a dict';
    expect(await outcome([])).toEqual([
      'failed',
      `${named}: the script failed: AttributeError: 'list' object has no attribute 'get' (line 9)`,
    ]);
    expect(await outcome({ put: 'number' })).toEqual(['failed', `${named}: ${no}`]);
    expect(await outcome({ put: 'list' })).toEqual(['failed', `${named}: ${no}`]);
    expect(await outcome({ put: 'other' })).toEqual([
      'failed',
      `${named}: the script has put out chat.Author, and not chat.Message`,
    ]);
    expect(await outcome({ typo: true })).toEqual([
      'failed',
      `${named}: the script failed: AttributeError: chat.Message has no property 'usr' (line 27)`,
    ]);
    expect(await outcome({ unknown: true })).toEqual([
      'failed',
      `${named}: the script failed: TypeError: no plugin defines a type 'chat.Nothing' (line 29)`,
    ]);
    expect((await runs(broken.id)).map(({ outcome: how }) => how)).toEqual(Array(6).fill('failed'));
  });

  test('runs again for a replay, without the response stored for its key', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication, { deduplicationKey: 'payload.id' });
    const { id } = await createTrigger(await sourceOn(endpoint), template, listenerFields);
    for (const text of ['one', 'two']) expectAccepted(await post(endpoint, { id: 'same', user: 'ann', text }));
    await expect.poll(async () => (await runs(id)).length, { interval: 20 }).toBe(1);
    const [, first] = await listDeliveries(rest, endpoint);
    await rest.post<Delivery>(`/webhooks/${endpoint.id}/deliveries/${first?.id}/replay`);
    expect(await outcomesOf(endpoint)).toMatchObject({ text: 'one' });
    expect((await runs(id)).map(({ outcome }) => outcome)).toEqual(['created', 'created']);
  });

  test('creates one event for all its triggers, and their filters can read the event', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const source = await sourceOn(endpoint);
    const script = {
      type: 'events.JythonEventFilter',
      expr: "event.author['name'] == 'ann' and 'x-sender' in headers",
    };
    const path = { path: 'event.topic', operator: 'EQUALS', value: 'ops' };
    await createTrigger(source, template, { title: 'a', eventFilter: script });
    await createTrigger(source, template, {
      title: 'b',
      eventFilter: { type: 'events.ExpressionEventFilter', expressions: [path] },
    });
    await deliver(url(), endpoint, { body: '{"user":"ann"}', headers: { 'X-Sender': 'them' } });
    expect((await outcomes(endpoint)).toSorted()).toEqual([
      ['created', undefined],
      ['filtered', "event.topic is not 'ops'"],
    ]);
  });
});

describe('an event source is refused', () => {
  test('without an endpoint, with an invalid endpoint, and for other events than requests', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const source = await sourceOn(endpoint);
    const refused = (fields: object) =>
      rest.sendForError('POST', '/config', { type: 'chat.Source', title: 'No', eventSource: endpoint.id, ...fields });
    expect(await refused({ eventSource: null })).toBe('400 eventSource: expected an object with a type');
    expect(await refused({ eventSource: 'ConfigurationNone' })).toBe(
      "404 there is no configuration 'ConfigurationNone'",
    );
    expect(await refused({ eventSource: source.id })).toBe(`400 eventSource: '${source.id}' is not a webhook endpoint`);
    expect(await refused({ inputEventType: 'chat.Message' })).toBe(
      '400 inputEventType: expected events.HttpRequestEvent',
    );
    expect(await sourceOn(endpoint, { eventSource: { id: endpoint.id, type: endpoint.type } })).toMatchObject({
      eventSource: endpoint.id,
    });
  });

  test('by a trigger for other events', async () => {
    const source = await sourceOn(await createEndpoint(rest, noAuthentication));
    const body = { type: 'events.EventBasedTrigger', title: 'Other', template: template.id, eventSource: source.id };
    expect(await rest.sendForError('POST', '/triggers', { ...body, eventType: 'chat.Author' })).toBe(
      '400 eventType: its event source produces chat.Message, not chat.Author',
    );
    expect(await rest.post('/triggers', body)).toMatchObject({ eventType: 'chat.Message' });
  });
});

test('an event source without its endpoint cannot be used by a new trigger until it has another endpoint', async () => {
  const endpoint = await createEndpoint(rest, noAuthentication);
  const source = await sourceOn(endpoint);
  const { id } = await createTrigger(source, template, listenerFields);
  await rest.sendForNoContent('DELETE', `/config/${endpoint.id}`);
  expect(await rest.get(`/triggers/${id}`)).toMatchObject({ eventSource: source.id });
  const lateTrigger = {
    type: 'events.EventBasedTrigger',
    title: 'Late',
    template: template.id,
    eventSource: source.id,
  };
  expect(await rest.sendForError('POST', '/triggers', lateTrigger)).toBe(
    `400 eventSource: '${source.id}' is neither a webhook endpoint nor an event source`,
  );
  const otherEndpoint = await createEndpoint(rest, noAuthentication);
  await rest.put(`/config/${source.id}`, { eventSource: otherEndpoint.id });
  await post(otherEndpoint, { user: 'ann' });
  expect(await outcomes(otherEndpoint)).toEqual([['created', undefined]]);
});
