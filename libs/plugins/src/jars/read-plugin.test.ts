import { describe, expect, test } from 'vitest';
import { type Files, goodFiles, jarOf, manifest, noise, synthetic, tokenScript } from '../testing.ts';
import { readJar } from './read-plugin.ts';

const readFilesAsJar = async (files: Files, file = 'acme.jar') => await readJar(await jarOf(files), file);

test('reads an authentication method with its script and its secret property', async () => {
  const plugin = await readFilesAsJar(goodFiles);
  expect(plugin).toEqual({
    name: 'acme-plugin',
    version: '1.2.0',
    checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
    types: [
      {
        name: 'acme.Token',
        extends: 'events.CustomJythonAuthentication',
        label: 'Token',
        description: 'By a token',
        virtual: false,
        properties: [
          {
            name: 'token',
            kind: 'string',
            category: 'input',
            label: 'The token',
            description: 'What is "sent"',
            required: true,
            implied: false,
            password: true,
            hidden: false,
            defaultValue: null,
            enumValues: [],
            referencedType: null,
          },
        ],
        scriptFile: 'acme/Token.py',
      },
    ],
    scripts: [{ path: 'acme/Token.py', language: 'python', text: tokenScript, fault: null }],
    warnings: [],
    warningMessages: [],
    lacks: [],
  });
});

describe('the name of a plugin', () => {
  test.each([
    ['Manifest-Version: 1.0\nImplementation-Title: other\nImplementation-Version: 3\n', 'x.jar', 'other', '3'],
    ['Manifest-Version: 1.0\nPlugin-Name: a-very-\n long-name\n', 'x-2.1.jar', 'a-very-long-name', '2.1'],
    ['Manifest-Version: 1.0\n', 'acme-plugin-1.2.0-beta.jar', 'acme-plugin', '1.2.0-beta'],
    ['Manifest-Version: 1.0\n', 'C:\\Users\\me\\acme.jar', 'acme', ''],
    ['Manifest-Version: 1.0\n\nName: x\nPlugin-Name: of a section\n', '/home/me/acme_v2.jar', 'acme', 'v2'],
  ])('%j in %s', async (text, file, name, version) => {
    const plugin = await readFilesAsJar({ ...goodFiles, 'META-INF/MANIFEST.MF': text }, file);
    expect([plugin.name, plugin.version]).toEqual([name, version]);
  });
});

const withTypes = (types: string, files: Files = {}): Files => ({
  'META-INF/MANIFEST.MF': manifest,
  'synthetic.xml': synthetic(types),
  ...files,
});

describe('the script of a type', () => {
  test.each([
    ['rel.PythonScript', '', 'acme/Do.py', 'acme/Do.py'],
    ['rel.PythonScript', '', 'acme/Do.js', 'acme/Do.js'],
    ['rel.PythonScript', '', 'acme/Do.jy', 'acme/Do.jy'],
    ['rel.PythonScript', 'default="acme/no.py"', 'acme/Do.py', 'acme/no.py'],
    ['rel.PythonScript', '', 'acme/Other.py', 'acme/Do.py'],
    ['configuration.HttpConnection', 'default="configuration/HttpConnectionCheck.py"', 'acme/Other.py', null],
    ['other.PythonScript', '', 'acme/Do.py', 'acme/Do.py'],
    ['events.CustomScriptAuthentication', '', 'acme/Do.js', 'acme/Do.js'],
    ['events.CustomJythonEventSource', 'default="lib/source.py"', 'lib/source.py', 'lib/source.py'],
    ['rel.PythonScript', 'default="acme/sub/do.py"', 'acme/sub/do.py', 'acme/sub/do.py'],
    ['rel.Configuration', '', 'acme/Other.py', null],
    ['other.Type', '', 'acme/Do.py', 'acme/Do.py'],
  ])('that extends %s, with the location %j, is %s', async (parent, location, path, expected) => {
    const type = `<type type="acme.Do" extends="${parent}"><property name="scriptLocation" hidden="true" ${location}/></type>`;
    const { types } = await readFilesAsJar(withTypes(type, { [path]: 'x = 1' }));
    expect(types.map(({ scriptFile }) => scriptFile)).toEqual([expected]);
  });

  test('is inherited with its location, and is not required for a virtual type', async () => {
    const types = `<type type="acme.Base" extends="rel.PythonScript" virtual="true">
        <property name="scriptLocation" default="acme/all.py"/></type>
      <type type="acme.One" extends="acme.Base"/>`;
    const plugin = await readFilesAsJar(withTypes(types, { 'acme/all.py': '' }));
    expect(plugin.types.map(({ name, scriptFile }) => [name, scriptFile])).toEqual([
      ['acme.Base', null],
      ['acme.One', 'acme/all.py'],
    ]);
  });

  test('is stored with the modules, and without other files of the jar', async () => {
    const files = {
      'acme/lib/more.py': 'y',
      'web/page.js': 'z',
      'other/Thing.py': 'w',
      'acme/readme.txt': 'r',
      'web/large.js': noise(2_000_000),
    };
    const { scripts } = await readFilesAsJar({ ...goodFiles, ...files });
    expect(scripts.map(({ path }) => path)).toEqual(['acme/Token.py', 'acme/lib/more.py', 'other/Thing.py']);
  });
});

