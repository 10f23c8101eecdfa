import type { ScriptLanguage } from './script-text.ts';

/** A script as it is compiled when it is saved. */
export interface CheckedText {
  readonly text: string;
  /** an error in one of the lines up to this one does not depend on the values of variables */
  readonly certainTo: number;
}

/** Replaces a placeholder in a literal: it is also the rest of an escape such as `\x`. */
const inLiteral = '00000000';
/** Replaces a placeholder in code: a name is valid in most positions. */
const inCode = 'x';

/** What ends a part of a script in which a placeholder is text. */
interface Literal {
  readonly end: string;
  readonly escapes: boolean;
  readonly endsWithLine: boolean;
}

const comment: Literal = { end: '\n', escapes: false, endsWithLine: true };
const quoted = (end: string): Literal => ({ end, escapes: true, endsWithLine: end.length === 1 && end !== '`' });

/**
 * Replaces the placeholders of a script by neutral values. In a literal or a comment a value is text, so it does not
 * change how the script is read. In code it may be anything: a list, a name, or several statements. A parser reports
 * the first text that cannot continue what is before it, so only errors in lines before such a placeholder are certain.
 */
export function checkedText(written: string, language: ScriptLanguage): CheckedText {
  const within = literalsOf(written, language);
  let first: number | null = null;
  const text = written.replace(placeholder, (whole, at: number) => {
    if (within(at) && !/[\r\n]/.test(whole)) return inLiteral;
    first ??= at;
    return inCode;
  });
  return { text, certainTo: first === null ? Number.POSITIVE_INFINITY : lineAt(written, first) - 1 };
}

/** As in `scriptText`; without a group, so that a replacement gets the position second. */
const placeholder = /\$\{[^${}]{1,256}\}/g;

const lineAt = (text: string, at: number): number => text.slice(0, at).split(/\r\n?|\n/).length;

/** Returns whether a position is in a literal or a comment. Call it with ascending positions. */
function literalsOf(text: string, language: ScriptLanguage): (position: number) => boolean {
  const begins = language === 'python' ? pythonLiteral : javascriptLiteral;
  let at = 0;
  let open: Literal | null = null;
  let isUnclear = false;
  const step = (literal: Literal | null): void => {
    if (literal === null) {
      const found = begins(text, at);
      isUnclear ||= found === 'unclear';
      open = found === null || found === 'unclear' ? null : found.literal;
      at += found === null || found === 'unclear' ? 1 : found.length;
      return;
    }
    const sign = text[at];
    // an expression in a template of JavaScript that is no placeholder
    isUnclear ||= literal.end === '`' && text.startsWith('${', at);
    if (literal.escapes && sign === '\\') {
      at += placeholderAt(text, at + 1) > 0 ? 1 : 2;
    } else if (text.startsWith(literal.end, at)) {
      open = null;
      at += literal.end.length;
    } else {
      if (literal.endsWithLine && (sign === '\r' || sign === '\n')) open = null;
      at += 1;
    }
  };
  return (position) => {
    while (at < position && !isUnclear) {
      const length = placeholderAt(text, at);
      if (length > 0) at += length;
      else step(open);
    }
    return !isUnclear && open !== null && at === position;
  };
}

const sticky = new RegExp(placeholder.source, 'y');
function placeholderAt(text: string, at: number): number {
  if (text[at] !== '$') return 0;
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0].length ?? 0;
}

/** A literal that begins at a position, and the length of its beginning; null: none does. */
type Begins = (text: string, at: number) => { readonly literal: Literal; readonly length: number } | 'unclear' | null;

const pythonLiteral: Begins = (text, at) => {
  const sign = text[at];
  if (sign === '#') return { literal: comment, length: 1 };
  if (sign !== "'" && sign !== '"') return null;
  const end = text.startsWith(sign.repeat(3), at) ? sign.repeat(3) : sign;
  return { literal: quoted(end), length: end.length };
};

/** A slash that begins no comment is a division or a regular expression, in which a quote begins no text. */
const javascriptLiteral: Begins = (text, at) => {
  const sign = text[at];
  if (sign === "'" || sign === '"' || sign === '`') return { literal: quoted(sign), length: 1 };
  if (sign !== '/') return null;
  if (text[at + 1] === '/') return { literal: comment, length: 2 };
  if (text[at + 1] !== '*') return 'unclear';
  return { literal: { end: '*/', escapes: false, endsWithLine: false }, length: 2 };
};
