import type { ScriptLanguage } from './script-text.ts';

/** The text of a script for the compilation when it is saved. */
export interface CompilableText {
  readonly text: string;
  /** The last line in which an error does not depend on the values of variables. */
  readonly certainTo: number;
}

/** Replaces a placeholder in a literal. The digits can also complete an escape such as `\x`. */
const literalPlaceholder = '00000000';
/** Replaces a placeholder in code: a name is valid in most positions. */
const codePlaceholder = 'x';

/** The end of a literal or comment, in which placeholders are text. */
interface Literal {
  readonly end: string;
  readonly escapes: boolean;
  readonly endsWithLine: boolean;
}

const comment: Literal = { end: '\n', escapes: false, endsWithLine: true };
const quoted = (end: string): Literal => ({ end, escapes: true, endsWithLine: end.length === 1 && end !== '`' });

/**
 * Replaces the placeholders of a script by neutral values. In a literal or a comment, a value is text and does not
 * change the syntax. In code, it may be anything: a list, a name, or several statements. A parser reports the first
 * token that cannot follow the text before it, so only errors in lines before such a placeholder are certain.
 */
export function toCompilableText(source: string, language: ScriptLanguage): CompilableText {
  const isInLiteral = literalsOf(source, language);
  let first: number | null = null;
  const text = source.replace(placeholder, (match, at: number) => {
    if (isInLiteral(at) && !/[\r\n]/.test(match)) return literalPlaceholder;
    first ??= at;
    return codePlaceholder;
  });
  return { text, certainTo: first === null ? Number.POSITIVE_INFINITY : lineAt(source, first) - 1 };
}

/** Like the pattern in `scriptText`, but without a group: the second argument of a replacer is the position. */
const placeholder = /\$\{[^${}]{1,256}\}/g;

const lineAt = (text: string, at: number): number => text.slice(0, at).split(/\r\n?|\n/).length;

/** Returns whether a position is in a literal or a comment. Call it with ascending positions. */
function literalsOf(text: string, language: ScriptLanguage): (position: number) => boolean {
  const literalStart = language === 'python' ? pythonLiteral : javascriptLiteral;
  let at = 0;
  let open: Literal | null = null;
  let isUnclear = false;
  const step = (literal: Literal | null): void => {
    if (literal === null) {
      const opening = literalStart(text, at);
      isUnclear ||= opening === 'unclear';
      open = opening === null || opening === 'unclear' ? null : opening.literal;
      at += opening === null || opening === 'unclear' ? 1 : opening.length;
      return;
    }
    const character = text[at];
    // This is an expression in a JavaScript template literal, not a placeholder.
    isUnclear ||= literal.end === '`' && text.startsWith('${', at);
    if (literal.escapes && character === '\\') {
      at += placeholderAt(text, at + 1) > 0 ? 1 : 2;
    } else if (text.startsWith(literal.end, at)) {
      open = null;
      at += literal.end.length;
    } else {
      if (literal.endsWithLine && (character === '\r' || character === '\n')) open = null;
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

const stickyPlaceholder = new RegExp(placeholder.source, 'y');
function placeholderAt(text: string, at: number): number {
  if (text[at] !== '$') return 0;
  stickyPlaceholder.lastIndex = at;
  return stickyPlaceholder.exec(text)?.[0].length ?? 0;
}

/** Returns the literal that begins at a position with the length of its opening; null if no literal begins there. */
type LiteralStart = (
  text: string,
  at: number,
) => { readonly literal: Literal; readonly length: number } | 'unclear' | null;

const pythonLiteral: LiteralStart = (text, at) => {
  const character = text[at];
  if (character === '#') return { literal: comment, length: 1 };
  if (character !== "'" && character !== '"') return null;
  const end = text.startsWith(character.repeat(3), at) ? character.repeat(3) : character;
  return { literal: quoted(end), length: end.length };
};

/** A slash outside of comments is a division or a regular expression. Quotes in a regular expression open no text. */
const javascriptLiteral: LiteralStart = (text, at) => {
  const character = text[at];
  if (character === "'" || character === '"' || character === '`') return { literal: quoted(character), length: 1 };
  if (character !== '/') return null;
  if (text[at + 1] === '/') return { literal: comment, length: 2 };
  if (text[at + 1] !== '*') return 'unclear';
  return { literal: { end: '*/', escapes: false, endsWithLine: false }, length: 2 };
};
