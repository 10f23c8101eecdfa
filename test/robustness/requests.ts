import fc, { type Arbitrary } from 'fast-check';
import { brokenBody, hostileText, hostileValue } from './hostile-values.ts';

/** A generated request: the path as it is sent, and the body as text. */
export interface GeneratedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The parts of a schema of the OpenAPI document that determine its values. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly format?: string;
  readonly $ref?: string;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema: Schema } } };
}

/** The OpenAPI document that the server serves. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Ids of existing objects, so that requests reach the code of their routes. */
export type Ids = readonly string[];

/** Returns mostly valid values for the schema, and sometimes other values. */
function mostlyValid(schema: Schema, document: OpenApiDocument, ids: Ids, depth = 0): Arbitrary<unknown> {
  const valid = validValueOf(schema, document, ids, depth);
  return fc.oneof({ weight: 12, arbitrary: valid }, { weight: 1, arbitrary: hostileValue });
}

const arbitraryText = (ids: Ids): Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('a', 'Build', 'admin', 'rel.Task', 'rel.GateTask', 'rel.ParallelGroup') },
    { weight: 3, arbitrary: fc.constantFrom(...ids) },
    { weight: 2, arbitrary: hostileText },
  );

function validValueOf(schema: Schema, document: OpenApiDocument, ids: Ids, depth: number): Arbitrary<unknown> {
  if (depth > 5) return fc.constant(null);
  const within = (inner: Schema) => mostlyValid(inner, document, ids, depth + 1);
  if (schema.$ref) {
    const named = document.components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
    return validValueOf(named ?? {}, document, ids, depth + 1);
  }
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => validValueOf(option, document, ids, depth)));
  const [type] = [schema.type].flat();
  switch (type) {
    case 'object':
      return objectOf(schema, within);
    case 'array':
      return fc.oneof(
        { weight: 9, arbitrary: fc.array(within(schema.items ?? {}), { maxLength: 4 }) },
        { weight: 1, arbitrary: within(schema.items ?? {}).map((item) => Array(600).fill(item)) },
      );
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.oneof(fc.nat(100), fc.nat(2 ** 31 - 1));
    case 'string':
      return schema.format === 'date-time'
        ? fc
            .date({ min: new Date('2020-01-01'), max: new Date('2036-01-01'), noInvalidDate: true })
            .map((date) => date.toISOString())
        : arbitraryText(ids);
    default:
      return hostileValue;
  }
}

type Members = readonly (readonly [string, Schema])[];

const kindOf = ({ format, type, $ref, anyOf = [] }: Schema): string =>
  format ?? $ref ?? String(type ?? anyOf.map(kindOf).join());

/**
 * Picks a few members, because a body with all of them is refused for the first invalid one. Sometimes adds members of
 * one kind, such as both ends of a range.
 */
function sampleMembers(allMembers: Members): Arbitrary<Members> {
  const few = fc.subarray([...allMembers], { maxLength: Math.min(6, allMembers.length) });
  const kinds = [...Map.groupBy(allMembers, ([, schema]) => kindOf(schema)).values()];
  if (kinds.length === 0) return few;
  const sameKind = fc
    .constantFrom(...kinds)
    .chain((members) => fc.subarray(members, { maxLength: Math.min(6, members.length) }));
  return fc.oneof(
    { weight: 3, arbitrary: few },
    { weight: 1, arbitrary: fc.tuple(sameKind, few).map((both) => both.flat()) },
  );
}

function objectOf(
  { properties = {}, additionalProperties }: Schema,
  within: (schema: Schema) => Arbitrary<unknown>,
): Arbitrary<unknown> {
  const extra = typeof additionalProperties === 'object' ? within(additionalProperties) : hostileValue;
  return fc
    .tuple(
      sampleMembers(Object.entries(properties)),
      fc.dictionary(fc.constantFrom('x', '__proto__', 'id', 'type'), extra, { maxKeys: 1 }),
    )
    .chain(([members, more]) =>
      fc
        .record(Object.fromEntries(members.map(([name, schema]) => [name, within(schema)])))
        .map((record) => ({ ...record, ...more })),
    );
}

