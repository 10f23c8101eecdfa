import { hashPassword } from '@slipway/api';
import { addUser } from '@slipway/persistence/people';
import { describe, expect, test } from 'vitest';
import { createLicense } from '../harness/product/license.ts';
import { serve } from '../harness/product/serve.ts';
import { createRelease } from '../harness/rest/plans.ts';
import type { Release } from '../harness/rest/response-types.ts';
import { basicAuth, createRestClient } from '../harness/rest/rest-client.ts';
import {
  type Configuration,
  createEndpoint,
  deliver,
  expectAccepted,
  expectUnauthorized,
} from '../harness/webhooks/endpoints.ts';

// rest-api.md, section Authentication
const { rest, url, database } = serve();
const as = (header: Record<string, string>) => createRestClient(url, header);

describe('REST resources require authentication', () => {
  test.each([
    ['GET', '/releases/Release1'],
    ['GET', '/templates/Release1'],
    ['GET', '/tasks/Task1'],
    ['GET', '/phases/Phase1'],
    ['GET', '/folders/Applications'],
    ['GET', '/activities/Release1'],
    ['GET', '/nothing/here'],
    ['POST', '/templates'],
    ['POST', '/releases/search'],
    ['POST', '/releases/Release1/start'],
    ['POST', '/tasks/Task1/complete'],
    ['PUT', '/phases/Phase1'],
    ['DELETE', '/releases/Release1'],
  ] as const)('%s %s', async (method, path) => {
    const { status, headers, text } = await as({}).send(method, path);
    expect([status, text]).toEqual([401, 'a user name and a password are needed\n']);
    expect(headers.get('www-authenticate')).toBe('Basic realm="Slipway", charset="UTF-8"');
  });

  test.each(['/livez', '/readyz', '/metrics', '/docs', '/api/v1/openapi.json'])('%s needs no login', async (path) => {
    expect((await as({}).send('GET', `${url()}${path}`)).status).toBe(200);
  });
});

describe('HTTP Basic Authentication', () => {
  test('authenticates a user with the password', async () => {
    const { id } = await createRelease(rest, {});
    expect((await as(basicAuth('admin', 'admin')).get<Release>(`/releases/${id}`)).id).toBe(id);
  });

  test('accepts the name of the scheme in any letter case', async () => {
    const { authorization } = basicAuth('admin', 'admin');
    expect(
      (await as({ authorization: authorization.replace('Basic', 'BASIC') }).send('GET', '/templates')).status,
    ).toBe(200);
  });

  test('accepts names and passwords in UTF-8', async () => {
    const passwordHash = await hashPassword('пароль:世界');
    await addUser(database(), { username: 'жанна', passwordHash, fullName: null, email: null });
    expect((await as(basicAuth('жанна', 'пароль:世界')).send('GET', '/nothing/here')).status).toBe(404);
  });
});

describe('an incorrect user or password gives 401', () => {
  test.each<[string, Record<string, string>]>([
    ['a wrong password', basicAuth('admin', 'wrong')],
    ['no password', basicAuth('admin', '')],
    ['an unknown user', basicAuth('nobody', 'admin')],
    ['no user', basicAuth('', 'admin')],
    ['another scheme', { authorization: 'Bearer admin' }],
    ['invalid base64', { authorization: 'Basic *' }],
    ['no colon', { authorization: `Basic ${Buffer.from('admin').toString('base64')}` }],
    ['only the scheme', { authorization: 'Basic' }],
  ])('%s', async (_, header) => {
    const { status, headers, text } = await as(header).send('GET', '/templates');
    expect(status).toBe(401);
    expect(text).toMatch(/^(wrong user name or password|a user name and a password are needed)\n$/);
    expect(headers.get('www-authenticate')).toMatch(/^Basic /);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });
});

describe('a caller lacking a required permission gets 403', () => {
  test('with the permission, the scope and the object', async () => {
    await addUser(database(), {
      username: 'amy',
      passwordHash: await hashPassword('amy'),
      fullName: null,
      email: null,
    });
    expect(await as(basicAuth('amy', 'amy')).sendForError('POST', '/templates', { title: 'Mine' })).toBe(
      '403 Permission template#create on APPLICATIONS on Applications is not granted to you.',
    );
  });
});

describe('an expired or invalid license gives 402', () => {
  const call = (of: () => string) => createRestClient(of).sendForError('GET', '/templates');

  describe('expired', () => {
    const product = serve(createLicense('2020-01-01T00:00:00Z'));
    test('every REST call returns 402', async () => {
      expect(await call(product.url)).toBe('402 the license has expired');
    });
    test('probes are not affected', async () => {
      expect((await product.rest.send('GET', `${product.url()}/readyz`)).status).toBe(200);
    });
  });

  describe('invalid', () => {
    const product = serve(createLicense('2099-01-01T00:00:00Z', 'a stranger'));
    test('every REST call returns 402', async () => {
      expect(await call(product.url)).toBe('402 the license is invalid');
    });
    test('a wrong password still gives 401', async () => {
      expect((await createRestClient(product.url, basicAuth('admin', 'no')).send('GET', '/templates')).status).toBe(
        401,
      );
    });
  });

  describe('valid', () => {
    const product = serve(createLicense('2099-01-01T00:00:00Z'));
    test('requests are accepted', async () => {
      expect(await product.rest.get('/templates')).toEqual([]);
    });
  });
});

describe('webhook endpoints', () => {
  test('use their own per-endpoint authentication method', async () => {
    const token = { type: 'events.TokenAuthentication', token: 'of this endpoint' };
    const endpoints = [
      await createEndpoint(rest, token),
      await createEndpoint(rest, { ...token, token: 'of the other' }),
    ];
    const [endpoint, secondEndpoint] = endpoints as [Configuration, Configuration];
    const headers = { 'x-gitlab-token': 'of this endpoint' };
    expectAccepted(await deliver(url(), endpoint, { body: '{}', headers }));
    expectUnauthorized(await deliver(url(), secondEndpoint, { body: '{}', headers }), secondEndpoint);
    expectUnauthorized(await deliver(url(), endpoint, { body: '{}', headers: basicAuth('admin', 'admin') }), endpoint);
  });
});
