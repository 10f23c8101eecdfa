import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import type { Reply } from '../../harness/rest/rest.ts';
import { deliver, endpointOf, expectRefused, expectTaken, ledger } from '../../harness/webhooks/hooks.ts';

const by = (authenticationScript: string) => ({ type: 'events.JythonScriptAuthentication', authenticationScript });

/** Expects an answer that a sender may get if the server is busy. */
function expectUnserved({ status, headers, text }: Reply, why: string): void {
  expect([status, headers.get('content-type'), headers.get('retry-after'), text]).toEqual([
    503,
    'text/plain; charset=utf-8',
    '1',
    `${why}, try again\n`,
  ]);
}

describe('while the script runner has no place', () => {
  const { rest, url, output } = serve({ WEBHOOK_SCRIPT_MS: '200' });

  test('a script that does not end is stopped, and its caller is denied', async () => {
    const endpoint = await endpointOf(rest, by('while True: pass'));
    expectRefused(await deliver(url(), endpoint, { body: '{}' }), endpoint);
    const reason = expect.stringMatching(/^the script failed: Timeout: /);
    expect(await ledger(rest, endpoint)).toMatchObject([{ verdict: 'REFUSED', status: 401, reason }]);
    expect(output()).toContain(endpoint.id);
  });

  test('all callers get a busy answer, at a flooded endpoint and at other endpoints, and no request is accepted', async () => {
    const [flooded, neighbour] = [
      await endpointOf(rest, by('while True: pass')),
      await endpointOf(rest, by('authenticated = True')),
    ];
    const flood = Array.from({ length: 300 }, () => deliver(url(), flooded, { body: '{}' }));
    const good = await deliver(url(), neighbour, { body: '{}' });
    const answers = await Promise.all(flood);
    const unserved = answers.filter(({ status }) => status !== 401);
    expect(unserved.length).toBeGreaterThan(0);
    for (const answer of unserved) expectUnserved(answer, 'the script runner is busy');
    if (good.status === 200) expectTaken(good);
    else expectUnserved(good, 'the script runner is busy');
    const told = await ledger(rest, flooded);
    expect(told.filter(({ status }) => status !== 401).map(({ verdict, reason }) => [verdict, reason])).toContainEqual([
      'REFUSED',
      'the script runner is busy',
    ]);
    const metrics = await (await fetch(`${url()}/metrics`)).text();
    expect(
      Number(/slipway_script_executions_total\{purpose="webhook",outcome="busy"\} (\d+)/.exec(metrics)?.[1]),
    ).toBeGreaterThan(0);
    await expect.poll(async () => (await deliver(url(), neighbour, { body: '{}' })).status).toBe(200);
  });
});

describe('while there is no script runner that answers', () => {
  const { rest, url } = serve({ SCRIPT_RUNNER_URL: 'http://127.0.0.1:9', SCRIPT_RUNNER_SECRET: 'x'.repeat(32) });

  test('a request that needs a script to authenticate gets a busy answer, and others are accepted', async () => {
    const endpoint = await endpointOf(rest, by('authenticated = True'));
    expectUnserved(await deliver(url(), endpoint, { body: '{}' }), 'the script runner does not answer');
    expect(await ledger(rest, endpoint)).toMatchObject([
      { verdict: 'REFUSED', reason: 'the script runner does not answer', status: 503 },
    ]);
    const open = await endpointOf(rest, { type: 'events.NoAuthentication' });
    expectTaken(await deliver(url(), open, { body: '{}' }));
  });
});
