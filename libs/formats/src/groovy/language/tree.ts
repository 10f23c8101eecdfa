/** The declarations of a file, as written: names with values and blocks. `at` is an offset in the text. */
export interface Statement {
  readonly name: string;
  readonly at: number;
  readonly args: readonly Value[];
  /** `'key': value` arguments in their order; null: there are none */
  readonly named: readonly Entry[] | null;
  /** null: none is written */
  readonly block: Block | null;
}

export interface Block {
  readonly at: number;
  readonly statements: readonly Statement[];
}

export interface Entry {
  readonly key: string;
  readonly value: Value;
}

/** A value that needs no execution. */
export type Value = { readonly at: number } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'boolean'; readonly is: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'map'; readonly entries: readonly Entry[] }
  /** `Date.parse(…)`: ISO 8601 with its offset */
  | { readonly kind: 'date'; readonly iso: string }
  /** `variable('key')`: the value of a variable at its use */
  | { readonly kind: 'variable'; readonly key: string }
  /** a constant of a type, `a.b.Kind.NAME`: its name */
  | { readonly kind: 'constant'; readonly name: string }
);