const property = async (attributes: string) => {
  const type = `<type type="acme.Thing" extends="rel.Configuration"><property name="it" ${attributes}</type>`;
  return (await readFilesAsJar(withTypes(type))).types[0]!.properties[0]!;
};

describe('a property', () => {
  test.each([
    ['/>', { kind: 'string', category: 'input', label: 'It', required: true, implied: true, defaultValue: null }],
    ['required="false"/>', { required: false, implied: false }],
    ['required="False" password="TRUE"/>', { required: false, password: true }],
    ['kind="Boolean" default="True"/>', { kind: 'boolean', defaultValue: true }],
    ['kind="boolean" default="true"/>', { kind: 'boolean', defaultValue: true }],
    ['kind="integer" default="-5" category="output"/>', { kind: 'integer', defaultValue: -5, category: 'output' }],
    ['kind="integer" default=""/>', { defaultValue: null }],
    ['kind="list_of_string" default="a, b,a"/>', { defaultValue: ['a', 'b', 'a'] }],
    ['kind="map_string_string" default="a:1, b=2"/>', { defaultValue: { a: '1', b: '2' } }],
    [
      'kind="ci" referenced-type="configuration.HttpConnection"/>',
      { kind: 'ci', referencedType: 'configuration.HttpConnection' },
    ],
    ['kind="date" hidden="true" default="2026-11-20"/>', { hidden: true, defaultValue: '2026-11-20' }],
    ['default="&lt;a&gt; &amp;amp; &#65;&#x42;"/>', { defaultValue: '<a> &amp; AB' }],
    [
      'kind="enum" default="b"><enum-values><value>a</value><value>b</value></enum-values></property>',
      { kind: 'enum', enumValues: ['a', 'b'], defaultValue: 'b' },
    ],
  ])('%s', async (attributes, expected) => {
    expect(await property(attributes)).toMatchObject(expected);
  });
});

const yaml = (text: string, files: Files = {}): Files => ({
  'META-INF/MANIFEST.MF': manifest,
  'type-definitions.yaml': text,
  ...files,
});

describe('definitions in YAML', () => {
  test('are the same as in XML', async () => {
    const text = `
types:
  acme.Token:
    extends: events.CustomJythonAuthentication
    label: Token
    description: By a token
    properties:
      token:
        kind: string
        required: true
        password: true
        label: The token
        description: What is "sent"
`;
    const read = await readFilesAsJar(yaml(text, { 'acme/Token.py': tokenScript }));
    expect(read.types).toEqual((await readFilesAsJar(goodFiles)).types);
  });

  test('can separate inputs and outputs, and have plain defaults', async () => {
    const text = `
types:
  acme.Do:
    extends: rel.PythonScript
    input-properties:
      many: {kind: list_of_string, default: [a, b]}
      map: {kind: map_string_string, default: {k: 1}}
      on: {kind: boolean, default: false}
      version: {default: 1.5}
      choice: {kind: enum, enum-values: [x, y]}
    output-properties:
      result:
`;
    const { types } = await readFilesAsJar(yaml(text, { 'acme/Do.js': 'result = 1' }));
    expect(
      types[0]!.properties.map((property) => [
        property.name,
        property.category,
        property.defaultValue,
        property.enumValues,
      ]),
    ).toEqual([
      ['many', 'input', ['a', 'b'], []],
      ['map', 'input', { k: '1' }, []],
      ['on', 'input', false, []],
      ['version', 'input', '1.5', []],
      ['choice', 'input', null, ['x', 'y']],
      ['result', 'output', null, []],
    ]);
  });

  test('can be combined with definitions in XML', async () => {
    const { types } = await readFilesAsJar({
      ...goodFiles,
      'type-definitions.yaml': 'types: {acme.More: {extends: rel.Tile}}',
    });
    expect(types.map(({ name }) => name)).toEqual(['acme.Token', 'acme.More']);
  });
});
