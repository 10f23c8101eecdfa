/** A part of a line: its text, format, and link target. */
export interface Span {
  readonly kind: 'text' | 'strong' | 'emphasis' | 'deleted' | 'code' | 'link';
  readonly text: string;
  /** The target of a link: by default, a URL with the scheme http, https or mailto. */
  readonly to?: string;
}

/** The characters that can begin a span. */
const markers = '`*_~[h\\';
/** The maximum distance to a closing marker, in characters. The limit keeps the parser linear for a line of markers. */
const maxLookahead = 500;

/** Whether a link may have a target. */
export type LinkTest = (to: string) => boolean;

const isLink: LinkTest = (to) => {
  if (!URL.canParse(to)) return false;
  const { protocol } = new URL(to);
  return protocol === 'https:' || protocol === 'http:' || protocol === 'mailto:';
};

/** Returns the text up to the next equal marker; null if there is none within the maximum distance. */
function between(text: string, index: number, marker: string): string | null {
  if (!text.startsWith(marker, index)) return null;
  const match = text.slice(index + marker.length, index + marker.length + maxLookahead).indexOf(marker);
  const inner = text.slice(index + marker.length, index + marker.length + match);
  return match <= 0 || inner.trim() !== inner ? null : inner;
}

const spanMarkers = [
  ['`', 'code'],
  ['**', 'strong'],
  ['__', 'strong'],
  ['*', 'emphasis'],
  ['_', 'emphasis'],
  ['~~', 'deleted'],
] as const;

interface ParsedSpan {
  readonly span: Span;
  readonly length: number;
}

function parseLink(text: string, index: number, isAllowed: LinkTest): ParsedSpan | null {
  const label = between(text.slice(index, index + maxLookahead).replace(/^\[/, ']'), 0, ']');
  if (text[index] === '[' && label !== null && text[index + label.length + 2] === '(') {
    const rest = text.slice(index + label.length + 3, index + label.length + 3 + maxLookahead);
    const to = rest.slice(0, Math.max(0, rest.indexOf(')')));
    if (isAllowed(to)) return { span: { kind: 'link', text: label, to }, length: label.length + to.length + 4 };
  }
  const [address = ''] = /^https?:\/\/[^\s<>()]{1,400}/.exec(text.slice(index, index + maxLookahead)) ?? [];
  const to = address.replace(/[.,;:!?'"]$/, '');
  return isLink(to) ? { span: { kind: 'link', text: to, to }, length: to.length } : null;
}

function parseSpan(text: string, index: number, isAllowed: LinkTest): ParsedSpan | null {
  if (text[index] === '\\' && /^[\\`*_~[\]]$/.test(text[index + 1] ?? ''))
    return { span: { kind: 'text', text: text[index + 1] ?? '' }, length: 2 };
  const isInWord = text[index] === '_' && /[\p{L}\p{N}]/u.test(text[index - 1] ?? ' ');
  for (const [marker, kind] of isInWord ? [] : spanMarkers) {
    const inner = between(text, index, marker);
    if (inner !== null) return { span: { kind, text: inner }, length: inner.length + 2 * marker.length };
  }
  return parseLink(text, index, isAllowed);
}

/** Parses the spans of a text without line breaks. A link with a target that is not allowed is text. */
export function parseSpans(text: string, isAllowed: LinkTest = isLink): readonly Span[] {
  const spans: Span[] = [];
  let plain = '';
  const flush = (): void => {
    if (plain !== '') spans.push({ kind: 'text', text: plain });
    plain = '';
  };
  for (let index = 0; index < text.length; ) {
    const match = markers.includes(text[index] ?? '') ? parseSpan(text, index, isAllowed) : null;
    if (match === null) plain += text[index];
    else {
      flush();
      spans.push(match.span);
    }
    index += match?.length ?? 1;
  }
  flush();
  return spans;
}
