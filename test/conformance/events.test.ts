import { describe, expect, test } from 'vitest';
import { serve } from '../harness/serve.ts';

// rest-api.md, section Events. All of it belongs to a later issue. These tests fail as soon as any of it is there:
// then its rows move out of `laterIssues` and get expectations of their own.
const { rest, url } = serve();

const webhooks = 'the issue of scripts and webhooks';
const plugins = 'the issue of scripts and plugins';

describe('inbound webhook endpoints', () => {
  const laterIssues: [string, string, 'GET' | 'POST'][] = [
    ['the address is {base_url}/webhooks/<endpoint_path>', webhooks, 'POST'],
    ['the HTTP method is chosen per endpoint: GET', webhooks, 'GET'],
    ['the HTTP method is chosen per endpoint: POST, whose body is payload', webhooks, 'POST'],
    ['each endpoint has an authentication method', webhooks, 'POST'],
    ['variable endpoint', webhooks, 'GET'],
    ['variable config', webhooks, 'GET'],
    ['variable headers', webhooks, 'GET'],
    ['variable parameters', webhooks, 'GET'],
    ['variable payload', webhooks, 'POST'],
    ['the script sets authenticated', webhooks, 'POST'],
    ['password properties are decrypted before comparison', webhooks, 'POST'],
    ['authenticated true: 200 with an empty body', webhooks, 'POST'],
    ['authenticated false: 401 with a text that names endpoint and method', webhooks, 'POST'],
  ];
  test.each(laterIssues)('%s: belongs to %s', async (_, __, method) => {
    const { status, text } = await rest.send(method, `${url()}/webhooks/some/path?token=1`);
    expect([status, text]).toEqual([404, 'there is nothing at /webhooks/some/path\n']);
  });
});

describe('endpoints are configuration objects', () => {
  const laterIssues: [string, string][] = [
    ['the path is set by an administrator when the endpoint is created', webhooks],
  ];
  test.each(laterIssues)('%s: belongs to %s', async () => {
    expect(await rest.refused('POST', '/config', { type: 'events.PostWebhookEndpoint', title: 'Hook' })).toBe(
      '404 there is nothing at /api/v1/config',
    );
  });
});

describe('custom authentication method (plugin)', () => {
  const laterIssues: [string, string][] = [
    ['attribute type', plugins],
    ['attribute extends events.CustomJythonAuthentication', plugins],
    ['attributes label, description', plugins],
    ['attribute property (name, kind, required, password, label, description)', plugins],
    ['a script named after the type, in a directory named after the namespace', plugins],
    ['the plugin is a jar with META-INF/MANIFEST.MF, type definitions and scripts', plugins],
    ['it is installed by uploading through the plugin manager', plugins],
    ['it is installed by placing it in the local plugin directory', plugins],
    ['the extension directory during development', plugins],
  ];
  test.each(laterIssues)('%s: belongs to %s', async () => {
    expect(await rest.refused('POST', '/plugins', {})).toBe('404 there is nothing at /api/v1/plugins');
  });
});
