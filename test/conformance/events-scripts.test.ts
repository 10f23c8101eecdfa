import { beforeAll, describe, expect, test } from 'vitest';
import { jarOf, manifest, synthetic } from '../../libs/plugins/src/testing.ts';
import { serve } from '../harness/product/serve.ts';
import { fileForm } from '../harness/rest/file-form.ts';
import {
  type Configuration,
  createEndpoint,
  deliver,
  expectAccepted,
  expectUnauthorized,
  listDeliveries,
} from '../harness/webhooks/endpoints.ts';

// rest-api.md, section Events: authentication by scripts of endpoints and of plugins.
const { rest, url, output } = serve();

const python = (...lines: string[]) => ({
  type: 'events.JythonScriptAuthentication',
  authenticationScript: lines.join('\n'),
});
const javascript = (...lines: string[]) => python('// language: javascript', ...lines);
const get = { type: 'events.GetWebhookEndpoint' };

describe('an inline script', () => {
  test.each([
    ['endpoint', python("authenticated = endpoint.title.startswith('Hook') and endpoint.method == 'POST'")],
    [
      'the id of the endpoint, as in REST',
      python("last = endpoint.id.split('/')[-1]", 'authenticated = endpoint.id.count(last) == 1'),
    ],
    ['endpoint in JavaScript', javascript("authenticated = endpoint.path.startsWith('hook/');")],
    [
      'headers, in any letter case',
      python("authenticated = headers['x-mine'] == 'yes' and headers['X-MINE'] == 'yes'"),
    ],
    ['headers in JavaScript', javascript("authenticated = headers['X-mine'] === 'yes';")],
    [
      'parameters',
      python(
        "ok = parameters['a'] == ['1', '', '2'] and params['b'] == ['']",
        "authenticated = ok and 'c' not in parameters",
      ),
    ],
    [
      'parameters in JavaScript',
      javascript("authenticated = parameters.a.join('|') === '1||2' && params.b[0] === '';"),
    ],
    ['payload', python("authenticated = payload['user']['name'] == u'J\\xf6rg' and content['ids'][1] == 2")],
    ['payload in JavaScript', javascript("authenticated = payload.user.name === 'Jörg' && content.ids.length === 2;")],
    ['rawBody', python('import json', "authenticated = json.loads(rawBody)['ids'] == [1, 2] and ' ' in rawBody")],
  ])('reads %s', async (_, authentication) => {
    const endpoint = await createEndpoint(rest, authentication);
    const called = { ...endpoint, path: `${endpoint.path}?a=1&a=&b=&a=2` };
    const body = '{"user": {"name": "Jörg"}, "ids": [1, 2]}';
    const reply = await deliver(url(), called, { body, headers: { 'X-Mine': 'yes' } });
    expect([reply.status, (await listDeliveries(rest, endpoint))[0]!.reason]).toEqual([200, undefined]);
    expectAccepted(reply);
  });

  test.each([
    ['sets authenticated to False', 'authenticated = False', 'the script rejects it'],
    ['does not set authenticated', 'x = 1', 'the script has not set authenticated'],
    [
      'sets authenticated to a string',
      "authenticated = 'True'",
      'the script has set authenticated to something else than true and false',
    ],
    [
      'sets authenticated to 1',
      'authenticated = 1',
      'the script has set authenticated to something else than true and false',
    ],
    [
      'raises',
      'authenticated = True\nraise Exception("no")',
      expect.stringMatching(/^the script failed: Exception: no/),
    ],
    [
      'uses too much memory',
      'a = []\nwhile True: a.append("x" * 10000000)',
      expect.stringMatching(/^the script failed: /),
    ],
  ])('denies access when it %s', async (_, script, reason) => {
    const endpoint = await createEndpoint(rest, python(script));
    expectUnauthorized(await deliver(url(), endpoint, { body: '{}' }), endpoint);
    expect(await listDeliveries(rest, endpoint)).toMatchObject([{ verdict: 'REFUSED', status: 401, reason }]);
    expect(output()).toContain(endpoint.id);
  });

  test('has no payload at a GET endpoint', async () => {
    const endpoint = await createEndpoint(
      rest,
      python("authenticated = payload is None and params['token'] == ['1']"),
      get,
    );
    expectAccepted(await deliver(url(), { ...endpoint, path: `${endpoint.path}?token=1` }, { method: 'GET' }));
  });

  test('is refused if it does not compile', async () => {
    const body = { type: 'events.PostWebhookEndpoint', title: 'Wrong', path: 'wrong' };
    expect(
      await rest.sendForError('POST', '/config', { ...body, authentication: python('x = 1', 'authenticated = )') }),
    ).toMatch(/^400 authentication\.authenticationScript: does not compile in line 2: /);
  });
});

