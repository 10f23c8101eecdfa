import { describe, expect, test } from 'vitest';
import { type Files, jarOf, manifest, synthetic } from '../testing.ts';
import { readJar } from './read-plugin.ts';

const bare = { 'META-INF/MANIFEST.MF': manifest };
const readFilesAsJar = async (files: Files) => await readJar(await jarOf({ ...bare, ...files }), 'acme.jar');
const xml = (types: string, more: Files = {}): Files => ({ 'synthetic.xml': synthetic(types), ...more });
const propertyOf = (attributes: string) =>
  xml(`<type type="acme.T" extends="rel.Configuration"><property name="p" ${attributes}/></type>`);

describe('accepts an invalid property with a warning', () => {
  test.each<[string, object, string]>([
    ['kind="text"', { kind: 'string' }, "has the unknown kind 'text': it is treated as a text"],
    [
      'kind="integer" default="1.5"',
      { defaultValue: null },
      'has a default that is not of its kind integer: the default is ignored',
    ],
    [
      'kind="boolean" default="constructor"',
      { defaultValue: false },
      'has a default that is not of its kind boolean: the default is false',
    ],
    [
      'kind="map_string_string" default="x"',
      { defaultValue: null },
      'has a default that is not of its kind map_string_string: the default is ignored',
    ],
    [
      'kind="integer" password="true"',
      { kind: 'string', password: true },
      'is a password: it is treated as a text, not as integer',
    ],
    [
      'kind="enum" default="c"><enum-values><value>a</value></enum-values></property><property name="q"',
      { defaultValue: null },
      'has a default that is not one of its values: the default is ignored',
    ],
  ])('%s', async (attributes, expected, warning) => {
    const { types, warnings } = await readFilesAsJar(propertyOf(attributes));
    expect(types[0]!.properties[0]).toMatchObject(expected);
    expect(warnings).toEqual([`property 'p' of type 'acme.T' ${warning}`]);
  });

  test('duplicate: the last one counts', async () => {
    const { types, warnings } = await readFilesAsJar(propertyOf('label="one"/><property name="p" label="two"'));
    expect(types[0]!.properties.map(({ label }) => label)).toEqual(['two']);
    expect(warnings).toEqual(["type 'acme.T' has the property 'p' twice: the last one applies"]);
  });
});

test.each(['title', 'description', 'status', 'url', 'kebab-name', 'snake_name'])(
  'a property can have the name %s',
  async (name) => {
    const { types, warnings } = await readFilesAsJar(
      xml(`<type type="acme.T" extends="rel.Configuration"><property name="${name}"/></type>`),
    );
    expect([types[0]!.properties.map((item) => item.name), warnings]).toEqual([[name], []]);
  },
);

test.each(['acme.Create-Issue', 'acme-tools.Do', 'acme.deep.Do', '3scale.Server', 'bamboo.Task', 'gitlab.createTag'])(
  'a type can have the name %s',
  async (name) => {
    const { types } = await readFilesAsJar(xml(`<type type="${name}" extends="rel.Configuration"/>`));
    expect(types.map((item) => item.name)).toEqual([name]);
  },
);

