import { documentsIn } from './documents.ts';
import type { CodeItem } from './items.ts';
import { itemsIn } from './read-items.ts';

/** Returns the items of `index.yaml`, which may refer to the other files. Types have the prefix `rel`. */
export const readItems = (yaml: string, files: Readonly<Record<string, string>> = {}): readonly CodeItem[] => {
  const all = new Map(
    Object.entries({ ...files, 'index.yaml': yaml }).map(([name, text]) => [name, Buffer.from(text)]),
  );
  return itemsIn(documentsIn({ files: all, roots: ['index.yaml'] }), 'rel');
};
