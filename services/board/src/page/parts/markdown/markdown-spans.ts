/** Part of a line: a text, how it is meant, and where it leads. */
export interface Span {
  readonly kind: 'text' | 'strong' | 'emphasis' | 'code' | 'link';
  readonly text: string;
  /** of a link: http, https or mailto */
  readonly to?: string;
}

/** Signs that something may begin at. */
const signs = '`*_[h\\';
/** Texts within signs are looked for so far ahead, so that a line of signs alone takes no longer than it is long. */
const longest = 500;

const isLink = (to: string): boolean => {
  if (!URL.canParse(to)) return false;
  const { protocol } = new URL(to);
  return protocol === 'https:' || protocol === 'http:' || protocol === 'mailto:';
};

/** The text between a marker and the next equal one; null: there is none near. */
function between(text: string, at: number, sign: string): string | null {
  if (!text.startsWith(sign, at)) return null;
  const found = text.slice(at + sign.length, at + sign.length + longest).indexOf(sign);
  const inner = text.slice(at + sign.length, at + sign.length + found);
  return found <= 0 || inner.trim() !== inner ? null : inner;
}

const forms = [
  ['`', 'code'],
  ['**', 'strong'],
  ['__', 'strong'],
  ['*', 'emphasis'],
  ['_', 'emphasis'],
] as const;

interface Found {
  readonly span: Span;
  readonly length: number;
}

function linkAt(text: string, at: number): Found | null {
  const label = between(text.slice(at, at + longest).replace(/^\[/, ']'), 0, ']');
  if (text[at] === '[' && label !== null && text[at + label.length + 2] === '(') {
    const rest = text.slice(at + label.length + 3, at + label.length + 3 + longest);
    const to = rest.slice(0, Math.max(0, rest.indexOf(')')));
    if (isLink(to)) return { span: { kind: 'link', text: label, to }, length: label.length + to.length + 4 };
  }
  const [address = ''] = /^https?:\/\/[^\s<>()]{1,400}/.exec(text.slice(at, at + longest)) ?? [];
  const to = address.replace(/[.,;:!?'"]$/, '');
  return isLink(to) ? { span: { kind: 'link', text: to, to }, length: to.length } : null;
}

function foundAt(text: string, at: number): Found | null {
  if (text[at] === '\\' && /^[\\`*_[\]]$/.test(text[at + 1] ?? ''))
    return { span: { kind: 'text', text: text[at + 1] ?? '' }, length: 2 };
  const isInWord = text[at] === '_' && /[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ');
  for (const [sign, kind] of isInWord ? [] : forms) {
    const inner = between(text, at, sign);
    if (inner !== null) return { span: { kind, text: inner }, length: inner.length + 2 * sign.length };
  }
  return linkAt(text, at);
}

/** The parts of a text without line ends of its own. */
export function spansOf(text: string): readonly Span[] {
  const spans: Span[] = [];
  let plain = '';
  const flush = (): void => {
    if (plain !== '') spans.push({ kind: 'text', text: plain });
    plain = '';
  };
  for (let at = 0; at < text.length; ) {
    const found = signs.includes(text[at] ?? '') ? foundAt(text, at) : null;
    if (found === null) plain += text[at];
    else {
      flush();
      spans.push(found.span);
    }
    at += found?.length ?? 1;
  }
  flush();
  return spans;
}
