import type { Statement, Value } from '../language/tree.ts';

const plain = (value: Value): unknown => {
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
      return value.items.map(plain);
    case 'map':
      return new Map(value.entries.map((entry) => [entry.key, plain(entry.value)]));
    case 'date':
      return `date ${value.iso}`;
    case 'variable':
      return `variable ${value.key}`;
    case 'constant':
      return `constant ${value.name}`;
  }
};

/** A statement with its values, as a test compares it. */
export const asWritten = ({ name, args, named, block }: Statement): unknown[] => [
  name,
  ...args.map(plain),
  ...(named ? [new Map(named.map((entry) => [entry.key, plain(entry.value)]))] : []),
  ...(block ? [{ block: block.statements.map(asWritten) }] : []),
];
