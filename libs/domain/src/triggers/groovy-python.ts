export type Literal = string | number | bigint | boolean | null;

/** A comparison of a value in the event with a literal. */
export interface Comparison {
  readonly kind: 'comparison';
  readonly path: readonly (string | number)[];
  readonly by: '==' | '!=' | '>' | '<' | '>=' | '<=' | 'startsWith' | 'endsWith' | 'contains';
  readonly literal: Literal;
}

export type Condition =
  | Comparison
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] };

/** Groovy compares a missing value as null; Python would throw. */
const helpers = `def at(value, *path):
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value
def text(value):
    return value if isinstance(value, basestring) else ''
def has(value, part):
    return isinstance(value, (basestring, list)) and part in value
`;

/** Returns a Python script with the same result as a condition. */
export const asPython = (condition: Condition): string => `${helpers}result = ${pythonOf(condition)}\n`;

function pythonOf(condition: Condition): string {
  if (condition.kind === 'not') return `(not ${pythonOf(condition.of)})`;
  if (condition.kind !== 'comparison')
    return `(${condition.of.map(pythonOf).join(condition.kind === 'all' ? ' and ' : ' or ')})`;
  const [root, ...steps] = condition.path;
  const value = `at(${[root, ...steps.map(pythonLiteral)].join(', ')})`;
  const literal = pythonLiteral(condition.literal);
  switch (condition.by) {
    case 'startsWith':
      return `text(${value}).startswith(${literal})`;
    case 'endsWith':
      return `text(${value}).endswith(${literal})`;
    case 'contains':
      return `has(${value}, ${literal})`;
    case '==':
    case '!=':
    case '>':
    case '<':
    case '>=':
    case '<=':
      return `(${value} ${condition.by} ${literal})`;
  }
}

function pythonLiteral(literal: Literal): string {
  if (literal === null) return 'None';
  if (typeof literal === 'boolean') return literal ? 'True' : 'False';
  // each escape is consumed as a whole, so that an escaped backslash before u00e9 remains a backslash
  return JSON.stringify(literal).replace(/\\(?:u00([\da-f]{2})|.)/g, (all, hex?: string) => (hex ? `\\x${hex}` : all));
}
