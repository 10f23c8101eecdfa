import type { Size } from './budget.ts';
import type { Value } from './tree.ts';

/** A value that has a name, and what it takes each time that it is used. */
export interface Constant {
  readonly value: Value;
  readonly size: Size;
}

/** The names that are defined at a place: those of the file, of the blocks around, and of loops. */
export class Scope {
  readonly #own = new Map<string, Constant>();
  readonly #outer: Scope | null;

  constructor(outer: Scope | null) {
    this.#outer = outer;
  }

  define(name: string, constant: Constant): void {
    this.#own.set(name, constant);
  }

  get(name: string): Constant | undefined {
    return this.#own.get(name) ?? this.#outer?.get(name);
  }
}

/** The memory of a value. */
export function sizeOf(value: Value): Size {
  const parts = partsOf(value);
  const own = { parts: 1, characters: value.kind === 'text' ? value.text.length : 0 };
  return parts
    .map(sizeOf)
    .reduce(
      (sum, { parts: more, characters }) => ({ parts: sum.parts + more, characters: sum.characters + characters }),
      own,
    );
}

function partsOf(value: Value): readonly Value[] {
  if (value.kind === 'list') return value.items;
  return value.kind === 'map' ? value.entries.map((entry) => entry.value) : [];
}
