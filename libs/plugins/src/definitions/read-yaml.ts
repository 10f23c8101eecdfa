import { message, plainText, type Warn } from '@slipway/domain/messages';
import { reasonOf, toSingleLine } from '@slipway/formats';
import { type Document, isScalar, parseDocument, visit } from 'yaml';
import { z } from 'zod';
import { BadPlugin, type Definitions } from './type-definition.ts';

const maxAliases = 50;

const scalar = z.union([z.string(), z.number(), z.boolean()]);
/** A value that is not an object is the default of the property. */
const attributes = z.union([
  z.record(z.string(), z.unknown()),
  z.null().transform(() => ({})),
  z.union([scalar, z.array(scalar)]).transform((value) => ({ default: value })),
]);
const properties = z.record(z.string(), attributes).nullish();
const type = z.looseObject({
  properties,
  'input-properties': properties,
  'output-properties': properties,
  'hidden-properties': properties,
});
const file = z
  .object({ types: z.record(z.string(), type).nullish() })
  .nullable()
  .transform((read) => read?.types ?? {});

type Properties = z.output<typeof properties>;
const toList = (map: Properties, more = {}): readonly unknown[] =>
  Object.entries(map ?? {}).map(([name, attributes]) => ({ ...more, ...attributes, name }));

/** Returns the types of a `type-definitions.yaml` in the same form as `typesInXml`. Throws BadPlugin. */
export function typesInYaml(source: string, path: string, warn: Warn): Definitions {
  const read = file.safeParse(parse(source, path, warn));
  if (!read.success) {
    const issuePath = read.error.issues[0]?.path.map(String).join('.') ?? '';
    throw new BadPlugin(
      `${path} cannot be parsed${issuePath && ` at ${toSingleLine(issuePath)}`}: expected a map 'types' of types by name`,
    );
  }
  const types = Object.entries(read.data).map(([name, definition]) => {
    const { properties, 'input-properties': inputs, 'output-properties': outputs, ...others } = definition;
    const { 'hidden-properties': hidden, ...rest } = others;
    return {
      ...rest,
      type: name,
      properties: [
        ...toList(properties),
        ...toList(inputs, { category: 'input' }),
        ...toList(outputs, { category: 'output' }),
        ...toList(hidden, { hidden: true }),
      ],
    };
  });
  return { types, modified: [] };
}

/** Keeps the text of numbers that would lose digits, such as the default `1.10` of a version. */
function preserveNumberTexts(document: Document): void {
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'number' && node.source !== undefined && String(node.value) !== node.source)
        node.value = node.source;
    },
  });
}

/** Parses strictly: unknown tags and a second document are errors, and aliases are limited. Throws BadPlugin. */
function parse(source: string, path: string, warn: Warn): unknown {
  try {
    const document = parseDocument(source, { strict: true, uniqueKeys: false, schema: 'core', prettyErrors: false });
    const fault = document.errors[0] ?? document.warnings[0];
    if (fault) throw fault;
    warnOfDuplicates(document, path, warn);
    preserveNumberTexts(document);
    return document.toJS({ maxAliasCount: maxAliases });
  } catch (error) {
    throw new BadPlugin(message('pluginFile.unparsed', { path, problem: plainText(reasonOf(error)) }));
  }
}

/**
 * Warns about duplicate keys. The check of the parser compares all pairs of keys, which takes seconds in a large file.
 */
function warnOfDuplicates(document: Document, path: string, warn: Warn): void {
  visit(document, {
    Map: (_, { items }) => {
      const keys = new Set<string>();
      for (const { key } of items) {
        const name = String(isScalar(key) ? key.value : key);
        if (keys.has(name)) warn(message('pluginWarning.duplicateKey', { file: path, key: toSingleLine(name) }));
        keys.add(name);
      }
    },
  });
}
