import type { CodePlanResponse } from '@slipway/api-schema/as-code';
import type { LineMark } from '../../components/code/languages.ts';

/** A member or list item of a YAML text in block style. */
interface Node {
  readonly column: number;
  /** The name of a member; null for a list item. */
  readonly key: string | null;
  /** The value of the first member of a list item, such as its title. */
  title: string | null;
  /** The first line, starting at 1. */
  readonly line: number;
  lastLine: number;
  readonly children: Node[];
}

const member = /^(\s*)(-\s+)?([^\s:#"'{[-][^:]*):(?:\s+(.*))?$/;

const unquote = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/, '$2');

const newNode = (column: number, key: string | null, line: number): Node => ({
  ...{ column, key, line, title: null, lastLine: line, children: [] },
});

/** Whether a node is around another node, which is in a later line. A list can have the column of its member. */
const contains = (outer: Node, { column, key }: Node): boolean =>
  outer.column < column || (outer.column === column && outer.key !== null && key === null);

/** Returns the members and list items of a YAML text. Flow style and texts of several lines have none. */
function outline(text: string): Node {
  const root = newNode(-1, '', 0);
  let path: readonly Node[] = [root];
  const add = (node: Node): void => {
    path = path.filter((outer) => contains(outer, node));
    path.at(-1)?.children.push(node);
    path = [...path, node];
  };
  for (const [index, lineText] of text.split('\n').entries()) {
    const [, indent = '', dash, key, value = ''] = member.exec(lineText) ?? [];
    if (key !== undefined) {
      if (dash !== undefined) add(newNode(indent.length, null, index + 1));
      const item = path.at(-1);
      if (dash !== undefined && item) item.title = unquote(value);
      add(newNode(indent.length + (dash?.length ?? 0), key, index + 1));
    }
    if (lineText.trim() !== '') for (const node of path) node.lastLine = index + 1;
  }
  return root;
}

/** Returns the first list item with a title, in the order of the text. */
function findItem(node: Node, title: string): Node | null {
  if (node.key === null && node.title === title) return node;
  for (const child of node.children) {
    const found = findItem(child, title);
    if (found) return found;
  }
  return null;
}

/** Returns the node at a path such as `phases[Build].tasks[Compile].description`; null: the text has none. */
function nodeAt(item: Node, path: string): Node | null {
  let node: Node | undefined = item;
  for (const [, key, title] of path.matchAll(/([^.[\]]+)|\[([^\]]*)\]/g)) {
    node = node?.children.find((child) => (key === undefined ? child.title === title : child.key === key));
  }
  return node ?? null;
}

const marksOf = ({ line, lastLine }: Node, kind: LineMark['kind']): readonly LineMark[] =>
  Array.from({ length: lastLine - line + 1 }, (_, index) => ({ line: line + index, kind }));

/** The maximum number of changes whose lines are marked. */
const maxChanges = 200;

/** Returns the lines of a YAML text that a plan adds or changes. A change whose line is not found has no mark. */
export function changedLines(text: string, { changes }: Pick<CodePlanResponse, 'changes'>): readonly LineMark[] {
  const root = outline(text);
  return changes.slice(0, maxChanges).flatMap(({ path, action, fields }) => {
    const item = findItem(root, path.slice(path.lastIndexOf('/') + 1));
    if (item === null) return [];
    if (action === 'create') return marksOf(item, 'added');
    return fields.flatMap(({ field, before, after }) => {
      const node = after === undefined ? null : nodeAt(item, field);
      return node === null ? [] : marksOf(node, before === undefined ? 'added' : 'changed');
    });
  });
}
