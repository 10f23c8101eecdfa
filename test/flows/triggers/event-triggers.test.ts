import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import {
  createEndpoint,
  type Delivery,
  deliver,
  expectAccepted,
  listDeliveries,
} from '../../harness/webhooks/endpoints.ts';
import { createWebhookEvents, type Fields, noAuthentication } from '../../harness/webhooks/webhook-events.ts';

const { rest, url } = serve();
const { createTrigger, runs, post, latestDelivery, outcomes } = createWebhookEvents(rest, url);
const build = { Build: ['compile'] };

describe('an event trigger', () => {
  test('that is broken does not affect others', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const template = await createTemplate(rest, build);
    const deletedTemplate = await createTemplate(rest, build);
    const script = (expr: string) => ({ eventFilter: { type: 'events.JythonEventFilter', expr } });
    const titled = (title: string, fields: Fields, of = template) => createTrigger(endpoint, of, { title, ...fields });
    const created = [
      await titled('raises', script("event.no.such == 'x'")),
      await titled('says nothing of use', script("'yes'")),
      await titled('has no template', {}, deletedTemplate),
      await titled('finds no folder', { releaseFolder: '${event.folder}' }),
      await titled('has no title', { releaseTitle: '${event.title}' }),
      await titled('works', {}),
      await titled('is disabled', { enabled: false }),
    ];
    await rest.sendForNoContent('DELETE', `/templates/${deletedTemplate.id}`);
    await post(endpoint, { folder: 'Applications/FolderNone' });
    const { results } = await latestDelivery(endpoint);
    const resultOf = (id: string) => results.find(({ triggerId }) => triggerId === id);
    expect(created.map(({ id }) => [resultOf(id)?.outcome, resultOf(id)?.reason])).toEqual([
      ['failed', expect.stringMatching(/^eventFilter: the script failed: AttributeError: .*\(line 1\)$/)],
      ['failed', 'eventFilter: the script has set result to what is neither true nor false'],
      ['failed', 'the trigger has no template'],
      ['failed', "there is no folder 'FolderNone'"],
      ['failed', 'title: a release needs a title'],
      ['created', undefined],
      [undefined, undefined],
    ]);
    for (const { id } of created.slice(0, 5)) {
      expect((await runs(id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
        ['failed', resultOf(id)?.reason],
      ]);
    }
  });

  test('creates one release at a time if parallel execution is off', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const trigger = await createTrigger(endpoint, await createTemplate(rest, build), { allowParallelExecution: false });
    await Promise.all(Array.from({ length: 10 }, () => post(endpoint, {})));
    await expect.poll(async () => (await runs(trigger.id)).length, { interval: 20 }).toBe(10);
    expect((await runs(trigger.id)).filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
  });

  test('cannot be run manually, since a delivery can be replayed', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const { id } = await createTrigger(endpoint, await createTemplate(rest, build));
    const reason = 'An event trigger runs only for events. To run it now, replay a delivery.';
    expect(await rest.sendForError('POST', `/triggers/${id}/run`)).toBe(`409 ${reason}`);
    expect(await rest.get(`/triggers/${id}`)).toMatchObject({ runRefusal: { sentence: reason } });
    await post(endpoint, {});
    const [first] = [await latestDelivery(endpoint)];
    const replayed = await rest.post<Delivery>(`/webhooks/${endpoint.id}/deliveries/${first.id}/replay`);
    expect((await latestDelivery(endpoint)).id).toBe(replayed.id);
    expect((await runs(id)).map(({ outcome, deliveryId }) => [outcome, deliveryId])).toEqual([
      ['created', replayed.id],
      ['created', first.id],
    ]);
  });

  test('fires once for a deduplication key', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication, { deduplicationKey: 'payload.id' });
    const { id } = await createTrigger(endpoint, await createTemplate(rest, build));
    for (const reply of await Promise.all([1, 2, 3, 4].map(() => post(endpoint, { id: 'same' }))))
      expectAccepted(reply);
    await expect.poll(async () => (await runs(id)).length, { interval: 20 }).toBe(1);
    expect((await listDeliveries(rest, endpoint)).map(({ verdict }) => verdict).toSorted()).toEqual([
      'ACCEPTED',
      'DUPLICATE',
      'DUPLICATE',
      'DUPLICATE',
    ]);
  });

  test('fires for a body that begins with a byte order mark', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const expressions = [{ path: 'event.id', operator: 'EQUALS', value: 'marked' }];
    const { id } = await createTrigger(endpoint, await createTemplate(rest, build), {
      releaseTitle: '${event.id}',
      eventFilter: { type: 'events.ExpressionEventFilter', expressions },
    });
    expectAccepted(await deliver(url(), endpoint, { body: '\ufeff{"id": "marked"}' }));
    await expect
      .poll(async () => (await runs(id)).map(({ outcome }) => outcome), { interval: 20 })
      .toEqual(['created']);
  });

  test('continues to exist without its endpoint, and shows that it is missing', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const { id } = await createTrigger(endpoint, await createTemplate(rest, build));
    await rest.sendForNoContent('DELETE', `/config/${endpoint.id}`);
    expect(await rest.get(`/triggers/${id}`)).not.toHaveProperty('eventSource');
  });

  test('may use one template for all events, or the template that the event names', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const [firstTemplate, secondTemplate] = [
      await createTemplate(rest, build, { title: 'One' }),
      await createTemplate(rest, build),
    ];
    const target = (value: string) => ({ type: 'rel.StringValue', targetProperty: 'template', value });
    const answer = await createTrigger(endpoint, secondTemplate, { mappedProperties: [target(firstTemplate.id)] });
    expect(answer).toMatchObject({ template: firstTemplate.id, mappedProperties: [] });
    await rest.put(`/triggers/${answer.id}`, { mappedProperties: [target('${event.template}')] });
    await post(endpoint, { template: secondTemplate.id });
    const { results } = await latestDelivery(endpoint);
    expect(await rest.get(`/releases/${results[0]?.releaseId}`)).toMatchObject({ originTemplateId: secondTemplate.id });
    await post(endpoint, { template: 'ReleaseNone' });
    expect(await outcomes(endpoint)).toEqual([['failed', "there is no template 'ReleaseNone'"]]);
  });
});
