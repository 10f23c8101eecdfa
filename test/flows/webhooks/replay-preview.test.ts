import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { startedOf, templateOf } from '../../harness/rest/plans.ts';
import { eventsAt, nobody } from '../../harness/webhooks/events.ts';
import { type Configuration, type Delivery, deliver, endpointOf, ledger } from '../../harness/webhooks/hooks.ts';

const { rest, url } = serve();
const { post } = eventsAt(rest, url);

interface Trigger {
  readonly id: string;
}

const previewOf = (endpoint: Configuration, { id }: Delivery) =>
  rest.get(`/webhooks/${endpoint.id}/deliveries/${id}/replay-preview`);

async function listenerOf(endpoint: Configuration, eventFilter: object): Promise<Trigger> {
  const template = await templateOf(rest, { Build: ['compile'] });
  const listening = { type: 'events.EventBasedTrigger', title: 'Listens', eventSource: endpoint.id, eventFilter };
  return await rest.post<Trigger>('/triggers', { ...listening, template: template.id });
}
const script = (expr: string) => ({ type: 'events.JythonEventFilter', expr });

test('a preview of a replay lists the results for triggers and waiting tasks, and changes nothing', async () => {
  const endpoint = await endpointOf(rest, nobody);
  await post(endpoint, { ref: 'main' });
  const [delivery] = await ledger(rest, endpoint);
  const wants = await listenerOf(endpoint, script("event.ref == 'main'"));
  const other = await listenerOf(endpoint, script("event.ref == 'other'"));
  const broken = await listenerOf(endpoint, script('1 / 0'));
  const off = await listenerOf(endpoint, script('True'));
  await rest.done('PUT', `/triggers/${off.id}/disable`);
  const wait = { title: 'wait', type: 'events.WaitForJsonEvent', eventSource: endpoint.id };
  const release = await startedOf(rest, { Deploy: [{ ...wait, condition: "event.ref == 'main'" }] });
  const [task] = release.phases[0]!.tasks;
  const foreseen = [
    { triggerId: wants.id, outcome: 'created' },
    { triggerId: other.id, outcome: 'filtered', reason: 'the script of its filter does not want it' },
    {
      triggerId: broken.id,
      outcome: 'failed',
      reason: expect.stringMatching(/^eventFilter: the script failed: ZeroDivisionError/),
    },
  ].toSorted((one, another) => (one.triggerId < another.triggerId ? -1 : 1));
  const told = [...foreseen, { taskId: task!.id, outcome: 'completed' }];
  expect(await previewOf(endpoint, delivery!)).toEqual(told);
  expect(await previewOf(endpoint, delivery!)).toEqual(told);
  expect([await ledger(rest, endpoint), await rest.get(`/triggers/${wants.id}/runs`)]).toEqual([[delivery], []]);
});

test('a preview of a replay checks what the creation of a release checks', async () => {
  const endpoint = await endpointOf(rest, nobody);
  await post(endpoint, { ref: 'main' });
  const [delivery] = await ledger(rest, endpoint);
  const wants = await listenerOf(endpoint, script('True'));
  const { template } = await rest.get<{ template: string }>(`/triggers/${wants.id}`);
  expect(await previewOf(endpoint, delivery!)).toEqual([{ triggerId: wants.id, outcome: 'created' }]);
  await rest.post(`/templates/${template.split('/').at(-1)}/variables`, { key: 'version' });
  expect(await previewOf(endpoint, delivery!)).toEqual([
    { triggerId: wants.id, outcome: 'failed', reason: 'variables: a value is required for version' },
  ]);
  expect(await rest.get(`/triggers/${wants.id}/runs`)).toEqual([]);
});

test('a preview checks at most a hundred listeners, and lists others as not checked', async () => {
  const endpoint = await endpointOf(rest, nobody);
  await post(endpoint, { ref: 'main' });
  const [delivery] = await ledger(rest, endpoint);
  const wait = { type: 'events.WaitForJsonEvent', eventSource: endpoint.id };
  const waits = Array.from({ length: 102 }, (_, nth) => ({ ...wait, title: `wait ${nth}` }));
  await startedOf(rest, { Deploy: [{ title: 'all', type: 'rel.ParallelGroup', tasks: waits }] });
  const foreseen = (await previewOf(endpoint, delivery!)) as readonly { outcome: string; reason?: string }[];
  const unasked = { outcome: 'unasked', reason: 'a preview checks at most 100 triggers and tasks' };
  expect(foreseen.slice(0, 100).every(({ outcome }) => outcome === 'completed')).toBe(true);
  expect(foreseen.slice(100)).toEqual([unasked, unasked].map((told) => expect.objectContaining(told)));
});

test('a refused delivery of which only the beginning is kept has no preview, as it has no replay', async () => {
  const endpoint = await endpointOf(rest, { type: 'events.TokenAuthentication', token: 'x' });
  await deliver(url(), endpoint, { body: JSON.stringify({ long: 'x'.repeat(100_000) }) });
  const [{ id }] = (await ledger(rest, endpoint)) as [Delivery];
  const path = `/webhooks/${endpoint.id}/deliveries/${id}`;
  const refusal = await rest.refused('POST', `${path}/replay`);
  expect(await rest.refused('GET', `${path}/replay-preview`)).toBe(refusal);
});
