import { beforeAll, describe, expect, test } from 'vitest';
import { type Files, jarOf, manifest, synthetic } from '../../../libs/plugins/src/testing.ts';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { startRelease, tasksOf } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { waitForComments } from '../../harness/rest/script-tasks.ts';
import { type Configuration, createEndpoint, deliver } from '../../harness/webhooks/endpoints.ts';

// Features that published plugins of the family use, tested over REST
const { rest, database, url } = serve();

interface Property {
  readonly name: string;
  readonly [attribute: string]: unknown;
}
interface Type {
  readonly type: string;
  readonly extends: string;
  readonly plugin?: string;
  readonly properties: readonly Property[];
}

const upload = async (name: string, types: string, more: Files = {}) => {
  const files = {
    'META-INF/MANIFEST.MF': manifest.replace('acme-plugin', name),
    'synthetic.xml': synthetic(types),
    ...more,
  };
  return await rest.post<{ warnings: string[]; types: Type[] }>('/plugins', fileForm(await jarOf(files)));
};
const typeOf = (name: string) => rest.get<Type>(`/metadata/types/${name}`);
const propertyOf = async (type: string, name: string) =>
  (await typeOf(type)).properties.find((property) => property.name === name);

describe('a connection of a plugin', () => {
  const sent = {
    url: 'https://ci',
    authenticationMethod: 'OAuth2',
    username: 'me',
    password: 'hush-password',
    domain: 'corp',
    clientId: 'id',
    clientSecret: 'hush-client',
    scope: 'all',
    accessTokenUrl: 'https://token',
    proxyHost: 'proxy',
    proxyPort: 3128,
    proxyUsername: 'you',
    proxyPassword: 'hush-proxy',
    proxyDomain: 'dmz',
    apiKey: 'hush-key',
  };
  const masks = Object.fromEntries(
    ['password', 'clientSecret', 'proxyPassword', 'apiKey'].map((name) => [name, '********']),
  );

  beforeAll(async () => {
    await upload(
      'ci',
      `<type type="ci.Server" extends="configuration.HttpConnection">
        <property name="scriptLocation" hidden="true" default="configuration/HttpConnectionCheck.py"/>
        <property name="title" default="Server"/><property name="apiKey" password="true"/></type>
      <type type="ci.Cloud" extends="ci.Server"><property name="region"/></type>`,
    );
  });

  test.each(['ci.Server', 'ci.Cloud'])(
    'of type %s keeps all inherited properties, with encrypted secrets',
    async (type) => {
      const created = await rest.post<Configuration>('/config', { type, title: type, ...sent });
      expect(created).toMatchObject({ type, title: type, ...sent, ...masks });
      expect(await rest.get(`/config/${created.id}`)).toEqual(created);
      expect(await rest.put(`/config/${created.id}`, { ...created, username: 'you' })).toMatchObject({
        ...sent,
        ...masks,
        username: 'you',
      });
      const stored = await database().query({ text: 'select properties, secrets from configurations' });
      expect(JSON.stringify(stored)).not.toContain('hush');
      const definition = await rest.get<Configuration[]>(
        '/config/byTypeAndTitle?configurationType=configuration.HttpConnection',
      );
      expect(definition.map(({ title }) => title)).toContain(type);
    },
  );

  test('may omit properties that its definition does not require', async () => {
    const created = await rest.post<Configuration>('/config', { type: 'ci.Server', title: 'Bare' });
    expect(created).toMatchObject({ title: 'Bare', authenticationMethod: 'Basic' });
  });

  test('can be created for a type whose base type is unknown', async () => {
    const { warnings } = await upload(
      'odd',
      '<type type="odd.Host" extends="remote.Host"><property name="port" kind="integer"/></type>',
    );
    expect(warnings).toEqual([
      "the inherited properties of 'remote.Host' require another plugin that defines it: odd.Host",
    ]);
    const created = await rest.post<Configuration>('/config', {
      type: 'odd.Host',
      title: 'Odd',
      address: 'a',
      port: '22',
      sudoPassword: 'hush',
    });
    expect(created).toMatchObject({ address: 'a', port: 22, sudoPassword: '********' });
  });
});

