import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Sender, type SenderEvent, senders } from '../../../libs/domain/src/senders/index.ts';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import { type Configuration, createEndpoint, deliver, listDeliveries } from '../../harness/webhooks/endpoints.ts';
import { createWebhookEvents } from '../../harness/webhooks/webhook-events.ts';

const { url, rest } = serve();
const { createTrigger, latestDelivery } = createWebhookEvents(rest, url);

const secret = 'a secret of both';

interface Run {
  readonly outcome: string;
  readonly releaseTitle?: string;
}
interface Trial {
  readonly matches: boolean;
  readonly event?: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly release?: { readonly title: string; readonly variables: object };
}

/** Creates the endpoint of a sender. */
const endpointFor = ({ id, authentication, deduplicationKey }: Sender, path: string = id): Promise<Configuration> => {
  const isSigned = authentication.type === 'events.SignatureAuthentication';
  const method = { type: authentication.type, ...authentication.properties };
  const fields = { title: path, path, sender: id, deduplicationKey };
  return createEndpoint(rest, { ...method, ...(isSigned ? { secret } : { token: secret }) }, fields);
};

const bodyOf = ({ id }: Sender, event: unknown): string =>
  JSON.stringify(id === 'oci-registry' ? { events: [event] } : event);

/** Delivers a request as its sender authenticates it. */
async function send(
  { authentication }: Sender,
  endpoint: Configuration,
  body: string,
  headers: Readonly<Record<string, string>> = {},
) {
  const { header = '', parameter } = authentication.properties;
  const path = parameter === undefined ? endpoint.path : `${endpoint.path}?${parameter}=${encodeURIComponent(secret)}`;
  const hash = createHmac('sha256', secret).update(body).digest('hex');
  const token = header === 'Authorization' ? `Bearer ${secret}` : secret;
  const proofs = {
    ...(parameter === undefined && { [header]: authentication.type.includes('Sig') ? `sha256=${hash}` : token }),
  };
  return await deliver(url(), { ...endpoint, path }, { body, headers: { ...headers, ...proofs } });
}

const senderOf = (id: Sender['id']): Sender => {
  const sender = senders.find((item) => item.id === id);
  if (sender === undefined) throw new Error(`there is no sender ${id}`);
  return sender;
};
const filterOf = ({ conditions: expressions }: SenderEvent) => ({ type: 'events.ExpressionEventFilter', expressions });

test.each(senders.map((sender) => [sender.title, sender] as const))(
  'events of %s start releases of exactly their triggers, and unauthenticated ones do not',
  async (_, sender) => {
    const endpoint = await endpointFor(sender);
    const template = await createTemplate(rest, { Build: ['compile'] }, { title: `Plan of ${sender.id}` });
    const triggers = await Promise.all(
      sender.events.map((event) =>
        createTrigger(endpoint, template, { releaseTitle: event.releaseTitle, eventFilter: filterOf(event) }),
      ),
    );
    for (const { sample, id } of sender.events) {
      const headers = Object.entries(sample.headers).map(([name, value]) => [
        name,
        /delivery|request|idempotency|identifier/i.test(name) ? id : value,
      ]);
      expect((await send(sender, endpoint, bodyOf(sender, sample.event), Object.fromEntries(headers))).status).toBe(
        200,
      );
    }
    expect((await deliver(url(), endpoint, { body: '{}' })).status).toBe(sender.id === 'cloudevents' ? 400 : 401);
    await expect
      .poll(async () =>
        (await listDeliveries(rest, endpoint)).every(
          ({ verdict, processedAt }) => verdict !== 'ACCEPTED' || processedAt,
        ),
      )
      .toBe(true);
    for (const [index, { id }] of triggers.entries()) {
      const runs = await rest.get<readonly Run[]>(`/triggers/${id}/runs`);
      const isLast = sender.id === 'cloudevents' && index === 1;
      expect(runs.map(({ outcome }) => outcome)).toEqual(isLast ? ['created', 'created'] : ['created']);
      expect(runs.every(({ releaseTitle = '${' }) => !releaseTitle.includes('${'))).toBe(true);
    }
  },
);

