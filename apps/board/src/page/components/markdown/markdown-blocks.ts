/** A block of a Markdown text. HTML and images are not supported. */
export type Block =
  | { readonly kind: 'heading' | 'paragraph' | 'quote' | 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'rule' };

const heading = /^#{1,6} +(.*)$/;
const bullet = /^ {0,3}[-*+] +(.*)$/;
const number = /^ {0,3}\d{1,9}[.)] +(.*)$/;
const rule = /^ {0,3}(?:---+|\*\*\*+|___+) *$/;
const fence = /^ {0,3}(?:```|~~~)/;
const quote = /^ {0,3}> ?(.*)$/;

const isPlain = (line: string): boolean =>
  line.trim() !== '' && ![heading, bullet, number, rule, fence, quote].some((marker) => marker.test(line));

/** Returns the number of consecutive lines, from one line on, that match a condition. */
function countLines(lines: readonly string[], from: number, matches: (line: string) => boolean): number {
  let end = from;
  while (end < lines.length && matches(lines[end] ?? '')) end += 1;
  return end - from;
}

interface ParsedBlock {
  readonly block: Block | null;
  /** The number of lines of the block, at least 1. */
  readonly count: number;
}

function parseFence(lines: readonly string[], index: number): ParsedBlock {
  const count = countLines(lines, index + 1, (line) => !fence.test(line));
  return { block: { kind: 'code', text: lines.slice(index + 1, index + 1 + count).join('\n') }, count: count + 2 };
}

function parseList(lines: readonly string[], index: number, marker: RegExp): ParsedBlock {
  const items: string[] = [];
  const count = countLines(lines, index, (line) => {
    const [, text] = marker.exec(line) ?? [];
    if (text !== undefined) items.push(text);
    else if (isPlain(line) && line.startsWith('  ')) items.push(`${items.pop() ?? ''}\n${line.trim()}`);
    else return false;
    return true;
  });
  return { block: { kind: 'list', isOrdered: marker === number, items }, count };
}

function parseBlock(lines: readonly string[], index: number): ParsedBlock {
  const line = lines[index] ?? '';
  if (line.trim() === '') return { block: null, count: 1 };
  if (fence.test(line)) return parseFence(lines, index);
  if (rule.test(line)) return { block: { kind: 'rule' }, count: 1 };
  const [, title] = heading.exec(line) ?? [];
  if (title !== undefined) return { block: { kind: 'heading', text: title }, count: 1 };
  for (const marker of [bullet, number]) if (marker.test(line)) return parseList(lines, index, marker);
  const isQuote = quote.test(line);
  const count = countLines(lines, index, (blockLine) => (isQuote ? quote.test(blockLine) : isPlain(blockLine)));
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
