import type { OpenApiDocument, Schema } from './requests.ts';

/** The number of values in the largest body, reduced by a few values for its own fields. */
const maxValues = 140_000;
/** The depth limit: deeper bodies contain few additional values. */
const maxDepth = 7;

/** One request at the limits of the OpenAPI document. */
export interface MaxRequest {
  readonly call: string;
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
}

/**
 * Returns a valid value for the schema, as large as its limits allow. Arrays and maps share `budget` values, and texts
 * are different.
 */
function maxValueOf(schema: Schema, document: OpenApiDocument, budget = maxValues, depth = 0): unknown {
  if (depth > maxDepth || budget < 1) return null;
  const innerValue = (inner: Schema | undefined, share: number) => maxValueOf(inner ?? {}, document, share, depth + 1);
  if (schema.$ref) {
    const named = document.components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
    return maxValueOf(named ?? {}, document, budget, depth);
  }
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return maxValueOf(richestSchemaOf(schema.anyOf), document, budget, depth);
  switch ([schema.type].flat()[0]) {
    case 'array': {
      const count = Math.max(1, Math.min(schema.maxItems ?? 1_000, Math.floor(budget / 20)));
      return Array.from({ length: count }, () => innerValue(schema.items, budget / count));
    }
    case 'object':
      return membersOf(schema, budget, innerValue);
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
/** Returns another text each time, so that no cached result is used. The text contains a placeholder. */
function textOf(): string {
  texts += 1;
  return `text ${texts % 15_000} \${a}`;
}

/** Returns a unique key of a variable. */
function keyOf(): string {
  texts += 1;
  return `key${texts}`;
}

/** Returns the alternative with the most nested values. */
const richestSchemaOf = (schemas: readonly Schema[]): Schema =>
  schemas.find(({ type, $ref }) => $ref !== undefined || type === 'array' || type === 'object') ?? schemas[0] ?? {};

const isLeaf = ({ type, $ref, anyOf, enum: enumValues }: Schema): boolean =>
  enumValues !== undefined || (!$ref && !anyOf && !['array', 'object'].includes([type].flat()[0] ?? ''));

/**
 * Members whose text refers to an object. An operation works without them, and refuses an unknown reference at once.
 */
const referenceNames = /^(?:type|id|orderBy|orderDirection|color|template|folder|container|.*Ids?)$/;

function membersOf(schema: Schema, budget: number, innerValue: (inner: Schema, share: number) => unknown): object {
  const own = Object.entries(schema.properties ?? {}).filter(([name]) => !referenceNames.test(name));
  const inner = own.filter(([, entry]) => !isLeaf(entry)).length;
  const share = (budget - own.length) / Math.max(1, inner);
  const members = own.map(([name, entry]): [string, unknown] => [
    name,
    name === 'key' ? keyOf() : innerValue(entry, isLeaf(entry) ? 1 : share),
  ]);
  if (typeof schema.additionalProperties !== 'object' || own.length > 0) return Object.fromEntries(members);
  const of = schema.additionalProperties;
  const count = Math.max(1, Math.min(schema.maxProperties ?? 1_000, Math.floor(budget / 2), 5_000));
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`name${index}`, innerValue(of, budget / count)]),
  );
}

/** Returns the requests of every operation with a body or an id in its path. Operations that delete are last. */
export function createMaxRequests(
  document: OpenApiDocument,
  ids: Readonly<Record<string, string>>,
): readonly MaxRequest[] {
  const requests = Object.entries(document.paths).flatMap(([pathTemplate, methods]) =>
    Object.entries(methods).flatMap(([name, operation]): MaxRequest[] => {
      const method = name.toUpperCase();
      const path = pathTemplate.replaceAll(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? 'none');
      const schema = operation.requestBody?.content['application/json']?.schema;
      if (schema === undefined && !/\{\w+\}/.test(pathTemplate)) return [];
      const body = schema && JSON.stringify(maxValueOf(schema, document));
      return [{ call: `${method} ${pathTemplate}`, method, path, body }];
    }),
  );
  const runsLast = ({ call }: MaxRequest) => /^DELETE|abort$/.test(call);
  return [...requests.filter((entry) => !runsLast(entry)), ...requests.filter(runsLast)];
}