describe('the built-in types are returned', () => {
  test.each([
    ['rel.Task', 'rel.PlanItem'],
    ['rel.GateTask', 'rel.Task'],
    ['Task', 'rel.PlanItem'],
    ['rel.Release', 'rel.PlanItem'],
    ['rel.Phase', 'rel.PlanItem'],
    ['rel.StringVariable', 'rel.Variable'],
    ['rel.PythonScript', 'udm.BaseConfigurationItem'],
    ['rel.Configuration', 'udm.BaseConfigurationItem'],
    ['configuration.HttpConnection', 'rel.Configuration'],
    ['events.PostWebhookEndpoint', 'events.WebhookEndpoint'],
  ])('%s', async (name, parent) => {
    const definition = await typeOf(name);
    expect(definition).toMatchObject({ type: name.includes('.') ? name : `rel.${name}`, extends: parent });
    expect(definition).not.toHaveProperty('plugin');
    expect(definition.properties.length > 0).toBe(!['rel.PythonScript', 'rel.Configuration'].includes(name));
  });

  test('with inherited properties and referenced types', async () => {
    expect(await propertyOf('rel.GateTask', 'title')).toMatchObject({ kind: 'string', required: true });
    expect(await propertyOf('rel.GateTask', 'dependencies')).toMatchObject({
      kind: 'list_of_ci',
      referencedType: 'rel.Dependency',
      'referenced-type': 'rel.Dependency',
    });
    await upload(
      'refers',
      '<type type="refers.Do" extends="family.PythonScript"><property name="server" kind="ci" referenced-type="ci.Server"/></type>',
      { 'refers/Do.py': 'x = 1' },
    );
    expect(await typeOf('refers.Do')).toMatchObject({ extends: 'rel.PythonScript' });
    expect(await propertyOf('refers.Do', 'server')).toMatchObject({ required: true, 'referenced-type': 'ci.Server' });
  });

  test('and only configuration types can be used for configurations', async () => {
    expect(await rest.sendForError('POST', '/config', { type: 'rel.Task', title: 'x' })).toBe(
      "400 type: 'Task' is not a configuration type",
    );
  });
});

describe('a type whose script cannot run', () => {
  beforeAll(async () => {
    const { warnings } = await upload(
      'broken',
      `<type type="broken.Task" extends="rel.PythonScript" virtual="true"/>
      <type type="broken.Missing" extends="broken.Task"/><type type="broken.Wrong" extends="broken.Task"/>
      <type type="broken.Good-One" extends="broken.Task"/>
      <type type="broken.Guard" extends="events.CustomJythonAuthentication"/>`,
      { 'broken/Wrong.py': 'if x', 'broken/Good-One.jy': "print 'fine'" },
    );
    expect(warnings).toEqual([
      "type 'broken.Missing' will fail: its script 'broken/Missing.py' is not in the plugin",
      "type 'broken.Guard' will fail: its script 'broken/Guard.py' is not in the plugin",
      expect.stringMatching(
        /^types with the script 'broken\/Wrong\.py' will fail: 'broken.* does not compile in line 1/,
      ),
    ]);
  });

  const runTask = async (type: string, state: string) => {
    const release = await startRelease(rest, { Build: [{ title: 'do', type }] });
    return await waitForComments(rest, release, 'do', state);
  };

  test('fails its tasks with the reason, and no other tasks', async () => {
    expect(await runTask('broken.Missing', 'FAILED')).toEqual([
      expect.stringContaining(
        "Tasks of type 'broken.Missing' cannot run: its script 'broken/Missing.py' is not in the plugin.",
      ),
    ]);
    expect(await runTask('broken.Wrong', 'FAILED')).toEqual([
      expect.stringContaining("'broken/Wrong.py' does not compile in line 1"),
    ]);
    expect(await runTask('broken.Good-One', 'COMPLETED')).toEqual(['fine']);
  });

  test('refuses all requests with the reason', async () => {
    const endpoint = await createEndpoint(rest, { type: 'broken.Guard' });
    expect((await deliver(url(), endpoint, { body: '{}' })).status).toBe(401);
    const [delivery] = await rest.get<{ reason: string }[]>(`/webhooks/${endpoint.id}/deliveries`);
    expect(delivery?.reason).toBe("the script cannot run: its script 'broken/Guard.py' is not in the plugin");
  });
});

test('a plugin type with the name of a built-in type after its dot is a type of its own', async () => {
  await upload('bamboo', '<type type="bamboo.Task" extends="rel.PythonScript"/>', {
    'bamboo/Task.py': "print 'built'",
  });
  const release = await startRelease(rest, {
    Build: [
      { title: 'build', type: 'bamboo.Task' },
      { title: 'look', type: 'other.GateTask' },
    ],
  });
  expect(await waitForComments(rest, release, 'build', 'COMPLETED')).toEqual(['built']);
  const types = tasksOf(await rest.get<Release>(`/releases/${release.id}`)).map(({ type }) => type);
  expect(types).toEqual(['bamboo.Task', 'other.GateTask']);
});
