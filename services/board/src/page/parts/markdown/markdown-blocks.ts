/** What a text in Markdown is made of, as far as it is shown here: no HTML, no pictures. */
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
  line.trim() !== '' && ![heading, bullet, number, rule, fence, quote].some((form) => form.test(line));

/** How many lines from one on are of a kind. */
function runOf(lines: readonly string[], from: number, is: (line: string) => boolean): number {
  let end = from;
  while (end < lines.length && is(lines[end] ?? '')) end += 1;
  return end - from;
}

interface Taken {
  readonly block: Block | null;
  /** of the lines, at least 1 */
  readonly count: number;
}

function takeFence(lines: readonly string[], at: number): Taken {
  const count = runOf(lines, at + 1, (line) => !fence.test(line));
  return { block: { kind: 'code', text: lines.slice(at + 1, at + 1 + count).join('\n') }, count: count + 2 };
}

function takeList(lines: readonly string[], at: number, form: RegExp): Taken {
  const items: string[] = [];
  const count = runOf(lines, at, (line) => {
    const [, text] = form.exec(line) ?? [];
    if (text !== undefined) items.push(text);
    else if (isPlain(line) && line.startsWith('  ')) items.push(`${items.pop() ?? ''}\n${line.trim()}`);
    else return false;
    return true;
  });
  return { block: { kind: 'list', isOrdered: form === number, items }, count };
}

function take(lines: readonly string[], at: number): Taken {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { block: null, count: 1 };
  if (fence.test(line)) return takeFence(lines, at);
  if (rule.test(line)) return { block: { kind: 'rule' }, count: 1 };
  const [, title] = heading.exec(line) ?? [];
  if (title !== undefined) return { block: { kind: 'heading', text: title }, count: 1 };
  for (const form of [bullet, number]) if (form.test(line)) return takeList(lines, at, form);
  const isQuote = quote.test(line);
  const count = runOf(lines, at, (one) => (isQuote ? quote.test(one) : isPlain(one)));
  const text = lines.slice(at, at + count).map((one) => (isQuote ? (quote.exec(one)?.[1] ?? '') : one.trim()));
  return { block: { kind: isQuote ? 'quote' : 'paragraph', text: text.join('\n') }, count: Math.max(1, count) };
}

/** The blocks of a text, in time that grows with its length. */
export function blocksOf(text: string): readonly Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const { block, count } = take(lines, at);
    if (block !== null) blocks.push(block);
    at += count;
  }
  return blocks;
}
