import { message, plainText } from '@slipway/domain/messages';
import { reasonOf } from '@slipway/formats';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { BadPlugin, type Definitions } from './type-definition.ts';

const namespace = 'http://www.xebialabs.com/deployit/synthetic';

/**
 * The parser does not process entities, because their expansion takes unlimited time. Without a DOCTYPE, only these
 * predefined entities exist.
 */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => ['type', 'property', 'value', 'enum-values', 'type-modification'].includes(name),
});

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const entityReference = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi;

const decodeEntities = (text: string): string =>
  text.replace(entityReference, (_, name?: string, decimal?: string, hexadecimal?: string) => {
    if (name !== undefined) return namedEntities[name.toLowerCase()] ?? '';
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '0', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\0';
  });

/**
 * Returns the attributes of an element without the prefix of the parser, and its children by name. The parser returns
 * an empty element as an empty text.
 */
function attributes(element: unknown): unknown {
  if (element === '') return {};
  if (typeof element !== 'object' || element === null) return element;
  return Object.fromEntries(
    Object.entries(element).map(([name, value]) => [
      name.replace(/^@/, ''),
      name.startsWith('@') && typeof value === 'string' ? decodeEntities(value) : value,
    ]),
  );
}

const value = z.union([z.string(), z.object({ '#text': z.string() }).transform((element) => element['#text'])]);
const choices = z
  .array(z.object({ value: z.array(value.transform(decodeEntities)) }))
  .transform((lists) => lists.flatMap((list) => list.value));
const property = z.preprocess(attributes, z.looseObject({ 'enum-values': choices.optional() }));
const type = z.preprocess(attributes, z.looseObject({ property: z.array(property).default([]) }));
const file = z.object({
  synthetic: z.preprocess(
    attributes,
    z.object({
      xmlns: z.literal(namespace).optional(),
      type: z.array(type).default([]),
      'type-modification': z.array(z.preprocess(attributes, z.object({ type: z.string().default('') }))).default([]),
    }),
  ),
});

/**
 * Returns the types of a `synthetic.xml` before validation: attributes by name, and `properties`. A document with a
 * DOCTYPE, which can define entities, is rejected. Throws BadPlugin.
 */
export function typesInXml(source: string, path: string): Definitions {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(source)) throw new BadPlugin(message('pluginFile.doctype', { path }));
  const read = file.safeParse(parse(source, path));
  if (read.success) {
    const { type: types, 'type-modification': modified } = read.data.synthetic;
    return {
      types: types.map(({ property: properties, ...rest }) => ({ ...rest, properties })),
      modified: modified.map((modification) => modification.type),
    };
  }
  const issuePath = read.error.issues[0]?.path.map(String) ?? [];
  throw new BadPlugin(
    issuePath.length < 3
      ? `${path} does not have the root <synthetic xmlns="${namespace}">`
      : `${path} cannot be parsed at ${issuePath.join('.')}`,
  );
}

function parse(source: string, path: string): unknown {
  try {
    return parser.parse(source, true);
  } catch (error) {
    throw new BadPlugin(message('pluginFile.unparsed', { path, problem: plainText(reasonOf(error)) }));
  }
}
