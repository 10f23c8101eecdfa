import type { PublicKind } from '@slipway/domain/ids';
import { type Parameter, parameters } from '../http/parameters.ts';
import type { Route } from '../http/route.ts';
import type { Schema } from './schemas.ts';

const isParameter = (name: string): name is Parameter => name in parameters;

const parameterNames = (path: string): readonly Parameter[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => (isParameter(name) ? [name] : []));

function kindsOf(name: Parameter): readonly PublicKind[] {
  const kinds: readonly PublicKind[] | string = parameters[name];
  return typeof kinds === 'string' ? [] : kinds;
}

/** Further values for an id of a kind: the root folder, and the title of a configuration. */
const otherForms: Partial<Record<PublicKind, string>> = {
  Folder: '^Applications$',
  Configuration: '^Configuration/Custom/.+$',
};

/** The schema of an id of one kind, in each form: the full id, its last segment, or with hyphens. */
function idOf(kind: PublicKind): Schema {
  const other = otherForms[kind];
  const own = `(^|[/-])${kind}[A-Za-z0-9_-]+$`;
  return { type: 'string', pattern: other === undefined ? own : `${own}|${other}`, description: `id of a ${kind}` };
}

const nameOf = (kind: PublicKind): string => `${kind}Id`;

/** The schemas of the ids that paths contain, by their names. */
export function idSchemas(routes: readonly Route[]): Readonly<Record<string, Schema>> {
  const kinds = new Set(routes.flatMap(({ path }) => parameterNames(path).flatMap(kindsOf)));
  return Object.fromEntries([...kinds].toSorted().map((kind) => [nameOf(kind), idOf(kind)]));
}

function schemaFor(kinds: readonly PublicKind[]): Schema {
  const [single, ...others] = kinds.map((kind) => ({ $ref: `#/components/schemas/${nameOf(kind)}` }));
  if (single === undefined) return { type: 'string' };
  return others.length === 0 ? single : { anyOf: [single, ...others] };
}

/** Parameters by the names in the path. Routes that share the path add the kinds of their ids. */
export function pathParameters(path: string, routes: readonly Route[]): readonly Schema[] {
  return parameterNames(path).map((name, index) => {
    const kinds = [...new Set(routes.flatMap((route) => kindsOf(parameterNames(route.path)[index] ?? name)))];
    const description = kinds.length > 0 && `id whose last segment begins with ${kinds.join(' or ')}`;
    return { name, in: 'path', required: true, schema: schemaFor(kinds), ...(description && { description }) };
  });
}
