import { expect, test } from 'vitest';
import { pluginNames } from './harness/catalog.ts';
import { type Installed, servePlugins } from './harness/serve-plugins.ts';

const { rest, installed, connection } = servePlugins(pluginNames);

test('fifteen plugins are installed together', async () => {
  const listed = await rest.get<Installed[]>('/plugins');
  expect(listed.map(({ name }) => name)).toEqual(pluginNames.map((name) => `${name}-plugin`).toSorted());
  expect(listed).toHaveLength(15);
});

test.each(pluginNames)('%s is installed with all that its scripts are', async (name) => {
  const { warnings, types } = installed(name);
  expect(warnings.filter((warning) => !warning.startsWith('triggers of these types'))).toEqual([]);
  expect(types.length).toBeGreaterThan(1);
  expect(await rest.get(`/config/${connection(name)}`)).toMatchObject({ url: expect.stringMatching(/^http:/) });
});
