import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { asJavaScript } from '../../harness/rest/script-tasks.ts';
import { createEndpoint, deliver, expectAccepted, listDeliveries } from '../../harness/webhooks/endpoints.ts';
import { createWebhookEvents, noAuthentication } from '../../harness/webhooks/webhook-events.ts';

// compatibility.md, Scripts: names of headers are not case-sensitive, and event filters get the original values. Only
// stored and displayed headers are masked.
const { rest, url, output, database } = serve();
const { createTrigger, runs, latestDelivery, outcomes } = createWebhookEvents(rest, url);

const token = 'sesame-of-the-hook';
const guarded = { type: 'events.TokenAuthentication', header: 'X-Mine', token };
const called = {
  headers: { 'X-Mine': token, Authorization: 'Bearer of-the-caller', 'X-Kind': 'push' },
  body: '{"a": 1}',
};
const secrets = /sesame-of-the-hook|of-the-caller|s e s a m e|o f - t h e/;
const filter = (expr: string) => ({ eventFilter: { type: 'events.JythonEventFilter', expr } });
const plan = () => createTemplate(rest, { Build: ['compile'] });
const mapped = { type: 'StringValue', targetProperty: 'releaseTitle', value: 'Sent ${headers.X-Mine}' };

describe('a filter gets the original headers', () => {
  test.each([
    ['Python', filter(`headers['x-mine'] == '${token}' and headers.get('AUTHORIZATION').endswith('caller')`)],
    [
      'JavaScript',
      filter(asJavaScript(`headers['x-MINE'] === '${token}' && headers.authorization.endsWith('caller')`)),
    ],
    [
      'expressions',
      {
        eventFilter: {
          type: 'events.ExpressionEventFilter',
          expressions: [{ path: 'headers.x-mine', operator: 'EQUALS', value: token }],
        },
      },
    ],
  ])('in %s, and the release gets masks', async (_, fields) => {
    const endpoint = await createEndpoint(rest, guarded);
    const trigger = await createTrigger(endpoint, await plan(), { ...fields, mappedProperties: [mapped] });
    expectAccepted(await deliver(url(), endpoint, called));
    expect(await outcomes(endpoint)).toEqual([['created', undefined]]);
    const [run] = await runs(trigger.id);
    const release = await rest.get<Release>(`/releases/${run!.releaseId}`);
    expect(release.title).toBe('Sent ********');
  });

  test('in a task that waits for an event', async () => {
    const endpoint = await createEndpoint(rest, guarded);
    const condition = `headers['X-mine'] == '${token}'`;
    const task = { title: 'wait', type: 'events.WaitForJsonEvent', eventSource: endpoint.id, condition };
    const release = await startRelease(rest, { Ship: [task] });
    expectAccepted(await deliver(url(), endpoint, called));
    const read = () => rest.get<Task>(`/tasks/${idOf(release, 'wait')}`);
    await expect.poll(async () => (await read()).status, { interval: 20 }).toBe('COMPLETED');
  });
});

describe('the original headers are never stored in clear text or displayed', () => {
  test('if a filter fails: its message contains only masks', async () => {
    const endpoint = await createEndpoint(rest, guarded);
    await createTrigger(endpoint, await plan(), filter("raise Exception(' '.join(headers['x-mine']))"));
    await createTrigger(endpoint, await plan(), filter("raise Exception(headers['x-mine'])"));
    await createTrigger(
      endpoint,
      await plan(),
      filter("if headers['x-mine'].startswith('s'): raise Exception('s e s a m e')\nresult = True"),
    );
    expectAccepted(await deliver(url(), endpoint, called));
    expect((await outcomes(endpoint)).map(([, reason]) => reason).toSorted()).toEqual([
      'eventFilter: the script failed only with unmasked headers, so its error is hidden',
      'eventFilter: the script failed: Exception: * * * * * * * * (line 1)',
      'eventFilter: the script failed: Exception: ******** (line 1)',
    ]);
    expect(output()).not.toMatch(secrets);
  });

  test('in the database: they are encrypted until all listeners have received them, and then deleted', async () => {
    const endpoint = await createEndpoint(rest, guarded);
    await createTrigger(endpoint, await plan(), filter('True'));
    expectAccepted(await deliver(url(), endpoint, called));
    await latestDelivery(endpoint);
    const rows = await database().query<{ readonly sealed_headers: string | null }>({
      text: 'select * from deliveries',
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ sealed_headers }) => sealed_headers).filter((sealed) => sealed !== null)).toEqual([]);
    expect(JSON.stringify(rows)).not.toMatch(secrets);
  });

  test('and not available to a replay, which uses the stored headers', async () => {
    const endpoint = await createEndpoint(rest, guarded);
    await createTrigger(
      endpoint,
      await plan(),
      filter(`headers['X-Mine'] == '********' and headers['X-Kind'] == 'push'`),
    );
    expectAccepted(await deliver(url(), endpoint, called));
    expect((await outcomes(endpoint)).map(([outcome]) => outcome)).toEqual(['filtered']);
    const [newest] = await listDeliveries(rest, endpoint);
    await rest.post(`/webhooks/${endpoint.id}/deliveries/${newest!.id}/replay`);
    expect((await outcomes(endpoint)).map(([outcome]) => outcome)).toEqual(['created']);
  });
});

describe('parameters are lists that also act as their first value', () => {
  const python = (script: string) => ({ type: 'events.JythonScriptAuthentication', authenticationScript: script });
  const global = `def allowed():
    global parameters
    return 'two' in parameters['t'].split(',') and parameters['t'][0] == 'one,two' and params['empty'] == ''
authenticated = allowed()`;
  test.each([
    ['Python', python(global)],
    [
      'JavaScript',
      python(
        asJavaScript(
          "authenticated = params.t.split(',')[1] === 'two' && parameters.t[0] === 'one,two' && parameters.t.length === 2 && parameters.empty == '' && `${params.t}` === 'one,two' && params.t.startsWith('one');",
        ),
      ),
    ],
  ])('in %s', async (_, authentication) => {
    const endpoint = await createEndpoint(rest, authentication);
    const reply = await deliver(
      url(),
      { ...endpoint, path: `${endpoint.path}?t=one,two&t=three&empty=` },
      { body: '{}' },
    );
    expect([reply.status, (await listDeliveries(rest, endpoint))[0]!.reason]).toEqual([200, undefined]);
  });

  test('in a filter, too', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    await createTrigger(
      endpoint,
      await plan(),
      filter("parameters['t'].split(',') == ['a', 'b'] and parameters['t'] == ['a,b']"),
    );
    expectAccepted(await deliver(url(), { ...endpoint, path: `${endpoint.path}?t=a,b` }, { body: '{}' }));
    expect(await outcomes(endpoint)).toEqual([['created', undefined]]);
  });
});
