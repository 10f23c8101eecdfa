import { message } from '@slipway/domain/messages';
import { isObject, type Json } from '@slipway/domain/model';
import { BadFile, toSingleLine } from '../errors/bad-file.ts';
import { formOf } from './known-members.ts';
import { itemsOf, type Members, membersOf, textOf } from './read-yaml.ts';

/** A phase or task of a template, with its position. */
interface PlanPart {
  readonly part: Members;
  /** titles with slashes between: several parts may have one path */
  readonly path: string;
  /** the number of its phase, from 1, that of the task in it, and so on */
  readonly position: readonly number[];
}

const objects = (value: Json | undefined): readonly Members[] => (Array.isArray(value) ? value.filter(isObject) : []);

function* planPartsIn(parts: readonly Members[], titleOf: TitleOf, above: PlanPart | null): Generator<PlanPart> {
  for (const [index, part] of parts.entries()) {
    const title = titleOf(part);
    const planPart: PlanPart = {
      part,
      path: above === null ? title : `${above.path}/${title}`,
      position: [...(above?.position ?? []), index + 1],
    };
    yield planPart;
    yield* planPartsIn(objects(part.tasks), titleOf, planPart);
  }
}

type TitleOf = (part: Members) => string;

/** Finds phases and tasks of one template: of several of one path that which comes first. */
export interface PlanParts {
  readonly all: readonly PlanPart[];
  readonly findByPath: (path: string) => Members | undefined;
  readonly findAtPosition: (position: readonly Json[]) => Members | undefined;
}

/** Where the phases and tasks of a template stand. */
export function planPartsOf(phases: readonly Members[], titleOf: TitleOf): PlanParts {
  const all: readonly PlanPart[] = [...planPartsIn(phases, titleOf, null)];
  const first = new Map<string, Members>();
  for (const { path, part } of all) if (!first.has(path)) first.set(path, part);
  const byPosition = new Map(all.map(({ position, part }) => [position.join(), part]));
  return { all, findByPath: (path) => first.get(path), findAtPosition: (position) => byPosition.get(position.join()) };
}

/**
 * How a document writes what a gate waits for: a part of the template by its path, by its place where the path would mean
 * another one; and what is elsewhere as it is, with an empty place where a part of the template has this for its path.
 */
export function writeTarget(
  rawTarget: string,
  targetPart: PlanPart | undefined,
  { findByPath: byPath }: PlanParts,
): Members {
  if (targetPart === undefined)
    return byPath(rawTarget) === undefined ? { target: rawTarget } : { target: rawTarget, place: [] };
  return byPath(targetPart.path) === targetPart.part ? { target: targetPart.path } : { place: targetPart.position };
}

/** A dependency as a document writes it, in one form. Throws BadFile. */
export function readTarget(item: Json, location: string): Members {
  if (typeof item === 'string') return { target: item };
  const { target, targetId, place: position } = membersOf(item, `${location}: dependencies`);
  const numbers = itemsOf(position, `${location}: dependencies: place`);
  if (numbers.length > 0) return { place: numbers };
  const byPath = { target: textOf(target ?? targetId, `${location}: dependencies: target`) };
  return position === undefined || position === null ? byPath : { ...byPath, place: [] };
}

/** Throws BadFile if a gate waits for a position of its template without a task or phase. */
export function requirePositions(phases: readonly Members[], location: string): void {
  const { all, findAtPosition: atPosition } = planPartsOf(phases, () => '');
  for (const { part } of all) {
    if (formOf(String(part.type ?? '')) !== 'gate') continue;
    for (const { target, place: position } of objects(part.dependencies)) {
      if (target !== undefined || !Array.isArray(position) || atPosition(position) !== undefined) continue;
      throw new BadFile(
        message('code.dependencyPosition', {
          path: toSingleLine(location),
          position: toSingleLine(JSON.stringify(position)),
        }),
      );
    }
  }
}

/** The part of this template that a dependency refers to; undefined for an external one. */
export const targetPartOf = (
  { target, place: position }: Members,
  { findByPath: byPath, findAtPosition: atPosition }: PlanParts,
): Members | undefined => {
  if (Array.isArray(position)) return target === undefined ? atPosition(position) : undefined;
  return typeof target === 'string' ? byPath(target) : undefined;
};
