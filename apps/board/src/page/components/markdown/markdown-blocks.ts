/** A block of a Markdown text. HTML and images are not supported. */
export type Block = { readonly kind: 'heading'; readonly text: string } | BodyBlock;

/** A block that is no heading. */
export type BodyBlock =
  | { readonly kind: 'paragraph' | 'quote' | 'code'; readonly text: string }
  | { readonly kind: 'rule' }
  | Table
  | List;

/** A table. A row has at most as many cells as the head. */
export interface Table {
  readonly kind: 'table';
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface List {
  readonly kind: 'list';
  /** The number of the first item; null for a list of bullets. */
  readonly start: number | null;
  readonly items: readonly ListItem[];
}

interface ListItem {
  readonly text: string;
  /** Whether an item of a task list is done; null for another item. */
  readonly isDone: boolean | null;
  /** The lists below the item. */
  readonly lists: readonly List[];
}

const heading = /^#{1,6} +(.*)$/;
const item = /^( *)(?:[-*+]|(\d{1,9})[.)]) +(.*)$/;
const topItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)]) /;
const rule = /^ {0,3}(?:---+|\*\*\*+|___+) *$/;
const fence = /^ {0,3}(?:```|~~~)/;
const quote = /^ {0,3}> ?(.*)$/;

const isPlain = (line: string): boolean =>
  line.trim() !== '' && ![heading, topItem, rule, fence, quote].some((marker) => marker.test(line));

/** Returns the number of consecutive lines or entries, from one on, that match a condition. */
function countItems<Item>(items: readonly Item[], from: number, matches: (item: Item) => boolean): number {
  let end = from;
  for (let item = items[end]; item !== undefined && matches(item); item = items[end]) end += 1;
  return end - from;
}

interface ParsedBlock {
  readonly block: Block | null;
  /** The number of lines of the block, at least 1. */
  readonly count: number;
}

/** Returns the cells of a line of a table. `\\|` is a character of a cell. */
const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

/** Whether a line separates the head of a table from its rows, such as `|---|:-:|`. */
const isDelimiter = (line: string | undefined): boolean =>
  line !== undefined && /^[ :|-]+$/.test(line) && line.includes('-') && line.includes('|');

const isRow = (line: string): boolean => line.includes('|');

function parseTable(lines: readonly string[], index: number): ParsedBlock {
  const head = cellsOf(lines[index] ?? '');
  const count = countItems(lines, index + 2, isRow);
  const rows = lines.slice(index + 2, index + 2 + count).map((line) => cellsOf(line).slice(0, head.length));
  return { block: { kind: 'table', head, rows }, count: count + 2 };
}

function parseFence(lines: readonly string[], index: number): ParsedBlock {
  const count = countItems(lines, index + 1, (line) => !fence.test(line));
  return { block: { kind: 'code', text: lines.slice(index + 1, index + 1 + count).join('\n') }, count: count + 2 };
}

/** A line with a marker of an item, and its continuation lines. */
interface Entry {
  readonly indent: number;
  readonly start: number | null;
  readonly text: string;
}

function parseEntry(line: string): Entry | null {
  const [, indent = '', digits, text] = item.exec(line) ?? [];
  if (text === undefined) return null;
  return { indent: indent.length, start: digits === undefined ? null : Number(digits), text };
}

/** The number of spaces before the marker of an item that is below another one. */
const nestedIndent = 2;

/** Whether two entries cannot be items of one list, because only one of them has a number. */
const isOtherKind = (a: Entry, b: Entry): boolean => (a.start === null) !== (b.start === null);

const isBelow = (entry: Entry, first: Entry): boolean => entry.indent >= first.indent + nestedIndent;

/** Returns the text of an item and whether it is done: `[x] ` and `[ ] ` begin an item of a task list. */
function taskOf(text: string): Pick<ListItem, 'text' | 'isDone'> {
  const [, mark, rest] = /^\[([ xX])\] (.+)$/s.exec(text) ?? [];
  return rest === undefined ? { text, isDone: null } : { text: rest, isDone: mark !== ' ' };
}

/** Returns lists of entries. An entry that is indented further than the first one is below the entry before it. */
function nestEntries(entries: readonly Entry[]): readonly List[] {
  const lists: { kind: 'list'; start: number | null; items: ListItem[] }[] = [];
  const [first] = entries;
  let previous: Entry | undefined;
  for (let index = 0; index < entries.length; ) {
    const entry = entries[index];
    if (first === undefined || entry === undefined) break;
    const belowCount = countItems(entries, index + 1, (next) => isBelow(next, first));
    if (previous === undefined || isOtherKind(entry, previous))
      lists.push({ kind: 'list', start: entry.start, items: [] });
    const below = entries.slice(index + 1, index + 1 + belowCount);
    lists.at(-1)?.items.push({ ...taskOf(entry.text), lists: nestEntries(below) });
    previous = entry;
    index += 1 + belowCount;
  }
  return lists;
}

/** Parses a list. It ends before an item with another kind of marker, unless that item is below another one. */
function parseList(lines: readonly string[], index: number): ParsedBlock {
  const entries: Entry[] = [];
  const count = countItems(lines, index, (line) => {
    const entry = rule.test(line) ? null : parseEntry(line);
    const [first] = entries;
    if (entry !== null) {
      if (first !== undefined && !isBelow(entry, first) && isOtherKind(entry, first)) return false;
      entries.push(entry);
      return true;
    }
    const last = entries.at(-1);
    if (last === undefined || !isPlain(line) || !line.startsWith('  ')) return false;
    entries[entries.length - 1] = { ...last, text: `${last.text}\n${line.trim()}` };
    return true;
  });
  const [list = null] = nestEntries(entries);
  return { block: list, count };
}

function parseBlock(lines: readonly string[], index: number): ParsedBlock {
  const line = lines[index] ?? '';
  if (line.trim() === '') return { block: null, count: 1 };
  if (fence.test(line)) return parseFence(lines, index);
  if (rule.test(line)) return { block: { kind: 'rule' }, count: 1 };
  const [, title] = heading.exec(line) ?? [];
  if (title !== undefined) return { block: { kind: 'heading', text: title }, count: 1 };
  if (isRow(line) && isDelimiter(lines[index + 1])) return parseTable(lines, index);
  if (topItem.test(line)) return parseList(lines, index);
  const isQuote = quote.test(line);
  const count = countItems(lines, index, (blockLine) => (isQuote ? quote.test(blockLine) : isPlain(blockLine)));
  const text = lines
    .slice(index, index + count)
    .map((blockLine) => (isQuote ? (quote.exec(blockLine)?.[1] ?? '') : blockLine.trim()));
  return { block: { kind: isQuote ? 'quote' : 'paragraph', text: text.join('\n') }, count: Math.max(1, count) };
}

/** Parses the blocks of a text in linear time. */
export function parseBlocks(text: string): readonly Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const blocks: Block[] = [];
  for (let index = 0; index < lines.length; ) {
    const { block, count } = parseBlock(lines, index);
    if (block !== null) blocks.push(block);
    index += count;
  }
  return blocks;
}
