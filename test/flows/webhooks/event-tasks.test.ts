import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, parallel } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { type Configuration, createEndpoint, type Delivery, deliver } from '../../harness/webhooks/endpoints.ts';
import { createWebhookEvents, noAuthentication } from '../../harness/webhooks/webhook-events.ts';

const product = serve();
const { rest, url } = product;
const { createTrigger, post, latestDelivery } = createWebhookEvents(rest, url);

/** Starts a release that waits at an endpoint for an event, then for another event, then for a user. */
async function waiting(endpoint: Configuration, condition?: string, fields: Readonly<Record<string, unknown>> = {}) {
  const waitTask = { title: 'wait', type: 'events.WaitForJsonEvent', eventSource: endpoint.id, condition };
  const tasks = [waitTask, { ...waitTask, title: 'wait again', condition: undefined }, 'talk'];
  const template = await createTemplate(rest, { Deploy: tasks }, fields);
  const body = { releaseTitle: 'Waits', autoStart: true };
  const release = await rest.post<Release>(`/templates/${template.id}/create`, body);
  const now = async () => {
    const { phases } = await rest.get<Release>(`/releases/${release.id}`);
    return phases[0]?.tasks.map(({ status }) => status);
  };
  const task = async (at = 0) => (await rest.get<Release>(`/releases/${release.id}`)).phases[0]?.tasks[at] as Task;
  return { id: release.id, now, task };
}
const results = async (endpoint: Configuration) =>
  (await latestDelivery(endpoint)).results.map((result) => ({
    ...result,
    triggerId: undefined,
    runId: undefined,
    releaseId: undefined,
  }));

const [done, active, plannedStatus, failed] = ['COMPLETED', 'IN_PROGRESS', 'PLANNED', 'FAILED'];

