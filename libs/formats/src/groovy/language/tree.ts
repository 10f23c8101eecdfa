/** A declaration of a file: a name with values and a block. `at` is an offset in the text. */
export interface Statement {
  readonly name: string;
  readonly at: number;
  readonly args: readonly Value[];
  /** the `'key': value` arguments in their order; null without such arguments */
  readonly named: readonly Entry[] | null;
  /** null without a block */
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

/** A literal value. Its evaluation executes no code. */
export type Value = { readonly at: number } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'boolean'; readonly is: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'map'; readonly entries: readonly Entry[] }
  /** `Date.parse(…)`, in ISO 8601 with its offset */
  | { readonly kind: 'date'; readonly iso: string }
  /** `variable('key')`: the value of the variable when the template uses it */
  | { readonly kind: 'variable'; readonly key: string }
  /** the name of a constant of a type, `a.b.Kind.NAME` */
  | { readonly kind: 'constant'; readonly name: string }
);
