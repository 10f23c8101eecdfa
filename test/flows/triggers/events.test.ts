import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { createEndpoint, deliver, expectAccepted } from '../../harness/webhooks/endpoints.ts';
import {
  createWebhookEvents,
  type EventTrigger,
  type Fields,
  noAuthentication,
} from '../../harness/webhooks/webhook-events.ts';

const { rest, url } = serve();
const { createTrigger, runs, post, latestDelivery, outcomes } = createWebhookEvents(rest, url);
const build = { Build: ['compile'] };

const push = {
  ref: 'refs/heads/main',
  repository: { full_name: 'acme/rocket', private: false, id: 7 },
  pusher: { name: 'Jörg' },
  commits: [
    { id: 'a1', message: 'first', added: ['x.txt'] },
    { id: 'b2', message: 'second "quoted" ${not.a.variable}', added: [] },
  ],
  labels: ['hotfix', 'urgent'],
};

describe('an event', () => {
  test('in the format of GitHub creates and starts a release with mapped variables', async () => {
    const secret = 'of the hook';
    const endpoint = await createEndpoint(rest, { type: 'events.SignatureAuthentication', secret });
    const folder = await rest.post<{ id: string; title: string }>('/folders/Applications', { title: 'Pushed' });
    const string = (key: string, more: Fields = {}) => ({ key, type: 'rel.StringVariable', ...more });
    const template = await createTemplate(
      rest,
      { Build: [{ title: 'compile ${commit}' }] },
      {
        variables: [
          string('commit'),
          string('author', { value: 'nobody' }),
          string('missing', { value: 'as it was' }),
          string('delivery', { requiresValue: false }),
          { key: 'files', type: 'rel.ListStringVariable', requiresValue: false },
          { key: 'repository', type: 'rel.IntegerVariable', requiresValue: false },
          { key: 'closed', type: 'rel.BooleanVariable', requiresValue: false },
        ],
      },
    );
    const value = (targetProperty: string, valueText: string) => ({
      type: 'StringValue',
      targetProperty,
      value: valueText,
    });
    const trigger = await createTrigger(endpoint, template, {
      eventType: 'events.HttpRequestEvent',
      triggerActionType: 'rel.CreateReleaseFromTemplateAction',
      eventFilter: {
        type: 'events.ExpressionEventFilter',
        expressions: [
          { path: 'headers.x-github-event', operator: 'EQUALS', valueType: 'STRING', value: 'push' },
          { path: 'event.ref', operator: 'STARTS_WITH', value: 'refs/heads/' },
          { path: 'labels', operator: 'INCLUDES', value: 'hotfix' },
        ],
      },
      mappedProperties: [
        value('releaseTitle', '${triggerTitle} ${counter}: ${event.repository.full_name}'),
        { type: 'ListStringValue', targetProperty: 'tags', value: ['${event.labels}', 'by-${event.pusher.name}'] },
        value('folder', 'Applications/${parameters.folder}'),
        value('variables[commit]', '${event.commits[-1:].id}'),
        value('variables[author]', '${event.pusher.name}'),
        value('variables[missing]', '${event.no.such}'),
        value('variables[delivery]', "${headers['X-GitHub-Delivery']}"),
        value('variables[files]', '${event..added}'),
        value('variables[repository]', '${event.repository.id}'),
        value('variables[closed]', '${event.repository.private}'),
      ],
    });
    const body = JSON.stringify(push);
    const headers = {
      'X-GitHub-Event': 'push',
      'X-GitHub-Delivery': '72d3162e',
      'X-Hub-Signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    };
    const called = { ...endpoint, path: `${endpoint.path}?folder=${folder.id.split('/').at(-1)}` };
    expectAccepted(await deliver(url(), called, { body, headers }));

    const { id: deliveryId, results } = await latestDelivery(endpoint);
    const [result] = results;
    expect(results).toEqual([
      {
        triggerId: trigger.id,
        outcome: 'created',
        runId: expect.stringMatching(/^Activity\d+$/),
        releaseId: expect.stringContaining(`${folder.id}/Release`),
      },
    ]);
    const release = await rest.get<Release & Fields>(`/releases/${result?.releaseId}`);
    expect(release).toMatchObject({
      title: 'Push 1: acme/rocket',
      status: 'IN_PROGRESS',
      createdFromTrigger: true,
      tags: ['hotfix', 'urgent', 'by-Jörg', trigger.id.split('/').at(-1)],
    });
    expect(release.phases[0]?.tasks[0]).toMatchObject({ title: 'compile b2', status: 'IN_PROGRESS' });
    const variables = (release.variables as readonly { key: string; value: unknown }[]).map(({ key, value }) => [
      key,
      value,
    ]);
    expect(Object.fromEntries(variables)).toEqual({
      commit: 'b2',
      author: 'Jörg',
      missing: 'as it was',
      delivery: '72d3162e',
      files: ['["x.txt"]', '[]'],
      repository: 7,
      closed: false,
    });
    expect(await runs(trigger.id)).toMatchObject([{ outcome: 'created', deliveryId, releaseId: result?.releaseId }]);
    const [activity] = await rest.get<{ id: string; activityType: string }[]>(`/activities/${trigger.id}`);
    expect([activity?.id, activity?.activityType]).toEqual([result?.runId, 'TRIGGER_CREATE_NEW_RELEASE']);
    expect((await rest.get<EventTrigger>(`/triggers/${trigger.id}`)).lastRunStatus).toBe('SUCCESS');
  });

  test('that a filter drops is not a run of the trigger', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const filter = (...expressions: Fields[]) => ({ type: 'events.ExpressionEventFilter', expressions });
    const trigger = await createTrigger(endpoint, await createTemplate(rest, build), {
      eventFilter: filter({ path: 'ref', operator: 'EQUALS', value: 'refs/heads/main' }),
    });
    expectAccepted(await post(endpoint, { ref: 'refs/heads/other' }));
    expect(await outcomes(endpoint)).toEqual([['filtered', "ref is not 'refs/heads/main'"]]);
    expect([await runs(trigger.id), (await rest.get<EventTrigger>(`/triggers/${trigger.id}`)).lastRunStatus]).toEqual([
      [],
      undefined,
    ]);
  });

  test.each([
    ['Python', "headers['X-GITHUB-EVENT'] == 'push' and event.repository.full_name == folderVariables['folder.repo']"],
    ['Python with a result', "if event['ref'].endswith('main'):\n  result = True\nelse:\n  result = False"],
    [
      'JavaScript',
      "// language: javascript\nresult = event.ref.endsWith('/main') && globalVariables['global.on'] === true && parameters.a[0] === '1';",
    ],
  ])('can be read by a filter script in %s', async (_, expr) => {
    const { id } = await rest.post<{ id: string }>('/folders/Applications', { title: `Scripted ${_}` });
    const shared = { key: 'folder.repo', type: 'rel.StringVariable', value: 'acme/rocket' };
    await rest.post(`/folders/${id}/variables`, shared);
    await rest.send('POST', '/config/Configuration/variables/global', {
      key: 'global.on',
      type: 'rel.BooleanVariable',
      value: true,
    });
    const endpoint = await createEndpoint(rest, noAuthentication);
    await createTrigger(endpoint, await createTemplate(rest, build), {
      folderId: id,
      eventFilter: { type: 'events.JythonEventFilter', expr },
    });
    const called = { ...endpoint, path: `${endpoint.path}?a=1` };
    await deliver(url(), called, { body: JSON.stringify(push), headers: { 'x-github-event': 'push' } });
    expect(await outcomes(endpoint)).toEqual([['created', undefined]]);
    const otherPush = { ...push, ref: 'refs/heads/other', repository: { full_name: 'acme/other' } };
    await deliver(url(), called, { body: JSON.stringify(otherPush), headers: { 'x-github-event': 'push' } });
    expect(await outcomes(endpoint)).toEqual([
      ['filtered', 'the filter script of the trigger does not accept the event'],
    ]);
  });

  test('keeps all digits of its id, and simple Groovy filters are translated', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const expr = `event.ref.startsWith('refs/heads/') &&
      (event.none == 'x' || headers['X-GitHub-Event'] == 'push' && event.id > 8202522731445525)`;
    await createTrigger(endpoint, await createTemplate(rest, build), {
      eventFilter: { type: 'events.GroovyEventFilter', expr },
      mappedProperties: [{ type: 'VariableValue', targetProperty: 'releaseTitle', variableKey: 'event.id' }],
    });
    const body = '{"ref": "refs/heads/main", "id": 8202522731445525542}';
    await deliver(url(), endpoint, { body, headers: { 'x-github-event': 'ping' } });
    expect(await outcomes(endpoint)).toEqual([
      ['filtered', 'the filter script of the trigger does not accept the event'],
    ]);
    await deliver(url(), endpoint, { body, headers: { 'x-github-event': 'push' } });
    const { results } = await latestDelivery(endpoint);
    const { title } = await rest.get<Release>(`/releases/${results[0]?.releaseId}`);
    expect(title).toBe('8202522731445525542');
  });
});