/** Encodes a path segment like a client, or leaves it raw if HTTP allows that. */
const encodeArbitrarily = (text: string): Arbitrary<string> => {
  const escaped = encodeURIComponent(text.toWellFormed());
  return /^[!-~]+$/.test(text)
    ? fc.constantFrom(escaped, escaped, escaped, escaped.replaceAll('%2F', '/'), text.replace(/[?#]/g, ''))
    : fc.constant(escaped);
};

const prefixes: Readonly<Record<string, RegExp>> = {
  releaseId: /Release\w+$/,
  templateId: /Release\w+$/,
  phaseId: /Phase\w+$/,
  taskId: /Task\w+$/,
  groupId: /(?:Phase|Task)\w+$/,
  containerId: /(?:Release|Phase|Task)\w+$/,
  variableId: /Variable\w+$/,
  folderId: /Folder\w+$/,
  fromPhaseId: /Phase\w+$/,
  fromTaskId: /Task\w+$/,
  targetContainerId: /(?:Phase|Task)\w+$/,
};

/** Returns an id of the kind in the parameter name, or any id if there is none. */
function idFor(name: string, ids: Ids): Arbitrary<string> {
  const own = ids.filter((id) => (prefixes[name] ?? /./).test(id));
  return fc.constantFrom(...(own.length > 0 ? own : ids));
}

function pathOf(path: string, ids: Ids): Arbitrary<string> {
  const parts = path.split('/').map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return fc.constant(part);
    return fc.oneof(
      { weight: 18, arbitrary: idFor(name, ids) },
      { weight: 1, arbitrary: fc.constantFrom(...ids) },
      { weight: 2, arbitrary: hostileText.chain(encodeArbitrarily) },
    );
  });
  return fc.tuple(...parts).map((segments) => segments.join('/'));
}

function queryOf(parameters: readonly Parameter[], document: OpenApiDocument, ids: Ids): Arbitrary<string> {
  const declared = parameters.filter((parameter) => parameter.in === 'query');
  const pairs = declared.map(({ name, required, schema }) => {
    const valid = prefixes[name] ? idFor(name, ids) : validValueOf(schema, document, ids, 0).map(String);
    const value = fc
      .oneof({ weight: 8, arbitrary: valid }, { weight: 1, arbitrary: hostileText })
      .chain(encodeArbitrarily);
    const pair = value.map((text) => [`${name}=${text.replaceAll('#', '%23')}`]);
    return fc.oneof({ weight: required ? 12 : 1, arbitrary: pair }, { weight: 1, arbitrary: fc.constant([]) });
  });
  const unexpected = hostileText.chain(encodeArbitrarily).map((text) => [`x=${text.replaceAll('#', '%23')}`]);
  return fc
    .tuple(...pairs, fc.oneof({ weight: 9, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: unexpected }))
    .map((all) => all.flat())
    .map((all) => (all.length === 0 ? '' : `?${all.join('&')}`));
}

const headers: Arbitrary<Record<string, string>> = fc
  .tuple(
    fc.oneof(
      { weight: 12, arbitrary: fc.constant('application/json') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'multipart/form-data', 'x'),
      },
    ),
    fc.oneof(
      { weight: 10, arbitrary: fc.constant(null) },
      {
        weight: 1,
        arbitrary: fc.constantFrom<[string, string]>(
          ['accept', 'application/problem+json'],
          ['accept', '\u00ff, */*;q=nonsense'],
          ['if-none-match', '*'],
          ['if-none-match', 'W/"1", "2", '.repeat(100)],
          ['if-match', '"0"'],
          ['if-match', '"'],
          ['idempotency-key', 'one'],
          ['idempotency-key', 'k'.repeat(3_000)],
          ['authorization', 'Basic !!!'],
          ['authorization', 'Bearer x'],
          ['origin', 'https://elsewhere.example'],
          ['sec-fetch-site', 'cross-site'],
          ['x-request-id', '\u00e9'.repeat(200)],
          ['content-encoding', 'gzip'],
          ['range', 'bytes=0-'],
          ['x-http-method-override', 'DELETE'],
          ['transfer-encoding', 'chunked'],
          ['expect', '100-continue'],
        ),
      },
    ),
  )
  .map(([type, more]) => ({ 'content-type': type, ...(more && { [more[0]]: more[1] }) }));

/** Generates requests of every operation of the document, valid and invalid ones. */
export function requestsOf(document: OpenApiDocument, ids: Ids): Arbitrary<GeneratedRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return fc.constantFrom(...operations).chain(({ path, method, operation }) => {
    const schema = operation.requestBody?.content['application/json']?.schema;
    const valid = schema && validValueOf(schema, document, ids, 0).map((value) => JSON.stringify(value));
    const unexpected = fc.oneof({ weight: 1, arbitrary: brokenBody }, { weight: 1, arbitrary: fc.constant(null) });
    return fc.record({
      method: fc.oneof(
        { weight: 30, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'DELETE', 'PATCH', 'TRACE') },
      ),
      path: fc
        .tuple(pathOf(path, ids), queryOf(operation.parameters ?? [], document, ids))
        .map((both) => both.join('')),
      headers,
      body: valid
        ? fc.oneof({ weight: 8, arbitrary: valid }, { weight: 1, arbitrary: unexpected })
        : fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: unexpected }),
    });
  });
}
