import { describe, expect, test } from 'vitest';
import { productTypes } from '../built-in/product-types.ts';
import { readJar } from '../jars/read-plugin.ts';
import { type Files, jarOf, manifest, synthetic } from '../testing.ts';
import { automatedTypes, buildPluginTypes, passwordsOf, referencedTypes } from './plugin-types.ts';

const readTypes = async (types: string, more: Files = {}, name = 'acme') =>
  await readJar(
    await jarOf({
      'META-INF/MANIFEST.MF': manifest.replace('acme-plugin', name),
      'synthetic.xml': synthetic(types),
      ...more,
    }),
    'acme.jar',
  );

const ofConnection = [...productTypes.get('configuration.HttpConnection')!.properties].map(({ name }) => name);

describe('a plugin type', () => {
  test('inherits the properties of connections, including secrets, also from other plugin types', async () => {
    const types = buildPluginTypes([
      await readTypes(`<type type="acme.Server" extends="configuration.HttpConnection"><property name="own"/></type>
        <type type="acme.Special" extends="acme.Server"><property name="password" hidden="true"/></type>
        <type type="acme.Basic" extends="configuration.BasicAuthHttpConnection"/>`),
    ]);
    expect(ofConnection).toEqual(
      `url authenticationMethod username password domain clientId clientSecret scope accessTokenUrl proxyHost proxyPort
      proxyUsername proxyPassword proxyDomain`.split(/\s+/),
    );
    expect(types.get('acme.Server')!.properties.map(({ name }) => name)).toEqual([...ofConnection, 'own']);
    expect(types.get('acme.Basic')!.properties.map(({ name }) => name)).toEqual(ofConnection);
    expect(passwordsOf(types, 'acme.Special')).toEqual(['password', 'clientSecret', 'proxyPassword']);
    expect(types.get('acme.Special')!.properties.find(({ name }) => name === 'password')?.hidden).toBe(true);
  });

  test('can be referenced by a property of its own type and of its parent types', async () => {
    const types = buildPluginTypes([
      await readTypes(`<type type="acme.Server" extends="configuration.HttpConnection"/>
        <type type="acme.Special" extends="acme.Server"/><type type="acme.Other" extends="configuration.HttpConnection"/>
        <type type="acme.Open" extends="gone.Base"/>`),
    ]);
    expect(referencedTypes(types, 'acme.Server')).toEqual(['acme.Server', 'acme.Special', 'acme.Open']);
    expect(referencedTypes(types, 'configuration.HttpConnection')).toEqual(
      expect.arrayContaining(['configuration.BasicAuthHttpConnection', 'acme.Special', 'acme.Other']),
    );
    for (const any of [null, 'Configuration', 'gone.Base']) expect(referencedTypes(types, any)).toBeNull();
  });

  test('warns about references that scripts receive as ids', async () => {
    const { warnings } = await readTypes(
      '<type type="acme.Do" extends="rel.PythonScript"><property name="all" kind="list_of_ci"/></type>',
      { 'acme/Do.py': 'print 1' },
    );
    expect(warnings).toContain("property 'all' of 'acme.Do': scripts receive ids instead of objects for list_of_ci");
  });

  test('can extend a type of another plugin, and is open with an unknown base', async () => {
    const base = await readTypes(
      '<type type="base.Task" extends="family.PythonScript" virtual="true"><property name="server" kind="ci" referenced-type="family.Configuration"/></type>',
      {},
      'base',
    );
    const more = await readTypes('<type type="more.Do" extends="base.Task"/>', { 'more/Do.py': 'x = 1' }, 'more');
    const together = buildPluginTypes([base, more]).get('more.Do');
    expect(together).toMatchObject({ extends: 'base.Task', root: 'PythonScript', open: false });
    expect(together?.properties).toMatchObject([{ name: 'server', referencedType: 'Configuration' }]);
    expect(buildPluginTypes([more]).get('more.Do')).toMatchObject({ root: 'base.Task', open: true, properties: [] });
  });

  test('of tasks has a script and an abort script, or their faults', async () => {
    const abort = '<property name="abortScript" default="acme/stop.py"/>';
    const types = buildPluginTypes([
      await readTypes(
        `<type type="acme.Good" extends="rel.PythonScript">${abort}</type>
        <type type="acme.Bad" extends="rel.PythonScript"/><type type="acme.Held" extends="rel.Tile"/>
        <type type="acme.Base" extends="rel.PythonScript" virtual="true"/>
        <type type="acme.Boxed" extends="rel.ContainerTask"/>`,
        { 'acme/Good.jy': 'x = 1' },
      ),
    ]);
    const automated = automatedTypes(types, { mailMode: 'manual', containerTasks: false });
    expect([...types.keys()].filter((type) => automated.has(type))).toEqual(['acme.Good', 'acme.Bad']);
    expect(automated.withAbortScript).toEqual(new Set(['acme.Good']));
    expect(automated.inContainers).toEqual(new Set(['ContainerTask', 'RemoteScriptExecution', 'acme.Boxed']));
    expect(types.get('acme.Good')!.script).toEqual({
      path: 'acme/Good.jy',
      language: 'python',
      text: 'x = 1',
      fault: null,
    });
    expect(types.get('acme.Good')!.abortScript?.fault).toBe("its script 'acme/stop.py' is not in the plugin");
    expect(types.get('acme.Bad')!.script?.fault).toBe("its script 'acme/Bad.py' is not in the plugin");
  });

  test('can be part of an inheritance cycle', async () => {
    const first = await readTypes('<type type="a.A" extends="b.B"/>', {}, 'one');
    const second = await readTypes('<type type="b.B" extends="a.A"/>', {}, 'other');
    expect([...buildPluginTypes([first, second]).keys()]).toEqual(['a.A', 'b.B']);
  });
});
