import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { basicAuth } from '../../harness/rest/rest-client.ts';
import { createEndpoint, deliver, expectUnauthorized } from '../../harness/webhooks/endpoints.ts';

// rest-api.md, section Events: the response contains the endpoint and the method, but not the reason.
const { rest, url } = serve();

const script = (...lines: string[]) => ({
  type: 'events.JythonScriptAuthentication',
  authenticationScript: lines.join('\n'),
});

test.each([
  ['a token', { type: 'events.TokenAuthentication', token: 'of this endpoint' }],
  ['a signature', { type: 'events.SignatureAuthentication', secret: 'of this endpoint' }],
  ['a password', { type: 'events.BasicAuthentication', username: 'hook', password: 'of this endpoint' }],
  ['a script that denies access', script('authenticated = False')],
  ['a script without a result', script('pass')],
  ['a script that fails', script("raise Exception('the reason')")],
])('a request that fails %s gets the same response as for any other reason', async (_, authentication) => {
  const endpoint = await createEndpoint(rest, authentication);
  const attempts: readonly (readonly [string, Record<string, string>])[] = [
    ['{}', {}],
    ['{"user": 1}', { 'x-gitlab-token': 'wrong', 'x-hub-signature-256': 'sha256=00' }],
    ['', basicAuth('hook', 'wrong')],
    ['{}', { accept: 'application/problem+json', authorization: 'Bearer wrong', 'idempotency-key': 'k' }],
  ];
  for (const [body, headers] of attempts) {
    const reply = await deliver(url(), endpoint, { body, headers });
    expectUnauthorized(reply, endpoint);
    expect([...reply.headers.keys()]).toEqual([
      'cache-control',
      'connection',
      'content-language',
      'content-length',
      'content-type',
      'date',
      'keep-alive',
      'x-content-type-options',
      'x-request-id',
    ]);
  }
});