describe('YAML', () => {
  test('defines hidden properties, with only a default or with attributes', async () => {
    const { types, warnings } = await readFilesAsJar({
      'type-definitions.yaml': `types:
  acme.Base:
    extends: family.ContainerTask
    virtual: true
    hidden-properties:
      image: {default: 'acme/image:1', transient: true}
      taskColor: '#667385'
      retries: 3
    input-properties:
      server: {kind: ci, referenced-type: acme.Server, required: false}
      choice: {kind: enum, enum-values: [1, true, {label: X, value: x}], default: x}
      nothing:
`,
    });
    expect(
      types[0]!.properties.map(({ name, hidden, defaultValue, required }) => [name, hidden, defaultValue, required]),
    ).toEqual([
      ['server', false, null, false],
      ['choice', false, 'x', true],
      ['nothing', false, null, true],
      ['image', true, 'acme/image:1', true],
      ['taskColor', true, '#667385', true],
      ['retries', true, '3', true],
    ]);
    expect(types[0]!.properties.map(({ referencedType }) => referencedType)[0]).toBe('acme.Server');
    expect(types[0]!.properties[1]!.enumValues).toEqual(['1', 'true', 'x']);
    expect(warnings).toEqual([]);
  });

  test('with a duplicate key, without types, and empty', async () => {
    const twice = 'types: {a.B: {extends: rel.Configuration, properties: {p: {label: x}, p: {label: y}}}}';
    expect((await readFilesAsJar({ 'type-definitions.yaml': twice })).warnings).toEqual([
      "type-definitions.yaml has the key 'p' twice: the last one applies",
    ]);
    for (const text of ['types:', 'other: 1', '']) {
      expect((await readFilesAsJar({ 'type-definitions.yaml': text })).warnings).toEqual([
        'the plugin defines no types',
      ]);
    }
  });
});

describe('reports a part without effect', () => {
  test.each<[string, Files, readonly string[]]>([
    ['no types', xml(''), ['the plugin defines no types']],
    [
      'only endpoints and files for the browser',
      { 'xl-rest-endpoints.xml': '<endpoints/>', 'xl-ui-plugin.xml': '<plugin/>', 'web/a.html': 'x', 'web/b.js': 'y' },
      [
        'the plugin defines no types',
        'xl-rest-endpoints.xml: endpoints of plugins are not served',
        'xl-ui-plugin.xml: pages of plugins are not shown',
        'web/: files for the browser are not served',
      ],
    ],
    [
      'a type modification',
      xml(
        '<type-modification type="jira.JiraScript"><property name="p" hidden="true"/></type-modification><type-modification/>',
      ),
      [
        "type-modification of 'jira.JiraScript': types cannot be modified",
        "type-modification of '': types cannot be modified",
        'the plugin defines no types',
      ],
    ],
    [
      'base types that are not supported',
      xml(`<type type="a.Base" extends="family.ContainerTask" virtual="true"/><type type="a.B" extends="a.Base"/>
        <type type="a.C" extends="rel.ContainerTask"/><type type="a.D" extends="rel.ReleaseTrigger"/>`),
      [
        'tasks of these types run in containers if the operator enables them (CONTAINER_TASKS), and are completed manually otherwise: a.B, a.C',
        "type 'a.D' will fail: its script 'a/D.py' is not in the plugin",
      ],
    ],
    [
      'a base type that another plugin must define',
      xml('<type type="a.B" extends="remoteScript.Windows"/>'),
      ["the inherited properties of 'remoteScript.Windows' require another plugin that defines it: a.B"],
    ],
    [
      'a script that is missing',
      xml('<type type="a.B" extends="rel.PythonScript"><property name="abortScript" default="a/abort.groovy"/></type>'),
      [
        "type 'a.B' will fail: its script 'a/B.py' is not in the plugin",
        "type 'a.B' will fail: its script 'a/abort.groovy' cannot run: expected .py, .jy, .js",
      ],
    ],
    [
      'more warnings than the limit',
      xml(Array.from({ length: 150 }, (_, at) => `<type-modification type="a.T${at}"/>`).join('')),
      [
        ...Array.from({ length: 100 }, (_, at) => `type-modification of 'a.T${at}': types cannot be modified`),
        '51 more warnings are left out',
      ],
    ],
  ])('%s', async (_, files, warnings) => {
    expect((await readFilesAsJar(files)).warnings).toEqual(warnings);
  });

  test('definitions can be in type-definitions.xml too', async () => {
    const { types } = await readFilesAsJar({
      'type-definitions.xml': synthetic('<type type="a.B" extends="rel.Tile"/>'),
    });
    expect(types.map(({ name }) => name)).toEqual(['a.B']);
  });
});