describe('custom authentication method (plugin)', () => {
  const secret = 'property name="secret" kind="string" required="true" password="true" label="Secret" description="S"';
  const types = [
    `<type type="acme.Full" extends="events.CustomJythonAuthentication" label="Full" description="All that there is">
      <${secret}/><property name="realm" kind="string" default="main" label="Realm" description="R"/></type>`,
    `<type type="acme.Js" extends="events.CustomScriptAuthentication" label="Js" description="In JavaScript">
      <${secret}/></type>`,
  ];
  const files = {
    'META-INF/MANIFEST.MF': manifest,
    'synthetic.xml': synthetic(types.join('')),
    'acme/Full.py': [
      'from com.xebialabs.deployit.util import PasswordEncrypter',
      'secret = PasswordEncrypter.getInstance().ensureDecrypted(config.secret)',
      "print 'comparing with ' + secret",
      'given = None',
      "if parameters.has_key('token'):",
      "    given = parameters['token'][0]",
      "authenticated = endpoint.title != '' and config.realm == 'main' and headers['Host'] != '' and given == secret and payload['ok']",
    ].join('\n'),
    'acme/Js.js': 'authenticated = parameters.token[0] === config.secret && payload.ok;',
  };
  const make = (type: string): Promise<Configuration> => createEndpoint(rest, { type, secret: 'sesame' });
  beforeAll(async () => {
    await rest.post('/plugins', fileForm(await jarOf(files)));
  });

  test.each(['acme.Full', 'acme.Js'])(
    '%s accepts requests with its endpoint, config, headers, parameters and payload',
    async (type) => {
      const endpoint = await make(type);
      expect(endpoint.authentication).toEqual({
        type,
        ...(type === 'acme.Full' && { realm: 'main' }),
        secret: '********',
      });
      const call = (token: string, body: string) =>
        deliver(url(), { ...endpoint, path: `${endpoint.path}?token=${token}` }, { body });
      expectAccepted(await call('sesame', '{"ok": true}'));
      expectUnauthorized(await call('sesame', '{"ok": false}'), endpoint);
      expectUnauthorized(await call('other', '{"ok": true}'), endpoint);
      expect((await listDeliveries(rest, endpoint)).map(({ verdict }) => verdict)).toEqual([
        'REFUSED',
        'REFUSED',
        'ACCEPTED',
      ]);
      expect(JSON.stringify(await listDeliveries(rest, endpoint))).not.toContain('sesame');
      expect(output()).not.toContain('sesame');
    },
  );

  test('needs its required properties, and cannot be uninstalled while an endpoint uses it', async () => {
    const body = { type: 'events.PostWebhookEndpoint', title: 'Wrong', path: 'wrong' };
    expect(await rest.sendForError('POST', '/config', { ...body, authentication: { type: 'acme.Full' } })).toBe(
      '400 authentication.secret: expected a text',
    );
    expect(
      await rest.sendForError('POST', '/config', {
        ...body,
        authentication: { type: 'events.CustomJythonAuthentication' },
      }),
    ).toBe("400 authentication.type: 'events.CustomJythonAuthentication' is abstract; use a type that extends it");
    await make('acme.Full');
    expect(await rest.sendForError('DELETE', '/plugins/acme-plugin')).toMatch(/^409 /);
  });
});
