import { type Document, isScalar, parseDocument, visit } from 'yaml';
import { z } from 'zod';
import { BadPlugin, inLine, reasonOf } from './bad-plugin.ts';

const mostAliases = 50;

const attributes = z
  .record(z.string(), z.unknown())
  .nullable()
  .transform((map) => map ?? {});
const properties = z.record(z.string(), attributes).nullish();
const type = z.looseObject({
  properties,
  'input-properties': properties,
  'output-properties': properties,
});
const file = z.object({ types: z.record(z.string(), type) });

type Properties = z.output<typeof properties>;
const listed = (map: Properties, more = {}): readonly unknown[] =>
  Object.entries(map ?? {}).map(([name, attributes]) => ({ ...more, ...attributes, name }));

/** The types of a `type-definitions.yaml` in the form that `typesInXml` answers. Throws BadPlugin. */
export function typesInYaml(source: string): readonly unknown[] {
  const read = file.safeParse(parsed(source));
  if (!read.success) {
    const path = read.error.issues[0]?.path.map(String).join('.') ?? '';
    throw new BadPlugin(
      `type-definitions.yaml cannot be understood${path && ` at ${inLine(path)}`}: a map 'types' of types by name is expected`,
    );
  }
  return Object.entries(read.data.types).map(
    ([name, { properties, 'input-properties': inputs, 'output-properties': outputs, ...rest }]) => ({
      ...rest,
      type: name,
      properties: [
        ...listed(properties),
        ...listed(inputs, { category: 'input' }),
        ...listed(outputs, { category: 'output' }),
      ],
    }),
  );
}

/** Strictly: a key twice, a tag that nobody knows, a second document are faults; aliases are bounded. */
function parsed(source: string): unknown {
  try {
    const document = parseDocument(source, { strict: true, uniqueKeys: false, schema: 'core', prettyErrors: false });
    const fault = document.errors[0] ?? document.warnings[0];
    if (fault) throw fault;
    requireUniqueKeys(document);
    return document.toJS({ maxAliasCount: mostAliases });
  } catch (error) {
    if (error instanceof BadPlugin) throw error;
    throw new BadPlugin(`type-definitions.yaml cannot be parsed: ${reasonOf(error)}`);
  }
}

/** The parser compares each key with every other one, which takes seconds in a large file. Throws BadPlugin. */
function requireUniqueKeys(document: Document): void {
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<string>();
      for (const { key } of items) {
        const name = String(isScalar(key) ? key.value : key);
        if (seen.has(name)) throw new BadPlugin(`type-definitions.yaml has the key '${inLine(name)}' twice`);
        seen.add(name);
      }
    },
  });
}
