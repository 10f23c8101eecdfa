import { isObject, type Json } from '@slipway/domain';
import { BadFile, inLine } from '../refusal/bad-file.ts';
import { itemsOf, type Members, membersOf, textOf } from './read-yaml.ts';
import { formOf } from './task-forms.ts';

/** A phase or task of a template, with its position. */
interface Standing {
  readonly part: Members;
  /** titles with slashes between: several parts may have one path */
  readonly path: string;
  /** the number of its phase, from 1, that of the task in it, and so on */
  readonly place: readonly number[];
}

const objects = (value: Json | undefined): readonly Members[] => (Array.isArray(value) ? value.filter(isObject) : []);

function* standingIn(parts: readonly Members[], titleOf: TitleOf, above: Standing | null): Generator<Standing> {
  for (const [index, part] of parts.entries()) {
    const title = titleOf(part);
    const here: Standing = {
      part,
      path: above === null ? title : `${above.path}/${title}`,
      place: [...(above?.place ?? []), index + 1],
    };
    yield here;
    yield* standingIn(objects(part.tasks), titleOf, here);
  }
}

type TitleOf = (part: Members) => string;

/** Finds phases and tasks of one template: of several of one path that which comes first. */
export interface Stands {
  readonly all: readonly Standing[];
  readonly called: (path: string) => Members | undefined;
  readonly at: (place: readonly Json[]) => Members | undefined;
}

/** Where the phases and tasks of a template stand. */
export function standsIn(phases: readonly Members[], titleOf: TitleOf): Stands {
  const all: readonly Standing[] = [...standingIn(phases, titleOf, null)];
  const first = new Map<string, Members>();
  for (const { path, part } of all) if (!first.has(path)) first.set(path, part);
  const placed = new Map(all.map(({ place, part }) => [place.join(), part]));
  return { all, called: (path) => first.get(path), at: (place) => placed.get(place.join()) };
}

/**
 * How a document writes what a gate waits for: a part of the template by its path, by its place where the path would mean
 * another one; and what is elsewhere as it is, with an empty place where a part of the template has this for its path.
 */
export function writeTarget(written: string, own: Standing | undefined, { called }: Stands): Members {
  if (own === undefined) return called(written) === undefined ? { target: written } : { target: written, place: [] };
  return called(own.path) === own.part ? { target: own.path } : { place: own.place };
}

/** A dependency as a document writes it, in one form. Throws BadFile. */
export function readTarget(item: Json, where: string): Members {
  if (typeof item === 'string') return { target: item };
  const { target, targetId, place } = membersOf(item, `${where}: dependencies`);
  const numbers = itemsOf(place, `${where}: dependencies: place`);
  if (numbers.length > 0) return { place: numbers };
  const called = { target: textOf(target ?? targetId, `${where}: dependencies: target`) };
  return place === undefined || place === null ? called : { ...called, place: [] };
}

/** Throws BadFile if a gate waits for a position of its template without a task or phase. */
export function requirePlaces(phases: readonly Members[], where: string): void {
  const { all, at } = standsIn(phases, () => '');
  for (const { part } of all) {
    if (formOf(String(part.type ?? '')) !== 'gate') continue;
    for (const { target, place } of objects(part.dependencies)) {
      if (target !== undefined || !Array.isArray(place) || at(place) !== undefined) continue;
      throw new BadFile(
        `${inLine(where)}: dependencies: there is no task or phase at place ${inLine(JSON.stringify(place))}`,
      );
    }
  }
}

/** The part of this template that a dependency refers to; undefined for an external one. */
export const meantBy = ({ target, place }: Members, { called, at }: Stands): Members | undefined => {
  if (Array.isArray(place)) return target === undefined ? at(place) : undefined;
  return typeof target === 'string' ? called(target) : undefined;
};
