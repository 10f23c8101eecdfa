import type { Statement, Value } from '../language/tree.ts';

const plainValue = (value: Value): unknown => {
  switch (value.kind) {
    case 'text':
      return value.text;
    case 'number':
      return value.number;
    case 'boolean':
      return value.is;
    case 'null':
      return null;
    case 'list':
      return value.items.map(plainValue);
    case 'map':
      return new Map(value.entries.map((entry) => [entry.key, plainValue(entry.value)]));
    case 'date':
      return `date ${value.iso}`;
    case 'variable':
      return `variable ${value.key}`;
    case 'constant':
      return `constant ${value.name}`;
  }
};

/** Returns a statement with its values, for comparison. */
export const toPlainStatement = ({ name, args, named, block }: Statement): unknown[] => [
  name,
  ...args.map(plainValue),
  ...(named ? [new Map(named.map((entry) => [entry.key, plainValue(entry.value)]))] : []),
  ...(block ? [{ block: block.statements.map(toPlainStatement) }] : []),
];
