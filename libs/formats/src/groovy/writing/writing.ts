import type { Json } from '@slipway/domain';
import { type Fields, lastOf, objectsIn, textIn } from './members.ts';
import type { Page } from './page.ts';

/** What writing a template takes. */
export interface Writing {
  readonly page: Page;
  /** of our own types in the JSON */
  readonly prefix: string;
  /** the keys of the template's variables, by last segments of ids */
  readonly keys: ReadonlyMap<string, string>;
  /** where the template's phases and tasks stand, by last segments of ids: numbers from 1 */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** The titles on the way to a template or folder, with slashes between them; null where they name none, or several. */
  readonly pathOf: (id: string) => string | null;
}

/** A type as we know it, without our prefix. */
export const ownType = (type: Json | undefined, { prefix }: Pick<Writing, 'prefix'>): string => {
  const written = textIn(type) ?? '';
  const rest = written.startsWith(`${prefix}.`) ? written.slice(prefix.length + 1) : written;
  return rest.includes('.') ? written : rest;
};

export const keysOf = (template: Fields): ReadonlyMap<string, string> =>
  new Map(objectsIn(template.variables).map(({ id, key }) => [lastOf(id), textIn(key) ?? '']));

export function placesOf(template: Fields): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, readonly number[]>();
  const add = (item: Fields, place: readonly number[]): void => {
    places.set(lastOf(item.id), place);
    for (const [index, task] of objectsIn(item.tasks).entries()) add(task, [...place, index + 1]);
  };
  for (const [index, phase] of objectsIn(template.phases).entries()) add(phase, [index + 1]);
  return places;
}
