import type { Json } from '@slipway/domain/model';
import type { GroovyWriter } from './groovy-writer.ts';
import { type Fields, lastOf, objectsIn, textIn } from './members.ts';

/** What writing a template takes. */
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
