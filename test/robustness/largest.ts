import type { Document, Schema } from './requests.ts';

/** As many values as the largest body holds, but for a few that its own fields take. */
const mostValues = 140_000;
/** Deeper bodies have little more in them. */
const deepest = 7;

/** One request at the limits of the document. */
export interface Largest {
  readonly call: string;
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
}

/**
 * A value that the schema takes with as much in it as limits allow: arrays and maps share `room` values among them, and
 * each text is another one.
 */
function largestOf(schema: Schema, document: Document, room = mostValues, depth = 0): unknown {
  if (depth > deepest || room < 1) return null;
  const within = (inner: Schema | undefined, share: number) => largestOf(inner ?? {}, document, share, depth + 1);
  if (schema.$ref) {
    const named = document.components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
    return largestOf(named ?? {}, document, room, depth);
  }
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return largestOf(richestOf(schema.anyOf), document, room, depth);
  switch ([schema.type].flat()[0]) {
    case 'array': {
      const count = Math.max(1, Math.min(schema.maxItems ?? 1_000, Math.floor(room / 20)));
      return Array.from({ length: count }, () => within(schema.items, room / count));
    }
    case 'object':
      return membersOf(schema, room, within);
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return 1;
    case 'string':
      return schema.format === 'date-time' ? '2030-01-01T00:00:00Z' : textOf();
  }
  return textOf();
}

let texts = 0;
/** Each another one, so that nothing is met twice; it mentions a variable. */
function textOf(): string {
  texts += 1;
  return `text ${texts % 15_000} \${a}`;
}

/** Of a variable. */
function keyOf(): string {
  texts += 1;
  return `key${texts}`;
}

/** Of alternatives the one with the most below it. */
const richestOf = (schemas: readonly Schema[]): Schema =>
  schemas.find(({ type, $ref }) => $ref !== undefined || type === 'array' || type === 'object') ?? schemas[0] ?? {};

const isLeaf = ({ type, $ref, anyOf, enum: words }: Schema): boolean =>
  words !== undefined || (!$ref && !anyOf && !['array', 'object'].includes([type].flat()[0] ?? ''));

/** What takes no text but one that names something: an operation does its work without it, and refuses another one at once. */
const naming = /^(?:type|id|orderBy|orderDirection|color|template|folder|container|.*Ids?)$/;

function membersOf(schema: Schema, room: number, within: (inner: Schema, share: number) => unknown): object {
  const own = Object.entries(schema.properties ?? {}).filter(([name]) => !naming.test(name));
  const inner = own.filter(([, each]) => !isLeaf(each)).length;
  const share = (room - own.length) / Math.max(1, inner);
  const members = own.map(([name, each]): [string, unknown] => [
    name,
    name === 'key' ? keyOf() : within(each, isLeaf(each) ? 1 : share),
  ]);
  if (typeof schema.additionalProperties !== 'object' || own.length > 0) return Object.fromEntries(members);
  const of = schema.additionalProperties;
  const count = Math.max(1, Math.min(schema.maxProperties ?? 1_000, Math.floor(room / 2), 5_000));
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`name${at}`, within(of, room / count)]));
}

/** Every operation that takes a body or works on something of a plan, with the ids of that; those that delete come last. */
export function largestRequests(document: Document, ids: Readonly<Record<string, string>>): readonly Largest[] {
  const requests = Object.entries(document.paths).flatMap(([written, methods]) =>
    Object.entries(methods).flatMap(([name, operation]): Largest[] => {
      const method = name.toUpperCase();
      const path = written.replaceAll(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? 'none');
      const schema = operation.requestBody?.content['application/json']?.schema;
      if (schema === undefined && !/\{\w+\}/.test(written)) return [];
      const body = schema && JSON.stringify(largestOf(schema, document));
      return [{ call: `${method} ${written}`, method, path, body }];
    }),
  );
  const isLast = ({ call }: Largest) => /^DELETE|abort$/.test(call);
  return [...requests.filter((each) => !isLast(each)), ...requests.filter(isLast)];
}
