import { describe, expect, test } from 'vitest';
import { readJar } from '../jars/read-plugin.ts';
import { type Files, jarOf, manifest, noise, refusal, synthetic, token, tokenScript } from '../testing.ts';

const bare = { 'META-INF/MANIFEST.MF': manifest };
const script = { 'acme/Token.py': tokenScript };
const xml = (types: string, more: Files = script): Files => ({ ...bare, 'synthetic.xml': synthetic(types), ...more });
const raw = (text: string): Files => ({ ...bare, 'synthetic.xml': text, ...script });
const yaml = (text: string): Files => ({ ...bare, 'type-definitions.yaml': text, ...script });

describe('rejects definitions', () => {
  test.each<[string, Files, string]>([
    ['in invalid XML', raw('<synthetic'), "synthetic.xml cannot be parsed: Unclosed tag 'synthetic'.:1:1"],
    [
      'in XML with a DOCTYPE',
      raw('<!DOCTYPE x [<!ENTITY a "b">]><synthetic/>'),
      'synthetic.xml has a DOCTYPE, which is not read',
    ],
    [
      'in XML with a lowercase DOCTYPE',
      raw('<!doctype x><synthetic/>'),
      'synthetic.xml has a DOCTYPE, which is not read',
    ],
    [
      'in XML with another root',
      raw('<types/>'),
      'synthetic.xml does not have the root <synthetic xmlns="http://www.xebialabs.com/deployit/synthetic">',
    ],
    [
      'in XML with another namespace',
      raw('<synthetic xmlns="urn:x"/>'),
      'synthetic.xml does not have the root <synthetic xmlns="http://www.xebialabs.com/deployit/synthetic">',
    ],
    [
      'in XML above the size limit',
      raw(`<synthetic><!--${noise(262_145)}--></synthetic>`),
      "'synthetic.xml' is larger than 262144 bytes",
    ],
    [
      'in XML with too many nested tags',
      raw('<a>'.repeat(8_000) + '</a>'.repeat(8_000)),
      'synthetic.xml cannot be parsed: Maximum nested tags exceeded',
    ],
    [
      'in XML with a tag named __proto__',
      xml('<__proto__/>'),
      'synthetic.xml cannot be parsed: [SECURITY] Invalid name: "__proto__" is a reserved JavaScript keyword that could cause prototype pol…',
    ],
    [
      'in invalid YAML',
      yaml('types: [}'),
      'type-definitions.yaml cannot be parsed: Flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
    [
      'in YAML with an invalid type',
      yaml('types: {a.B: 1}'),
      "type-definitions.yaml cannot be parsed at types.a.B: expected a map 'types' of types by name",
    ],
    [
      'in YAML with an unknown tag',
      yaml('types: !java {}'),
      'type-definitions.yaml cannot be parsed: Unresolved tag: !java',
    ],
    [
      'in YAML with aliases that expand exponentially',
      yaml(
        `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]},`.repeat(9)}]`).join('\n')}\ntypes: *h`,
      ),
      'type-definitions.yaml cannot be parsed: Excessive alias count indicates a resource exhaustion attack',
    ],
  ])('%s', async (_, files, reason) => {
    expect(await refusal(await jarOf(files))).toBe(`BadPlugin: ${reason}`);
  });
});

/** A valid type, which is kept beside each invalid one. */
const good = '<type type="acme.Good" extends="rel.Configuration"/>';

describe('omits an invalid type, and keeps the others', () => {
  const type = (attributes: string) => xml(`<type ${attributes}/>${good}`);
  test.each<[string, Files, string]>([
    ['without a name', type('extends="rel.Tile"'), 'a type has no name'],
    [
      'without a namespace',
      type('type="Token" extends="rel.Tile"'),
      "'Token' is not a type name: expected 'namespace.Name'",
    ],
    [
      'with a path as its name',
      type('type="../x.Token" extends="rel.Tile"'),
      "'../x.Token' is not a type name: expected 'namespace.Name'",
    ],
    [
      'in the namespace of tasks',
      type('type="rel.Task" extends="rel.Tile"'),
      "type 'rel.Task' is in a namespace of the product",
    ],
    [
      'in the namespace of events',
      type('type="events.NoAuthentication" extends="rel.Tile"'),
      "type 'events.NoAuthentication' is in a namespace of the product",
    ],
    ...['configuration', 'udm', 'delivery'].map((namespace): [string, Files, string] => [
      `in the namespace ${namespace}`,
      type(`type="${namespace}.Own" extends="rel.Tile"`),
      `type '${namespace}.Own' is in a namespace of the product`,
    ]),
    ['without a base type', type('type="acme.T"'), "type 'acme.T' has no base type"],
    [
      'with an invalid base type',
      type('type="acme.T" extends="x"'),
      "type 'acme.T' extends 'x', which is not a type name",
    ],
    ['that extends itself', type('type="acme.T" extends="acme.T"'), "type 'acme.T' extends itself"],
    [
      'that extends itself through another type',
      xml(`<type type="a.A" extends="a.B"/><type type="a.B" extends="a.A"/>${good}`),
      "type 'a.A' extends itself",
    ],
    [
      'that extends a type in a cycle',
      xml(`<type type="a.C" extends="a.A"/><type type="a.A" extends="a.B"/><type type="a.B" extends="a.A"/>${good}`),
      "type 'a.C' extends more than 20 types",
    ],
    [
      'with a NUL character in a label',
      xml(`<type type="acme.T" extends="rel.Tile"><property name="p" label="&#0;"/></type>${good}`),
      "type 'acme.T' cannot be used at properties.0.label: contains a character that is not allowed in a text",
    ],
    [
      'with a property without a name',
      xml(`<type type="acme.T" extends="rel.Tile"><property kind="string"/></type>${good}`),
      "type 'acme.T' cannot be parsed at properties.0.name",
    ],
  ])('%s', async (_, files, reason) => {
    const { types, warnings } = await readJar(await jarOf(files), 'acme.jar');
    expect(types.map(({ name }) => name)).toEqual(['acme.Good']);
    expect(warnings).toContain(`${reason}: it is left out`);
  });

  test('that is defined twice: the first definition applies', async () => {
    const second = token.replace('label="Token"', 'label="Other"');
    const { types, warnings } = await readJar(await jarOf(xml(token + second)), 'acme.jar');
    expect(types.map(({ name, label }) => [name, label])).toEqual([['acme.Token', 'Token']]);
    expect(warnings).toEqual(["type 'acme.Token' is defined twice: the first definition applies"]);
  });
});

test('rejects a plugin with too many types', async () => {
  const types = Array.from({ length: 501 }, (_, at) => `<type type="a.T${at}" extends="rel.Tile"/>`);
  expect(await refusal(await jarOf(xml(types.join(''))))).toBe('BadPlugin: the plugin defines more than 500 types');
});

test.each(['a b', 'constructor'])('omits a property with the name %j', async (name) => {
  const files = xml(
    `<type type="acme.T" extends="rel.Configuration"><property name="${name}"/><property name="p"/></type>`,
  );
  const { types, warnings } = await readJar(await jarOf(files), 'acme.jar');
  expect(types.map(({ properties }) => properties.map((property) => property.name))).toEqual([['p']]);
  expect(warnings).toEqual([`property '${name}' of type 'acme.T' has an invalid name: it is left out`]);
});
