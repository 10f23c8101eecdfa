import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, startRelease } from '../../harness/rest/plans.ts';
import {
  type Configuration,
  createEndpoint,
  type Delivery,
  deliver,
  listDeliveries,
} from '../../harness/webhooks/endpoints.ts';
import { createWebhookEvents, noAuthentication } from '../../harness/webhooks/webhook-events.ts';

const { rest, url } = serve();
const { post } = createWebhookEvents(rest, url);

interface Trigger {
  readonly id: string;
}

const previewOf = (endpoint: Configuration, { id }: Delivery) =>
  rest.get(`/webhooks/${endpoint.id}/deliveries/${id}/replay-preview`);

async function listenerOf(endpoint: Configuration, eventFilter: object): Promise<Trigger> {
  const template = await createTemplate(rest, { Build: ['compile'] });
  const triggerBody = { type: 'events.EventBasedTrigger', title: 'Listens', eventSource: endpoint.id, eventFilter };
  return await rest.post<Trigger>('/triggers', { ...triggerBody, template: template.id });
}
const script = (expr: string) => ({ type: 'events.JythonEventFilter', expr });

test('a preview of a replay lists the results for triggers and waiting tasks, and changes nothing', async () => {
  const endpoint = await createEndpoint(rest, noAuthentication);
  await post(endpoint, { ref: 'main' });
  const [delivery] = await listDeliveries(rest, endpoint);
  const mainTrigger = await listenerOf(endpoint, script("event.ref == 'main'"));
  const otherTrigger = await listenerOf(endpoint, script("event.ref == 'other'"));
  const broken = await listenerOf(endpoint, script('1 / 0'));
  const disabledTrigger = await listenerOf(endpoint, script('True'));
  await rest.sendForNoContent('PUT', `/triggers/${disabledTrigger.id}/disable`);
  const waitTask = { title: 'wait', type: 'events.WaitForJsonEvent', eventSource: endpoint.id };
  const release = await startRelease(rest, { Deploy: [{ ...waitTask, condition: "event.ref == 'main'" }] });
  const [task] = release.phases[0]!.tasks;
  const foreseen = [
    { triggerId: mainTrigger.id, outcome: 'created' },
    {
      triggerId: otherTrigger.id,
      outcome: 'filtered',
      reason: 'the filter script of the trigger does not accept the event',
    },
    {
      triggerId: broken.id,
      outcome: 'failed',
      reason: expect.stringMatching(/^eventFilter: the script failed: ZeroDivisionError/),
    },
  ].toSorted((a, b) => (a.triggerId < b.triggerId ? -1 : 1));
  const expectedResult = [...foreseen, { taskId: task!.id, outcome: 'completed' }];
  expect(await previewOf(endpoint, delivery!)).toEqual(expectedResult);
  expect(await previewOf(endpoint, delivery!)).toEqual(expectedResult);
  expect([await listDeliveries(rest, endpoint), await rest.get(`/triggers/${mainTrigger.id}/runs`)]).toEqual([
    [delivery],
    [],
  ]);
});

test('a preview of a replay includes the checks of the creation of a release', async () => {
  const endpoint = await createEndpoint(rest, noAuthentication);
  await post(endpoint, { ref: 'main' });
  const [delivery] = await listDeliveries(rest, endpoint);
  const mainTrigger = await listenerOf(endpoint, script('True'));
  const { template } = await rest.get<{ template: string }>(`/triggers/${mainTrigger.id}`);
  expect(await previewOf(endpoint, delivery!)).toEqual([{ triggerId: mainTrigger.id, outcome: 'created' }]);
  await rest.post(`/templates/${template.split('/').at(-1)}/variables`, { key: 'version' });
  expect(await previewOf(endpoint, delivery!)).toEqual([
    { triggerId: mainTrigger.id, outcome: 'failed', reason: 'variables: a value is required for version' },
  ]);
  expect(await rest.get(`/triggers/${mainTrigger.id}/runs`)).toEqual([]);
});

test('a preview checks at most a hundred listeners, and lists other listeners as not checked', async () => {
  const endpoint = await createEndpoint(rest, noAuthentication);
  await post(endpoint, { ref: 'main' });
  const [delivery] = await listDeliveries(rest, endpoint);
  const waitTask = { type: 'events.WaitForJsonEvent', eventSource: endpoint.id };
  const waitTasks = Array.from({ length: 102 }, (_, nth) => ({ ...waitTask, title: `wait ${nth}` }));
  await startRelease(rest, { Deploy: [{ title: 'all', type: 'rel.ParallelGroup', tasks: waitTasks }] });
  const foreseen = (await previewOf(endpoint, delivery!)) as readonly { outcome: string; reason?: string }[];
  const unasked = { outcome: 'unasked', reason: 'a preview checks at most 100 triggers and tasks' };
  expect(foreseen.slice(0, 100).every(({ outcome }) => outcome === 'completed')).toBe(true);
  expect(foreseen.slice(100)).toEqual(
    [unasked, unasked].map((expectedResult) => expect.objectContaining(expectedResult)),
  );
});

test('a refused delivery without its full body has no preview, because it cannot be replayed', async () => {
  const endpoint = await createEndpoint(rest, { type: 'events.TokenAuthentication', token: 'x' });
  await deliver(url(), endpoint, { body: JSON.stringify({ long: 'x'.repeat(100_000) }) });
  const [{ id }] = (await listDeliveries(rest, endpoint)) as [Delivery];
  const path = `/webhooks/${endpoint.id}/deliveries/${id}`;
  const refusal = await rest.sendForError('POST', `${path}/replay`);
  expect(await rest.sendForError('GET', `${path}/replay-preview`)).toBe(refusal);
});
