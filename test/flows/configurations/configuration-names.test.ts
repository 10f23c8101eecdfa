import { beforeAll, describe, expect, test } from 'vitest';
import { jarOf, manifest, synthetic } from '../../../libs/plugins/src/testing.ts';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { startRelease } from '../../harness/rest/plans.ts';
import { scriptTask, waitForComments } from '../../harness/rest/script-tasks.ts';
import type { Configuration } from '../../harness/webhooks/endpoints.ts';

// compatibility.md, Answers and Names.
const { rest } = serve();

const types = `
  <type type="acme.Host" extends="configuration.HttpConnection"><property name="url"/></type>
  <type type="acme.Other" extends="configuration.HttpConnection"><property name="url"/></type>
  <type type="acme.Ask" extends="rel.PythonScript">
    <property name="host" kind="ci" referenced-type="acme.Host"/>
  </type>`;
const create = (fields: object) =>
  rest.post<Configuration>('/config', { type: 'acme.Host', url: 'http://one', ...fields });
let named: Configuration;
beforeAll(async () => {
  const files = {
    'META-INF/MANIFEST.MF': manifest,
    'synthetic.xml': synthetic(types),
    'acme/Ask.py': 'print host.title, host.url',
  };
  await rest.post('/plugins', fileForm(await jarOf(files)));
  named = await create({ title: 'My Jenkins (1)/a' });
});

describe('a title after Configuration/Custom/ identifies a configuration', () => {
  test('in a path', async () => {
    expect(await rest.get('/config/Configuration/Custom/My%20Jenkins%20(1)/a')).toEqual(named);
    expect(await rest.get('/config/Configuration%2FCustom%2FMy%20Jenkins%20(1)%2Fa')).toEqual(named);
    const changed = await rest.put<Configuration>('/config/Configuration/Custom/My%20Jenkins%20(1)/a', {
      url: 'http://two',
    });
    expect([changed.id, changed.url]).toEqual([named.id, 'http://two']);
  });

  test('in a property of kind ci, and in scripts', async () => {
    const host = 'Configuration/Custom/My Jenkins (1)/a';
    const inputTask = { title: 'ask', type: 'acme.Ask', host };
    const script = `print configurationApi.getConfiguration('${host}').title`;
    const release = await startRelease(rest, { Ship: [inputTask, scriptTask(script)] }, { scriptUsername: 'admin' });
    expect(await waitForComments(rest, release, 'ask', 'COMPLETED')).toEqual(['My Jenkins (1)/a http://two']);
    expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual(['My Jenkins (1)/a']);
  });

  test('unless no configuration or several configurations have the title', async () => {
    await create({ title: 'Twin' });
    await create({ title: 'Twin', type: 'acme.Other' });
    const refusal = async (path: string) => {
      const { status, text } = await rest.send('GET', `/config/${path}`);
      return [status, text.trim()];
    };
    expect(await refusal('Configuration/Custom/Nobody')).toEqual([
      404,
      "there is no configuration 'Configuration/Custom/Nobody'",
    ]);
    expect(await refusal('Configuration/Custom/Twin')).toEqual([
      404,
      "there are several configurations 'Configuration/Custom/Twin': expected the id of one",
    ]);
    expect((await refusal('Configuration/Custom/'))[0]).toBe(404);
    expect((await refusal('Configuration/Custom/%00'))[0]).toBe(404);
  });
});

test('configurations of different types may have the same title, configurations of one type may not', async () => {
  await create({ title: 'Same' });
  await create({ title: 'Same', type: 'acme.Other' });
  const duplicate = await rest.send('POST', '/config', { type: 'acme.Other', title: 'Same' });
  expect([duplicate.status, duplicate.text.trim()]).toEqual([
    409,
    "A configuration with the title 'Same' already exists under the folder with ID 'Configuration'.",
  ]);
});

test.each(['Configuration/Custom/ConfigurationJenkins', 'Configuration/Custom/Jenkins-Y88'])(
  'an id that the client sends is kept, and identifies the configuration from then on: %s',
  async (id) => {
    expect((await create({ id, title: `of ${id}` })).id).toBe(id);
    expect((await rest.get<Configuration>(`/config/${id}`)).title).toBe(`of ${id}`);
    expect(await create({ id, title: `second of ${id}` })).toMatchObject({ id, title: `second of ${id}` });
    await rest.sendForNoContent('DELETE', `/config/${id}`);
  },
);
