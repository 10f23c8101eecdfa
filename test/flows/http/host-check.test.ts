import { hashPassword } from '@slipway/api';
import { setPassword } from '@slipway/persistence/people';
import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { sendRaw } from '../../harness/rest/raw-request.ts';
import { createEndpoint } from '../../harness/webhooks/endpoints.ts';

const { rest, url, database } = serve();

const under = async (host: string, path: string, login = 'admin:admin', method = 'GET', body?: string) => {
  const { status, text } = await sendRaw(url(), { method, path, login, headers: { host }, ...(body && { body }) });
  return [status, text.startsWith('Host ') ? text : ''];
};
const stranger = 'rebound.example:5516';
const refused = [
  403,
  `Host ${stranger} is not allowed while the user admin has the password admin: use localhost or 127.0.0.1, or start with an ADMIN_PASSWORD\n`,
];
const closed = ['/', '/docs', '/api/v1/openapi.json', '/metrics', '/server/info', '/api/v1/templates', '/nothing'];

test('with the default password, a page whose host name resolves to this server cannot read data', async () => {
  for (const path of closed) expect([path, await under(stranger, path)]).toEqual([path, refused]);
  expect(await under(stranger, '/api/v1/folders/Applications', 'admin:admin', 'POST', '{"title":"X"}')).toEqual(
    refused,
  );
});

test('the server accepts the names of this machine with any forwarded port', async () => {
  const { port } = new URL(url());
  for (const host of [`localhost:${port}`, '127.0.0.1', '[::1]:8080', 'localhost:3000']) {
    expect([host, await under(host, '/api/v1/templates')]).toEqual([host, [200, '']]);
  }
});

test('probes reveal nothing, and webhooks have their own authentication and use tunnels: both accept any host name', async () => {
  const { path } = await createEndpoint(rest, { type: 'events.NoAuthentication' });
  expect(await under('tunnel.example', '/livez')).toEqual([200, '']);
  expect(await under('tunnel.example', '/readyz')).toEqual([200, '']);
  expect(await under('tunnel.example', `/webhooks/${path}`, '', 'POST', '{}')).toEqual([200, '']);
});

test('with another password any host name is accepted, and the default password is wrong at once', async () => {
  await setPassword(database(), 'admin', await hashPassword('chosen'));
  expect(await under(stranger, '/api/v1/templates')).toEqual([401, '']);
  expect(await under(stranger, '/api/v1/templates', 'admin:chosen')).toEqual([200, '']);
  expect(await under(stranger, '/docs')).toEqual([200, '']);
  await setPassword(database(), 'admin', await hashPassword('admin'));
  expect(await under('localhost', '/api/v1/templates', 'admin:chosen')).toEqual([401, '']);
  expect(await under(stranger, '/api/v1/templates')).toEqual(refused);
});
