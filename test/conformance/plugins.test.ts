import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Files, jarOf } from '../../libs/plugins/src/testing.ts';
import { serve } from '../harness/product/serve.ts';
import { fileForm } from '../harness/rest/file-form.ts';
import {
  type Configuration,
  createEndpoint,
  deliver,
  expectAccepted,
  expectUnauthorized,
} from '../harness/webhooks/endpoints.ts';

// rest-api.md, section Events: custom authentication method (plugin), packaging and installation.
const folder = mkdtempSync(join(tmpdir(), 'slipway-conformance-'));
const [PLUGIN_DIR, EXTENSION_DIR] = [join(folder, 'plugins'), join(folder, 'ext')];
afterAll(() => rmSync(folder, { recursive: true }));

const script = `from com.xebialabs.deployit.util import PasswordEncrypter

secret = PasswordEncrypter.getInstance().ensureDecrypted(config.token)
authenticated = False
if endpoint.method == 'GET' or payload['ref'] == 'main':
    authenticated = headers['x-token'] == secret and parameters['id'] == ['1', ''] and endpoint.title == config.site
`;
const definitions = (namespace: string) => `<?xml version="1.0" encoding="UTF-8"?>
<synthetic xmlns="http://www.xebialabs.com/deployit/synthetic">
  <type type="${namespace}.Token" extends="events.CustomJythonAuthentication" label="A token" description="Compares a header">
    <property name="token" kind="string" required="true" password="true" label="Token" description="What is sent"/>
    <property name="site" kind="string" required="false" label="Site" description="Who sends it"/>
  </type>
</synthetic>`;
const filesOf = (namespace: string): Files => ({
  'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n',
  'synthetic.xml': definitions(namespace),
  [`${namespace}/Token.py`]: script,
});

mkdirSync(PLUGIN_DIR);
mkdirSync(join(EXTENSION_DIR, 'unpacked'), { recursive: true });
writeFileSync(join(PLUGIN_DIR, 'local-plugin-1.0.jar'), await jarOf(filesOf('local')));
writeFileSync(join(EXTENSION_DIR, 'synthetic.xml'), definitions('unpacked'));
writeFileSync(join(EXTENSION_DIR, 'unpacked', 'Token.py'), script);

const { rest, url } = serve({ PLUGIN_DIR, EXTENSION_DIR });

/** Creates an endpoint with an authentication method of a plugin, whose script accepts its title. */
const guarded = (type: string, fields = {}) =>
  createEndpoint(rest, { type, token: 'open sesame', site: `For ${type}` }, { title: `For ${type}`, ...fields });
const callEndpoint = (endpoint: Configuration, token: string, ref = 'main', query = '?id=1&id=') => {
  const init = { headers: { 'X-Token': token }, body: JSON.stringify({ ref }) };
  return deliver(url(), { ...endpoint, path: `${endpoint.path}${query}` }, init);
};

describe('custom authentication method (plugin)', () => {
  test('it is installed by an upload to the plugin manager, without a restart', async () => {
    const { types } = await rest.post<{ types: unknown }>(
      '/plugins',
      fileForm(await jarOf(filesOf('sent')), { name: 'sent-1.jar' }),
    );
    expect(types).toMatchObject([{ type: 'sent.Token' }]);
    expectAccepted(await callEndpoint(await guarded('sent.Token'), 'open sesame'));
  });

  test('type, extends, label, description and properties are those of the type-definition file', async () => {
    const property = { kind: 'string', category: 'input', hidden: false, enumValues: [] };
    expect(await rest.get('/metadata/types/local.Token')).toEqual({
      type: 'local.Token',
      extends: 'events.CustomJythonAuthentication',
      label: 'A token',
      description: 'Compares a header',
      virtual: false,
      plugin: 'local-plugin',
      properties: [
        { ...property, name: 'token', required: true, password: true, label: 'Token', description: 'What is sent' },
        { ...property, name: 'site', required: false, password: false, label: 'Site', description: 'Who sends it' },
      ],
    });
  });

  test('passwords are masked in responses', async () => {
    const { authentication } = await guarded('local.Token', { title: 'masked' });
    expect(authentication).toMatchObject({ type: 'local.Token', token: '********' });
  });

  test('a script named after the type, in a directory named after the namespace, accepts requests', async () => {
    const endpoint = await guarded('local.Token');
    expectAccepted(await callEndpoint(endpoint, 'open sesame'));
    for (const reply of [
      await callEndpoint(endpoint, 'open'),
      await callEndpoint(endpoint, 'open sesame', 'other'),
      await callEndpoint(endpoint, 'open sesame', 'main', '?id=2'),
      await deliver(url(), endpoint, { body: '{}' }),
    ]) {
      expectUnauthorized(reply, endpoint);
    }
  });

  test('there is no payload for a GET endpoint', async () => {
    const endpoint = await guarded('local.Token', { type: 'events.GetWebhookEndpoint', title: 'For local.Token GET' });
    await rest.put(`/config/${endpoint.id}`, {
      ...endpoint,
      authentication: { type: 'local.Token', token: 'g', site: endpoint.title },
    });
    const path = `${endpoint.path}?id=1&id=`;
    const postWithToken = (token: string) =>
      deliver(url(), { ...endpoint, path }, { method: 'GET', headers: { 'x-token': token } });
    expectAccepted(await postWithToken('g'));
    expectUnauthorized(await postWithToken('h'), endpoint);
  });

  test('it is installed by placing it in the local plugin directory', async () => {
    expect(await rest.get('/plugins/local-plugin')).toMatchObject({
      version: '1.0',
      source: 'plugin-dir',
    });
  });

  test('it is loaded from the extension directory during development', async () => {
    expect(await rest.get('/plugins/extension')).toMatchObject({ source: 'extension-dir' });
    expectAccepted(await callEndpoint(await guarded('unpacked.Token'), 'open sesame'));
  });

  test('a plugin whose method an endpoint uses cannot be uninstalled, and a new version applies at once', async () => {
    const [name, files] = [
      'changing-2.jar',
      { ...filesOf('changing'), 'changing/Token.py': 'authenticated = False\n' },
    ];
    await rest.post('/plugins', fileForm(await jarOf(filesOf('changing')), { name }));
    const endpoint = await guarded('changing.Token');
    expectAccepted(await callEndpoint(endpoint, 'open sesame'));
    expect(await rest.sendForError('DELETE', '/plugins/changing')).toMatch(
      /^409 the configuration 'Configuration\w+' \(For changing\.Token\) has a type/,
    );
    await rest.post('/plugins', fileForm(await jarOf(files), { name }));
    expectUnauthorized(await callEndpoint(endpoint, 'open sesame'), endpoint);
  });

  test('a script that does not compile is reported in the warnings, and rejects all requests', async () => {
    const files = { ...filesOf('broken'), 'broken/Token.py': 'if True\n' };
    const { warnings } = await rest.post<{ warnings: string[] }>('/plugins', fileForm(await jarOf(files)));
    expect(warnings).toEqual([expect.stringMatching(/'broken\/Token\.py' does not compile in line 1: \S/)]);
    const endpoint = await guarded('broken.Token');
    expectUnauthorized(await callEndpoint(endpoint, 'open sesame'), endpoint);
  });
});
