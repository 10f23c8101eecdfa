import { routes } from '@slipway/api';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';
import type { RestClient } from '../rest/rest-client.ts';
import { operationKey } from './operations.ts';
import { validateStrictly } from './strict-reader.ts';

/** The input of a call of an endpoint. */
export interface CallInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Calls an endpoint by its name, and validates the response against its schema. */
export type Call = <T>(name: string, input?: CallInput) => Promise<T>;

interface Content {
  readonly content?: { readonly 'application/json'?: { readonly schema: object } };
}
interface Operation {
  readonly responses: Readonly<Record<string, Content>>;
}

/** The parts of the OpenAPI document that describe responses. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const withoutParameterNames = (path: string): string => path.replace(/\{\w+\}/g, '{}');

/**
 * Returns the schema of the response of an endpoint, or null for no content. Throws Error if the endpoint is not
 * documented.
 */
function responseSchemaOf({ paths }: OpenApiDocument, method: string, path: string): object | null {
  const [, methods] =
    Object.entries(paths).find(([candidate]) => withoutParameterNames(candidate) === withoutParameterNames(path)) ?? [];
  const operation = methods?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not documented`);
  return operation.responses['200']?.content?.['application/json']?.schema ?? null;
}

/**
 * Returns the paths of nulls in a value. A response has nulls only inside values of users (compatibility.md, Answers).
 */
function findNulls(value: unknown, path = ''): readonly string[] {
  if (value === null) return [path];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) => findNulls(member, `${path}/${name}`));
}

/** Returns the names of product types in a value. */
function findTypes(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    /^(type|targetType)$/.test(name) && /^(rel|events|time)[.]/.test(member) ? [member] : findTypes(member),
  );
}

interface ContractClient {
  readonly call: Call;
  /** the names of the called endpoints */
  readonly called: Set<string>;
  /** the errors of a strict client of the family */
  readonly misread: Set<string>;
  /** the names of product types in the responses */
  readonly types: Set<string>;
}

/**
 * Creates a client that calls endpoints over `rest`, validates the responses against the served OpenAPI document, and
 * records the called endpoints.
 */
export function createContractClient(rest: RestClient): ContractClient {
  const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));
  const validators = new Map<string, ValidateFunction>();
  const called = new Set<string>();
  const misread = new Set<string>();
  const types = new Set<string>();
  let document: Promise<OpenApiDocument> | undefined;
  const call: Call = async <T>(name: string, { path = {}, query = {}, body }: CallInput = {}) => {
    const route = routes.find((candidate) => candidate.name === name)!;
    called.add(name);
    const address = route.path.replace(/\{(\w+)\}/g, (_, parameter: string) => path[parameter]!);
    const search = new URLSearchParams(query).toString();
    const reply = await rest.send(route.method, `${address}${search && `?${search}`}`, body);
    const status = route.reply === null ? 204 : 200;
    expect([name, reply.status, reply.status < 300 || reply.text]).toEqual([name, status, true]);
    document ??= rest.get<OpenApiDocument>('/openapi.json');
    const { components } = await document;
    const schema = responseSchemaOf(await document, route.method, route.path);
    if (route.reply === null || route.reply === 'bytes') return reply.body as T;
    expect([name, findNulls(reply.body)]).toEqual([name, []]);
    for (const type of findTypes(reply.body)) types.add(type);
    for (const readerError of validateStrictly(operationKey(route), reply.body)) misread.add(`${name}: ${readerError}`);
    const validate = validators.get(name) ?? ajv.compile({ ...schema, components });
    validators.set(name, validate);
    validate(reply.body);
    expect([name, validate.errors]).toEqual([name, null]);
    // The OpenAPI document allows additional members. The schema of the route does not.
    expect(route.reply.parse(reply.body)).toEqual(reply.body);
    return reply.body as T;
  };
  return { call, called, misread, types };
}