describe('an endpoint of a sender', () => {
  test('accepts a connection test, which starts no release', async () => {
    const sender = senderOf('github');
    const endpoint = await endpointFor(sender, 'pings');
    const template = await createTemplate(rest, { Build: ['compile'] }, { title: 'Plan of pings' });
    const { id } = await createTrigger(endpoint, template);
    const { status } = await send(sender, endpoint, '{"zen":"x"}', { 'X-GitHub-Event': 'ping' });
    const delivery = await latestDelivery(endpoint);
    expect([status, delivery.verdict, delivery.reason, delivery.results]).toEqual([
      ...[200, 'ACCEPTED', 'a connection test starts no release', []],
    ]);
    const server = await endpointFor(senderOf('bitbucket-server'), 'unsigned-pings');
    const test = await deliver(url(), server, {
      body: '{"test":true}',
      headers: { 'X-Event-Key': 'diagnostics:ping' },
    });
    const push = await deliver(url(), server, { body: '{}', headers: { 'X-Event-Key': 'repo:refs_changed' } });
    expect([test.status, push.status]).toEqual([200, 401]);
    expect((await listDeliveries(rest, server)).map(({ verdict, status: shown }) => [verdict, shown])).toEqual([
      ...[
        ['REFUSED', 401],
        ['REFUSED', 200],
      ],
    ]);
    expect(await rest.get(`/triggers/${id}/runs`)).toEqual([]);
  });

  test('stores each event of a batch once, and refuses a malformed one', async () => {
    const sender = senderOf('cloudevents');
    const endpoint = await endpointFor(sender, 'batches');
    const event = (id: string) => ({ specversion: '1.0', id, source: '/ci', type: 'built' });
    const headers = { 'Content-Type': 'application/cloudevents-batch+json' };
    const sendBatch = (...ids: readonly string[]) => send(sender, endpoint, JSON.stringify(ids.map(event)), headers);
    expect([(await sendBatch('1', '2')).status, (await sendBatch('2', '3')).status]).toEqual([200, 200]);
    const refused = await send(sender, endpoint, '{}', headers);
    expect([refused.status, refused.text]).toEqual([400, 'batch: expected a list of at most 100 events\n']);
    const binary = { 'ce-id': '4', 'ce-source': '/ci', 'ce-type': 'built', 'ce-specversion': '1.0' };
    expect((await send(sender, endpoint, '{"a":1}', { ...binary, 'Content-Type': 'application/json' })).status).toBe(
      200,
    );
    const deliveries = (await listDeliveries(rest, endpoint)).toReversed();
    expect(deliveries.map(({ verdict, body }) => [verdict, JSON.parse(body).id])).toEqual([
      ...[
        ['ACCEPTED', '1'],
        ['ACCEPTED', '2'],
        ['DUPLICATE', '2'],
        ['ACCEPTED', '3'],
      ],
      ...[
        ['REFUSED', undefined],
        ['ACCEPTED', '4'],
      ],
    ]);
  });

  test('hides the token of its URL, and accepts two secrets during a rotation', async () => {
    const sender = senderOf('jenkins');
    const endpoint = await endpointFor(sender, 'rotated');
    const body = JSON.stringify({ build: { phase: 'STARTED' } });
    const statusOf = async () => (await send(sender, endpoint, body)).status;
    expect(await statusOf()).toBe(200);
    expect((await listDeliveries(rest, endpoint))[0]?.parameters).toEqual({ token: ['********'] });
    const rotate = (change: object) => rest.post<Configuration>(`/webhooks/${endpoint.id}/rotate-secret`, change);
    const rotated = await rotate({ secret: 'another secret' });
    expect(rotated.authentication).toMatchObject({ token: '********', previousToken: '********' });
    expect(await statusOf()).toBe(200);
    // A repeated request changes nothing.
    await rotate({ secret: 'another secret' });
    expect(await statusOf()).toBe(200);
    await rotate({});
    await rotate({});
    expect(await statusOf()).toBe(401);
    const audit = await rest.get<readonly object[]>(`/audit?subject=${endpoint.id}`);
    expect(audit).toMatchObject([{ action: 'SECRET_REVOKED' }, { action: 'SECRET_ROTATED', subject: endpoint.id }]);
    expect(JSON.stringify(audit)).not.toContain('another secret');
    const open = await createEndpoint(rest, { type: 'events.NoAuthentication' });
    expect(await rest.sendForError('POST', `/webhooks/${open.id}/rotate-secret`, { secret: 'x' })).toBe(
      `409 endpoint '${open.title}' has no secret that can be rotated`,
    );
  });

  test('has an unknown sender: it is refused', async () => {
    const authentication = { type: 'events.NoAuthentication' };
    const body = { type: 'events.PostWebhookEndpoint', title: 'Odd', path: 'odd', authentication, sender: 'svn' };
    expect(await rest.sendForError('POST', '/config', body)).toMatch(/^400 sender: expected one of .*github/);
  });
});

