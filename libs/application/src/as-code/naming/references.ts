import { readType } from '@slipway/api-schema/format';
import { isObject, type Json } from '@slipway/domain/model';
import type { Members } from '@slipway/formats';
import type { TypeCatalog } from '../../configurations/shape-configuration.ts';

/** The meaning of a text at its position: the name of a configuration, a value that usually is one, or possibly one. */
export type ReferenceRole = 'named' | 'value' | 'perhaps';
/** The result for a text that is removed. */
export const removed = null;
type Change = (text: string, role: ReferenceRole) => string | typeof removed;

/** The known types: their definitions, and the prefix of built-in ones. */
export interface TypeContext {
  readonly types: Pick<TypeCatalog, 'find'>;
  readonly prefix: string;
}

const references: ReadonlySet<string> = new Set(['ci', 'list_of_ci', 'set_of_ci']);

/** Returns the meaning of a text in this member of a type. */
function roleOf({ types, prefix }: TypeContext, type: string, name: string): ReferenceRole {
  if (name === 'eventSource') return 'named';
  const own = readType(type, prefix);
  if (!own.includes('.')) return own === 'ReferenceVariable' && name === 'value' ? 'value' : 'perhaps';
  const isReference = types
    .find(own)
    ?.properties.some((mapText) => mapText.name === name && references.has(mapText.kind));
  return isReference === true ? 'named' : 'perhaps';
}

/** Built-in members that never name a configuration. */
const plainMembers: ReadonlySet<string> = new Set(['id', 'type', 'title', 'name', 'description']);

/** Applies `change` to each text that names, or may name, a configuration. Nested objects have their own types. */
export function mapReferences(members: Members, typeContext: TypeContext, change: Change): Members {
  const type = typeof members.type === 'string' ? members.type : '';
  return Object.fromEntries(
    Object.entries(members).map(([name, value]): [string, Json] => {
      if (plainMembers.has(name)) return [name, value];
      const role = roleOf(typeContext, type, name);
      return [name, mapValue(value, typeContext, (text) => change(text, role))];
    }),
  );

  function mapValue(value: Json, valueContext: TypeContext, mapText: (text: string) => string | typeof removed): Json {
    if (typeof value === 'string') return value === '' ? value : mapText(value);
    if (Array.isArray(value)) return mapItems(value, valueContext, mapText);
    return isObject(value) ? mapReferences(value, valueContext, change) : value;
  }

  function mapItems(
    items: readonly Json[],
    valueContext: TypeContext,
    mapText: (text: string) => string | typeof removed,
  ): Json {
    return items.flatMap((item) => {
      const mapped = mapValue(item, valueContext, mapText);
      return mapped === removed && item !== removed ? [] : [mapped];
    });
  }
}

/** The prefix of a configuration title in a member that is not declared as a reference (compatibility.md, Answers). */
export const customPath = 'Configuration/Custom/';

const idForm =
  /^(?:(?:Applications\/(?:Folder\w+\/)*|Configuration\/Custom\/)?(?:Release|Folder|Configuration)[\w-]{1,200})$/;

/** Whether a text would be parsed as an id, or contains a variable, whose value can be an id. */
export const isId = (rawName: string): boolean =>
  rawName.includes('${') || idForm.test(rawName) || rawName.startsWith('Applications/');

/** Formats a path of titles for documents. An ambiguous path starts with a slash, which means the top level. */
export const formatPath = (titles: readonly string[], isShadowed: boolean): string => {
  const path = titles.join('/');
  return isShadowed || isId(path) || path.startsWith('/') ? `/${path}` : path;
};

/** The exact name of a configuration: its type, `:/`, and the path of titles. */
const exactForm = /^(\w[\w.-]{0,199}):\/(.+)$/s;

/** Parses the exact name of a configuration into its type and path. Returns null for a plain title. */
export function parseExactName(rawName: string): { readonly type: string; readonly steps: readonly string[] } | null {
  const [, type = '', path = ''] = exactForm.exec(rawName) ?? [];
  return type === '' ? null : { type, steps: path.split('/') };
}

/** Returns the title of a configuration if it is unambiguous, otherwise the exact name with type and path. */
export function formatConfiguration(
  { title, type }: { readonly title: string; readonly type: string },
  folder: readonly string[],
  isUnique: boolean,
): string {
  const isPlain = isUnique && !isId(title) && parseExactName(title) === null && !title.startsWith('Configuration/');
  return isPlain ? title : `${type}:/${[...folder, title].join('/')}`;
}

/**
 * Returns all splits of a path into the titles of folders and the title of an object, because titles may contain
 * slashes. The split with the most folders is first.
 */
export const pathSplits = (steps: readonly string[]): readonly (readonly [readonly string[], string])[] =>
  steps.map((_, index) => [steps.slice(0, steps.length - 1 - index), steps.slice(steps.length - 1 - index).join('/')]);
