import { isObject, type Json, soleKey } from '@slipway/domain';
import { mention } from '../reading/fields.ts';
import { dateCall } from './date-call.ts';
import { isList } from './literals.ts';
import type { Page } from './page.ts';

export type Fields = Readonly<Record<string, Json | undefined>>;

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Constants of types: servers of the family know each by its whole name. */
const constants: ReadonlyMap<string, string> = new Map([
  ['flagStatus', 'com.xebialabs.xlrelease.domain.status.FlagStatus'],
  ['taskRecoverOp', 'com.xebialabs.xlrelease.domain.recover.TaskRecoverOp'],
  ['pollType', 'com.xebialabs.xlrelease.domain.PollType'],
]);
const dates = words('scheduledStartDate dueDate date creationDate');

/** How the members of something are written. */
export interface Manner {
  /** Members that are written separately, are computed, or belong to the run. */
  readonly without: ReadonlySet<string>;
  /** what those that are not written have */
  readonly blank: Fields;
  /** names that would mean more than a member */
  readonly meant: ReadonlySet<string>;
  /** names whose one value is read as a list of it */
  readonly lists: ReadonlySet<string>;
}

const isEmpty = (value: Json): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

const isBlank = (value: Json | undefined, blank: Json | undefined): boolean =>
  value === undefined || value === blank || (blank !== undefined && blank !== null && isEmpty(value) && isEmpty(blank));

/** An own member of an object: a file may contain a member called `constructor`. */
const ofOwn = (fields: Fields, name: string): Json | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** All members of something that are worth a line, in their order. */
export function writeMembers(page: Page, fields: Fields, manner: Manner): void {
  for (const [name, value] of Object.entries(fields)) {
    if (!manner.without.has(name) && value !== undefined && !isBlank(value, ofOwn(manner.blank, name))) {
      writeMember(page, name, value, manner);
    }
  }
}

function writeMember(page: Page, name: string, value: Json, { meant, lists }: Manner): void {
  const call = typeof value === 'string' && dates.has(name) ? dateCall(value) : null;
  const type = constants.get(name);
  const isLone = lists.has(name) && isList(value) && value.length === 1 && typeof value[0] === 'string';
  if (meant.has(name) || (lists.has(name) && !isList(value))) page.escaped(name, value);
  else if (call !== null) page.written(name, ` ${call}`);
  else if (type !== undefined && typeof value === 'string' && /^[A-Z_]+$/.test(value)) {
    page.written(name, ` ${type}.${value}`);
  } else page.member(name, isLone ? value[0] : value);
}

/** The key of the variable that a text is, and nothing else. */
export function keyIn(value: Json | undefined): string | null {
  const key = typeof value === 'string' ? soleKey(value) : null;
  return key !== null && value === mention(key) ? key : null;
}

export const textIn = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);
export const objectsIn = (value: Json | undefined): readonly Readonly<Record<string, Json>>[] =>
  value !== undefined && isList(value) ? value.filter(isObject) : [];
export const lastOf = (id: Json | undefined): string => String(id ?? '').slice(String(id ?? '').lastIndexOf('/') + 1);
export const namesOf = words;
