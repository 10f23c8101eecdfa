import { expect, test } from 'vitest';
import { jarOf, manifest, synthetic } from '../../libs/plugins/src/testing.ts';
import { fileForm } from '../harness/rest/file-form.ts';
import { pluginNames } from './harness/catalog.ts';
import { type InstallResult, servePlugins } from './harness/serve-plugins.ts';

const { rest, installed, connection } = servePlugins(pluginNames);

test('fifteen plugins are installed together', async () => {
  const listed = await rest.get<InstallResult[]>('/plugins');
  expect(listed.map(({ name }) => name)).toEqual(pluginNames.map((name) => `${name}-plugin`).toSorted());
  expect(listed).toHaveLength(15);
});

test.each(pluginNames)('%s is installed without warnings about its scripts', async (name) => {
  const { warnings, types } = installed(name) ?? { warnings: ['not installed'], types: [] };
  expect(warnings).toEqual([]);
  expect(types.length).toBeGreaterThan(1);
  expect(await rest.get(`/config/${connection(name)}`)).toMatchObject({ url: expect.stringMatching(/^http:/) });
});

test('a plugin lists the missing functions of its scripts by script and name, and has warnings about them', async () => {
  const scripts = {
    'lacking/Run.py':
      'import subprocess\nfrom lacking.client import call\ntaskApi.paint(task.id)\nsubprocess.call("ls")',
    'lacking/client.py': 'import ftplib, json\ndef call():\n    import subprocess',
    'lacking/tried.py': 'try:\n    import simplejson as json\nexcept ImportError:\n    import json',
  };
  const types = synthetic('<type type="lacking.Run" extends="rel.PythonScript"/>');
  const jar = await jarOf({
    'META-INF/MANIFEST.MF': manifest.replace('acme', 'lacking'),
    'synthetic.xml': types,
    ...scripts,
  });
  const { name } = await rest.post<InstallResult>('/plugins', fileForm(jar, { name: 'lacking.jar' }));
  const noSystem = 'scripts have no operating system';
  const status = await rest.get<InstallResult>(`/plugins/${name}`);
  expect(status.lacks).toEqual([
    { script: 'lacking/Run.py', name: 'subprocess', reason: noSystem },
    { script: 'lacking/Run.py', name: 'taskApi.paint', reason: 'scripts have no such method' },
    { script: 'lacking/client.py', name: 'subprocess', reason: noSystem },
    { script: 'lacking/client.py', name: 'ftplib', reason: 'scripts can access the network only by HTTP requests' },
  ]);
  expect(status.warnings).toEqual([
    `'subprocess' is not available to scripts, since ${noSystem}: lacking/Run.py, lacking/client.py`,
    "'taskApi.paint' is not available to scripts, since scripts have no such method: lacking/Run.py",
    "'ftplib' is not available to scripts, since scripts can access the network only by HTTP requests: lacking/client.py",
  ]);
});
