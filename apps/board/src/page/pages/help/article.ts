import { type Block, type BodyBlock, parseBlocks } from '../../components/markdown/markdown-blocks.ts';

/** A block of a page of the documentation: a block of Markdown, or a heading with its level. */
export type ArticleBlock =
  | BodyBlock
  | { readonly kind: 'section'; readonly level: number; readonly text: string; readonly id: string };

/** Returns the id of a heading, as in the links between the pages: `Find releases` has the id `find-releases`. */
export const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** The kind of a line: of code, a table, a heading or other text. */
type LineKind = 'code' | 'table' | 'section' | 'text';

/** Returns groups of consecutive lines of the same kind. Each heading is a group. */
function groupLines(text: string): readonly { readonly kind: LineKind; readonly lines: readonly string[] }[] {
  const groups: { kind: LineKind; lines: string[] }[] = [];
  let isCode = false;
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const isFence = line.startsWith('```');
    const kind: LineKind =
      isCode || isFence ? 'code' : line.startsWith('|') ? 'table' : /^#{1,6} /.test(line) ? 'section' : 'text';
    const last = groups.at(-1);
    if (last?.kind === kind && kind !== 'section' && !(isFence && !isCode)) last.lines.push(line);
    else groups.push({ kind, lines: [line] });
    if (isFence) isCode = !isCode;
  }
  return groups;
}

const isBody = (block: Block): block is BodyBlock => block.kind !== 'heading';

/** Parses a page of the documentation. */
export const parseArticle = (text: string): readonly ArticleBlock[] =>
  groupLines(text).flatMap(({ kind, lines }): readonly ArticleBlock[] => {
    if (kind === 'table') return parseBlocks(lines.join('\n')).filter(isBody);
    if (kind === 'code') return [{ kind: 'code', text: lines.slice(1, -1).join('\n') }];
    if (kind === 'text') return parseBlocks(lines.join('\n').replace(/<(https?:[^>\s]+)>/g, '$1')).filter(isBody);
    const [, marks = '#', title = ''] = /^(#+) +(.*)$/.exec(lines[0] ?? '') ?? [];
    return [{ kind: 'section', level: marks.length, text: title, id: headingId(title) }];
  });

/** The address of a local installation in the documentation. In the board, it is the address of the server. */
const localAddress = 'http://127.0.0.1:5516';

/** The target of a link: a page of the documentation, another path of the server, or a URL of another server. */
export type LinkTarget =
  | { readonly kind: 'page' | 'path' | 'url'; readonly to: string }
  /** A file that the board does not have. */
  | null;

/** Returns the target of a link in a page of the documentation. */
export function targetOf(href: string, page: string, hasPage: (page: string) => boolean): LinkTarget {
  if (href.startsWith(localAddress)) return { kind: 'path', to: href.slice(localAddress.length) || '/' };
  if (/^https?:/.test(href)) return { kind: 'url', to: href };
  const url = new URL(href, `file:///${page}.md`);
  const path = url.pathname.slice(1).replace(/\.md$/, '');
  return hasPage(path) ? { kind: 'page', to: `${path}${url.hash}` } : null;
}
