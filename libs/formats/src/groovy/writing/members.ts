import { isObject, type Json, soleKey } from '@slipway/domain/model';
import { placeholderOf } from '../reading/fields.ts';
import type { GroovyWriter } from './groovy-writer.ts';
import { dateCall, isList } from './literals.ts';

export type Fields = Readonly<Record<string, Json | undefined>>;

const splitWords = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Constants of types: servers of the family know each by its whole name. */
const constantTypes: ReadonlyMap<string, string> = new Map([
  ['flagStatus', 'com.xebialabs.xlrelease.domain.status.FlagStatus'],
  ['taskRecoverOp', 'com.xebialabs.xlrelease.domain.recover.TaskRecoverOp'],
  ['pollType', 'com.xebialabs.xlrelease.domain.PollType'],
]);
const dates = splitWords('scheduledStartDate dueDate date creationDate');

/** The writer of an object's members. */
export interface WriteRules {
  /** Members that are written separately, are computed, or belong to the run. */
  readonly excluded: ReadonlySet<string>;
  /** what those that are not written have */
  readonly defaults: Fields;
  /** names that would mean more than a member */
  readonly reserved: ReadonlySet<string>;
  /** names whose one value is read as a list of it */
  readonly listMembers: ReadonlySet<string>;
}

const isEmpty = (value: Json): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

const isBlank = (value: Json | undefined, blank: Json | undefined): boolean =>
  value === undefined || value === blank || (blank !== undefined && blank !== null && isEmpty(value) && isEmpty(blank));

/** An own member of an object: a file may contain a member called `constructor`. */
const ownMember = (fields: Fields, name: string): Json | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** All members of something that are worth a line, in their order. */
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

/** The key of the variable that a text is, and nothing else. */
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
  /** of our own types in the JSON */
  readonly prefix: string;
  /** the keys of the template's variables, by last segments of ids */
  readonly keys: ReadonlyMap<string, string>;
  /** where the template's phases and tasks stand, by last segments of ids: numbers from 1 */
  readonly positions: ReadonlyMap<string, readonly number[]>;
  /** The titles on the way to a template or folder, with slashes between them; null where they name none, or several. */
  readonly pathOf: (id: string) => string | null;
}

/** A type as we know it, without our prefix. */
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
