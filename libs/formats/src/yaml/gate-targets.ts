import { message } from '@slipway/domain/messages';
import { isObject, type Json } from '@slipway/domain/model';
import { BadFile, toSingleLine } from '../errors/bad-file.ts';
import { formOf } from './known-members.ts';
import { itemsOf, type Members, membersOf, textOf } from './read-yaml.ts';

/** A phase or task of a template, with its position. */
interface PlanPart {
  readonly part: Members;
  /** titles, joined by slashes; several parts may have the same path */
  readonly path: string;
  /** the number of the phase, of the task in it, and of nested tasks, each from 1 */
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

/** Finds phases and tasks of one template. If several have the same path, finds the first one. */
export interface PlanParts {
  readonly all: readonly PlanPart[];
  readonly findByPath: (path: string) => Members | undefined;
  readonly findAtPosition: (position: readonly Json[]) => Members | undefined;
}

/** Returns the phases and tasks of a template, by path and by position. */
export function planPartsOf(phases: readonly Members[], titleOf: TitleOf): PlanParts {
  const all: readonly PlanPart[] = [...planPartsIn(phases, titleOf, null)];
  const first = new Map<string, Members>();
  for (const { path, part } of all) if (!first.has(path)) first.set(path, part);
  const byPosition = new Map(all.map(({ position, part }) => [position.join(), part]));
  return { all, findByPath: (path) => first.get(path), findAtPosition: (position) => byPosition.get(position.join()) };
}

/**
 * Returns the document form of a gate's target. A part of the same template is written by its path, or by its position
 * (`place`) if the path is ambiguous. An external target stays. If it equals the path of a part, `place` is empty.
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

/** Normalizes a dependency in a document. Throws BadFile. */
export function readTarget(item: Json, location: string): Members {
  if (typeof item === 'string') return { target: item };
  const { target, targetId, place: position } = membersOf(item, `${location}: dependencies`);
  const numbers = itemsOf(position, `${location}: dependencies: place`);
  if (numbers.length > 0) return { place: numbers };
  const byPath = { target: textOf(target ?? targetId, `${location}: dependencies: target`) };
  return position === undefined || position === null ? byPath : { ...byPath, place: [] };
}

/** Throws BadFile if a gate depends on a position of its template without a phase or task. */
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

/** Returns the part of this template that a dependency refers to, or undefined for an external target. */
export const targetPartOf = (
  { target, place: position }: Members,
  { findByPath: byPath, findAtPosition: atPosition }: PlanParts,
): Members | undefined => {
  if (Array.isArray(position)) return target === undefined ? atPosition(position) : undefined;
  return typeof target === 'string' ? byPath(target) : undefined;
};