describe('a task that waits for an event', () => {
  test('is completed by the first event that matches its condition, and the next task waits for the next event', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const { now, task, id } = await waiting(endpoint, "event.build == '${build}' and parameters['a'] == ['b']", {
      variables: [{ key: 'build', type: 'rel.StringVariable', value: '17' }],
    });
    expect(await now()).toEqual([active, plannedStatus, plannedStatus]);
    expect(await rest.get(`/releases/${id}/explain`)).toMatchObject({
      moving: false,
      reasons: [
        { kind: 'event', sentence: expect.stringMatching(/^Task 'wait' waits for an event from 'Hook \d+', or for /) },
      ],
    });
    const path = `${endpoint.path}?a=b`;
    await deliver(url(), { ...endpoint, path }, { body: '{"build":"16"}' });
    const first = await task();
    expect(await results(endpoint)).toEqual([
      { taskId: first.id, outcome: 'filtered', reason: 'the condition of the task does not accept the event' },
    ]);
    expect(await now()).toEqual([active, plannedStatus, plannedStatus]);
    await deliver(url(), { ...endpoint, path }, { body: '{"build":"17"}' });
    expect(await results(endpoint)).toEqual([{ taskId: first.id, outcome: 'completed' }]);
    expect(await now()).toEqual([done, active, plannedStatus]);
    await post(endpoint, {});
    expect(await results(endpoint)).toEqual([{ taskId: (await task(1)).id, outcome: 'completed' }]);
    expect(await now()).toEqual([done, done, active]);
    await post(endpoint, {});
    expect(await results(endpoint)).toEqual([]);
  });

  test('has an explanation if its endpoint no longer accepts events', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const { id } = await waiting(endpoint);
    const why = async () => (await rest.get<{ sentence: string }>(`/releases/${id}/explain`)).sentence;
    const by = 'or for a user with the permission to complete tasks of others to complete it.';
    await rest.put(`/config/${endpoint.id}`, { enabled: false });
    expect(await why()).toBe(
      `Task 'wait' waits for an event from '${endpoint.title}', which currently accepts no events, ${by}`,
    );
    await rest.sendForNoContent('DELETE', `/config/${endpoint.id}`);
    const last = endpoint.id.split('/').at(-1);
    expect(await why()).toBe(`Task 'wait' waits for an event from '${last}', which no longer exists, ${by}`);
  });

  test('gets a comment with the id of the delivery', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const { task } = await waiting(endpoint);
    await post(endpoint, {});
    const { id } = await latestDelivery(endpoint);
    expect((await task()).comments.map(({ text, author }) => [text, author])).toEqual([
      [`Received the expected event: ${id}.`, 'SYSTEM'],
    ]);
  });

  test('fails if its condition fails, and waits again after a retry', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const { now, task } = await waiting(endpoint, 'event.no.such');
    await post(endpoint, {});
    const { id } = await task();
    const reason = expect.stringMatching(
      /^The condition could not be evaluated: the script failed: AttributeError: .*\.$/,
    );
    expect(await results(endpoint)).toEqual([{ taskId: id, outcome: 'failed', reason }]);
    expect(await now()).toEqual([failed, plannedStatus, plannedStatus]);
    await rest.post(`/tasks/${id}/retry`, {});
    await rest.put(`/tasks/${id}`, { condition: '// language: javascript\nevent.ok === true' });
    await post(endpoint, { ok: true });
    expect(await results(endpoint)).toEqual([{ taskId: id, outcome: 'completed' }]);
    expect(await now()).toEqual([done, active, plannedStatus]);
  });

  test('continues to wait after an event that is too large for its condition, and the ledger shows this', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const { now, task } = await waiting(endpoint, 'True');
    await post(endpoint, { text: 'x'.repeat(300_000) });
    const reason = 'The condition could not be evaluated: the event is too large for scripts.';
    expect(await results(endpoint)).toEqual([{ taskId: (await task()).id, outcome: 'failed', reason }]);
    expect(await now()).toEqual([active, plannedStatus, plannedStatus]);
  });

  test.each([
    ['complete', done, active],
    ['skip', 'SKIPPED', active],
    ['fail', failed, plannedStatus],
    ['abort', failed, plannedStatus],
  ])('can be ended manually: %s', async (verb, status, next) => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const { now, task } = await waiting(endpoint, 'False');
    await rest.post(`/tasks/${(await task()).id}/${verb}`, { comment: 'by hand' });
    expect(await now()).toEqual([status, next, plannedStatus]);
  });

  test('does not affect triggers of its endpoint, and receives replays', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    await createTrigger(endpoint, await createTemplate(rest, { Build: ['compile'] }));
    await post(endpoint, {});
    const { id } = await latestDelivery(endpoint);
    const { now } = await waiting(endpoint, 'len(event) == 0');
    await rest.post<Delivery>(`/webhooks/${endpoint.id}/deliveries/${id}/replay`);
    expect((await latestDelivery(endpoint)).results.map(({ outcome }) => outcome)).toEqual(['created', 'completed']);
    expect(await now()).toEqual([done, active, plannedStatus]);
  });

  test('does not receive events of an endpoint in another folder, and the ledger shows this', async () => {
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Elsewhere' });
    const endpoint = await createEndpoint(rest, noAuthentication, { folderId: folder.id });
    const { now } = await waiting(endpoint);
    await post(endpoint, {});
    const expectation = 'expected a global one, or one in the folder of the release or above';
    expect(await results(endpoint)).toMatchObject([
      { outcome: 'failed', reason: expect.stringMatching(`is in another folder: ${expectation}$`) },
    ]);
    expect(await now()).toEqual([active, plannedStatus, plannedStatus]);
  });

  test('is completed once by several concurrent events', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const { now, task } = await waiting(endpoint, 'True');
    await Promise.all(Array.from({ length: 10 }, () => post(endpoint, {})));
    await expect.poll(now, { interval: 20 }).toContain(done);
    expect((await task()).comments).toHaveLength(1);
  });

  test('is in the ledger only for the first hundred mismatches, but receives all events', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const waitTask = { title: 'wait', type: 'events.WaitForJsonEvent', eventSource: endpoint.id };
    const falseCondition = { ...waitTask, condition: '// language: javascript\nfalse' };
    const group = parallel('all', ...Array.from({ length: 101 }, () => falseCondition), waitTask);
    const template = await createTemplate(rest, { Deploy: [group] });
    await rest.post(`/templates/${template.id}/create`, { releaseTitle: 'Waits', autoStart: true });
    await post(endpoint, {});
    const { results: all } = await latestDelivery(endpoint);
    expect(Map.groupBy(all, ({ outcome }) => outcome).get('filtered')).toHaveLength(100);
    expect(all.filter(({ outcome }) => outcome !== 'filtered')).toMatchObject([{ outcome: 'completed' }]);
  });
});
