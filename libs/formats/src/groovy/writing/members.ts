import { isObject, type Json, soleKey } from '@slipway/domain/model';
import { placeholderOf } from '../reading/fields.ts';
import type { GroovyWriter } from './groovy-writer.ts';
import { dateCall, isList } from './literals.ts';

export type Fields = Readonly<Record<string, Json | undefined>>;

const splitWords = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** The types of constants. Servers of the family expect their full names. */
const constantTypes: ReadonlyMap<string, string> = new Map([
  ['flagStatus', 'com.xebialabs.xlrelease.domain.status.FlagStatus'],
  ['taskRecoverOp', 'com.xebialabs.xlrelease.domain.recover.TaskRecoverOp'],
  ['pollType', 'com.xebialabs.xlrelease.domain.PollType'],
]);
const dates = splitWords('scheduledStartDate dueDate date creationDate');

/** The rules for writing the members of an object. */
export interface WriteRules {
  /** Members that are written separately, are computed, or belong to the run. */
  readonly excluded: ReadonlySet<string>;
  /** the values of omitted members */
  readonly defaults: Fields;
  /** names with another meaning as a statement */
  readonly reserved: ReadonlySet<string>;
  /** names of members that the reader always converts to a list */
  readonly listMembers: ReadonlySet<string>;
}

const isEmpty = (value: Json): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

const isBlank = (value: Json | undefined, blank: Json | undefined): boolean =>
  value === undefined || value === blank || (blank !== undefined && blank !== null && isEmpty(value) && isEmpty(blank));

/** Returns an own member of an object, because a file may contain a member called `constructor`. */
const ownMember = (fields: Fields, name: string): Json | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** Writes all members of an object without a default value, in their order. */
export function writeMembers(writer: GroovyWriter, fields: Fields, rules: WriteRules): void {
  for (const [name, value] of Object.entries(fields)) {
    if (!rules.excluded.has(name) && value !== undefined && !isBlank(value, ownMember(rules.defaults, name))) {
      writeMember(writer, name, value, rules);
    }
  }
}

function writeMember(writer: GroovyWriter, name: string, value: Json, { reserved, listMembers }: WriteRules): void {
  const call = typeof value === 'string' && dates.has(name) ? dateCall(value) : null;
  const type = constantTypes.get(name);
  const isSingleText = listMembers.has(name) && isList(value) && value.length === 1 && typeof value[0] === 'string';
  if (reserved.has(name) || (listMembers.has(name) && !isList(value))) writer.propertyStatement(name, value);
  else if (call !== null) writer.rawStatement(name, ` ${call}`);
  else if (type !== undefined && typeof value === 'string' && /^[A-Z_]+$/.test(value)) {
    writer.rawStatement(name, ` ${type}.${value}`);
  } else writer.member(name, isSingleText ? value[0] : value);
}

/** Returns the key of the variable if a text consists of one placeholder only, otherwise null. */
export function keyIn(value: Json | undefined): string | null {
  const key = typeof value === 'string' ? soleKey(value) : null;
  return key !== null && value === placeholderOf(key) ? key : null;
}

export const textIn = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);
export const objectsIn = (value: Json | undefined): readonly Readonly<Record<string, Json>>[] =>
  value !== undefined && isList(value) ? value.filter(isObject) : [];
export const lastOf = (id: Json | undefined): string => String(id ?? '').slice(String(id ?? '').lastIndexOf('/') + 1);
export const namesOf = splitWords;

/** The context for writing a template. */
export interface WriteContext {
  readonly writer: GroovyWriter;
  /** the prefix of built-in types in the JSON */
  readonly prefix: string;
  /** the keys of the template's variables, by the last segments of their ids */
  readonly keys: ReadonlyMap<string, string>;
  /** the positions of the template's phases and tasks, as numbers from 1, by the last segments of their ids */
  readonly positions: ReadonlyMap<string, readonly number[]>;
  /** Returns the path of titles of a template or folder, or null for an invisible or ambiguous one. */
  readonly pathOf: (id: string) => string | null;
}

/** Returns a type without the prefix of built-in types. */
export const ownType = (type: Json | undefined, { prefix }: Pick<WriteContext, 'prefix'>): string => {
  const rawType = textIn(type) ?? '';
  const rest = rawType.startsWith(`${prefix}.`) ? rawType.slice(prefix.length + 1) : rawType;
  return rest.includes('.') ? rawType : rest;
};

export const keysOf = (template: Fields): ReadonlyMap<string, string> =>
  new Map(objectsIn(template.variables).map(({ id, key }) => [lastOf(id), textIn(key) ?? '']));

export function positionsOf(template: Fields): ReadonlyMap<string, readonly number[]> {
  const positions = new Map<string, readonly number[]>();
  const add = (item: Fields, position: readonly number[]): void => {
    positions.set(lastOf(item.id), position);
    for (const [index, task] of objectsIn(item.tasks).entries()) add(task, [...position, index + 1]);
  };
  for (const [index, phase] of objectsIn(template.phases).entries()) add(phase, [index + 1]);
  return positions;
}
