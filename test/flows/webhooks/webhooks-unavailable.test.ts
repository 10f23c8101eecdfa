import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import type { RestResponse } from '../../harness/rest/rest-client.ts';
import {
  createEndpoint,
  deliver,
  expectAccepted,
  expectUnauthorized,
  listDeliveries,
} from '../../harness/webhooks/endpoints.ts';

const by = (authenticationScript: string) => ({ type: 'events.JythonScriptAuthentication', authenticationScript });

/** Expects a busy response, after which a sender may retry. */
function expectUnavailable({ status, headers, text }: RestResponse, why: string): void {
  expect([status, headers.get('content-type'), headers.get('retry-after'), text]).toEqual([
    503,
    'text/plain; charset=utf-8',
    '1',
    `${why}, try again\n`,
  ]);
}

/** On a slow machine, a script that ends at once also takes longer beside a flood. */
const scriptMs = 200 * Number(process.env.TEST_TIME_SCALE ?? '1');

describe('if the script runner is busy', () => {
  const { rest, url, output } = serve({ WEBHOOK_SCRIPT_MS: String(scriptMs) });

  test('a script that does not end is stopped, and its request is refused', async () => {
    const endpoint = await createEndpoint(rest, by('while True: pass'));
    expectUnauthorized(await deliver(url(), endpoint, { body: '{}' }), endpoint);
    const reason = expect.stringMatching(/^the script failed: Timeout: /);
    expect(await listDeliveries(rest, endpoint)).toMatchObject([{ verdict: 'REFUSED', status: 401, reason }]);
    expect(output()).toContain(endpoint.id);
  });

  test('requests to a flooded endpoint and to other endpoints get a busy response, and none is accepted without its script', async () => {
    const [flooded, neighbor] = [
      await createEndpoint(rest, by('while True: pass')),
      await createEndpoint(rest, by('authenticated = True')),
    ];
    const flood = Array.from({ length: 300 }, () => deliver(url(), flooded, { body: '{}' }));
    const neighborReply = await deliver(url(), neighbor, { body: '{}' });
    const answers = await Promise.all(flood);
    const busyReplies = answers.filter(({ status }) => status !== 401);
    expect(busyReplies.length).toBeGreaterThan(0);
    for (const answer of busyReplies) expectUnavailable(answer, 'the script runner is busy');
    if (neighborReply.status === 200) expectAccepted(neighborReply);
    else expectUnavailable(neighborReply, 'the script runner is busy');
    const deliveries = await listDeliveries(rest, flooded);
    expect(
      deliveries.filter(({ status }) => status !== 401).map(({ verdict, reason }) => [verdict, reason]),
    ).toContainEqual(['REFUSED', 'the script runner is busy']);
    const metrics = await (await fetch(`${url()}/metrics`)).text();
    expect(
      Number(/slipway_script_executions_total\{purpose="webhook",outcome="busy"\} (\d+)/.exec(metrics)?.[1]),
    ).toBeGreaterThan(0);
    await expect.poll(async () => (await deliver(url(), neighbor, { body: '{}' })).status).toBe(200);
  });
});

describe('if the script runner is not reachable', () => {
  const { rest, url } = serve({ SCRIPT_RUNNER_URL: 'http://127.0.0.1:9', SCRIPT_RUNNER_SECRET: 'x'.repeat(32) });

  test('a request that needs a script to authenticate gets a busy response, and other requests are accepted', async () => {
    const endpoint = await createEndpoint(rest, by('authenticated = True'));
    expectUnavailable(await deliver(url(), endpoint, { body: '{}' }), 'the script runner does not respond');
    expect(await listDeliveries(rest, endpoint)).toMatchObject([
      { verdict: 'REFUSED', reason: 'the script runner does not respond', status: 503 },
    ]);
    const open = await createEndpoint(rest, { type: 'events.NoAuthentication' });
    expectAccepted(await deliver(url(), open, { body: '{}' }));
  });
});
