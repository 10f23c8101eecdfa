import { z } from 'zod';
import { type Parameter, parameters, type Route } from './http/route.ts';

type Schema = Readonly<Record<string, unknown>>;

/** JSON schemas of zod schemas, with those that have a name apart and referred to. */
interface Described {
  readonly named: Readonly<Record<string, Schema>>;
  of(schema: z.ZodType): Schema;
}

const safe = Number.MAX_SAFE_INTEGER;

/** Describes many schemas at once, so that what they share is described once. */
function describe(schemas: readonly z.ZodType[], io: 'input' | 'output'): Described {
  const names = new Map([...new Set(schemas)].map((schema, index) => [schema, `s${index}`]));
  const all = z.object(Object.fromEntries([...names].map(([schema, name]) => [name, schema])));
  const made = z.toJSONSchema(all, { io, unrepresentable: 'any', override: ({ jsonSchema }) => tidy(jsonSchema) });
  const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/');
  const whole = shape.parse(JSON.parse(text));
  return {
    named: whole.$defs,
    of: (schema) => whole.properties[names.get(schema) ?? ''] ?? {},
  };
}

const members = z.record(z.string(), z.record(z.string(), z.unknown())).default({});
const shape = z.object({ properties: members, $defs: members });

/** Takes out what says nothing to a reader: limits of doubles, and the pattern behind a format. */
function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  delete schema.readOnly;
  delete schema.id;
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.maximum === safe) delete schema.maximum;
  if (schema.minimum === -safe) delete schema.minimum;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}

const isParameter = (name: string): name is Parameter => name in parameters;

function pathParameters(path: string): readonly Schema[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => (isParameter(name) ? [name] : []));
  return names.map((name) => {
    const kinds: readonly string[] | string = parameters[name];
    const what = typeof kinds === 'string' ? undefined : `id whose last segment begins with ${kinds.join(' or ')}`;
    return { name, in: 'path', required: true, schema: { type: 'string' }, ...(what && { description: what }) };
  });
}

function queryParameters(query: z.ZodType | undefined, requests: Described): readonly Schema[] {
  const { properties } = shape.parse(query === undefined ? {} : requests.of(query));
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    schema,
    ...(description !== undefined && { description }),
  }));
}

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });

function operation(route: Route, requests: Described, replies: Described): Schema {
  const { name, summary, permission, query, body, reply, path } = route;
  return {
    operationId: name,
    summary,
    ...(permission && { description: `Needs the permission \`${permission}\`.` }),
    tags: [path.split('/')[1]],
    parameters: [...pathParameters(path), ...queryParameters(query, requests)],
    ...(body && { requestBody: json(requests.of(body)) }),
    responses: {
      ...(reply === null
        ? { 204: { description: 'Done' } }
        : { 200: { description: 'Done', ...json(replies.of(reply)) } }),
      '4XX': { $ref: '#/components/responses/Refusal' },
    },
  };
}

const problem = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
  },
};

const refusal = {
  description: 'Refused: one line of text, or RFC 9457 for those who accept it',
  content: {
    'text/plain': { schema: { type: 'string' } },
    'application/problem+json': { schema: problem },
  },
};

/** The routes as an OpenAPI 3.1 document; `root` is where the product is, such as `/slipway`. */
export function openApi(routes: readonly Route[], root: string): Schema {
  const requests = describe(
    routes.flatMap(({ query, body }) => [...(query ? [query] : []), ...(body ? [body] : [])]),
    'input',
  );
  const replies = describe(
    routes.flatMap(({ reply }) => (reply ? [reply] : [])),
    'output',
  );
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of routes) {
    const others = paths[route.path] ?? {};
    paths[route.path] = { ...others, [route.method.toLowerCase()]: operation(route, requests, replies) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Slipway', version: 'v1', description: 'Release orchestration over REST.' },
    servers: [{ url: `${root}/api/v1` }],
    security: [{ basic: [] }],
    tags: [...new Set(routes.map(({ path }) => path.split('/')[1]))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { basic: { type: 'http', scheme: 'basic' } },
      responses: { Refusal: refusal },
      schemas: { ...requests.named, ...replies.named },
    },
  };
}