describe('a trial of a filter', () => {
  const push = senderOf('github').events.find(({ id }) => id === 'push')!;
  const branchIs = (value: string) => ({
    type: 'events.ExpressionEventFilter',
    expressions: [...push.conditions, { path: 'event.ref', operator: 'EQUALS', value: `refs/heads/${value}` }],
  });
  const mapped = { type: 'VariableValue', targetProperty: 'variables[version]', variableKey: 'event.after' };
  const texts = { releaseTitle: push.releaseTitle, mappedProperties: [mapped] };
  const run = (body: object) => rest.post<Trial>('/triggers/event-trial', body);

  test('uses the sample of a sender, a pasted event or a delivery, and changes nothing', async () => {
    const sample = { sender: 'github', event: 'push' };
    expect(await run({ ...sample, ...texts, eventFilter: branchIs('main') })).toMatchObject({
      ...{ matches: true, event: 'push', fields: { repository: ['acme/shop'], branch: ['main'], author: ['ada'] } },
      release: { title: expect.stringMatching(/^shop [0-9a-f]{40}$/), variables: { version: expect.any(String) } },
    });
    expect(await run({ ...sample, ...texts, eventFilter: branchIs('other') })).toMatchObject({
      ...{ matches: false, reason: expect.stringContaining('event.ref') },
    });
    const pasted = { event: { ref: 'a' }, headers: { 'X-A': 'b' }, parameters: { c: 'd', e: ['f'] } };
    const script = { type: 'events.JythonEventFilter', expr: 'event.ref == "a" and parameters["c"] == ["d"]' };
    expect(await run({ sample: pasted, eventFilter: script })).toMatchObject({ matches: true, fields: {} });
    const sender = senderOf('github');
    const endpoint = await endpointFor(sender, 'tried');
    const body = JSON.stringify({ ...(push.sample.event as object), ref: 'refs/heads/old' });
    await send(sender, endpoint, body, push.sample.headers);
    expect(await run({ endpointId: endpoint.id, ...texts, eventFilter: branchIs('old') })).toMatchObject({
      ...{ matches: true, event: 'push', deliveryId: expect.any(String) },
    });
    expect(await rest.get(`/webhooks/${endpoint.id}/event-values`)).toEqual({
      sender: 'github',
      values: { repository: ['acme/shop'], branch: ['old'], author: ['ada'] },
    });
    expect(await rest.get('/triggers?triggerTitle=Trial')).toMatchObject({ totalElements: 0 });
  });

  test.each<[object, string]>([
    [{}, '400 event: expected a sample, an endpointId, or a sender with one of its events'],
    [{ sender: 'github', event: 'constructor' }, '400 event: expected a sample'],
    [{ sender: 'svn' }, '400 sender: expected'],
    [{ sample: { event: 1 }, releaseTitle: '${event.[}' }, '400 releaseTitle'],
    [{ endpointId: 'ConfigurationNone' }, "404 there is no configuration 'ConfigurationNone'"],
  ])('is refused for %j', async (body, refusal) => {
    expect(await rest.sendForError('POST', '/triggers/event-trial', body)).toContain(refusal);
  });
});
