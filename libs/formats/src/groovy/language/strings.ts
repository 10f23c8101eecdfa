import { message } from '@slipway/domain/messages';
import { parseError } from './parse-error.ts';
import { createTextBuilder } from './text-builder.ts';

/** A parsed text, and the offset after it. */
interface ReadText {
  readonly text: string;
  readonly end: number;
}

/** An expression in a text: the offset of its first character, and the offset after its last one. */
export interface Interpolation {
  readonly at: number;
  readonly end: number;
}

/** A literal. `parts` are its texts and expressions, and absent without expressions. */
interface Literal extends ReadText {
  readonly parts?: readonly (string | Interpolation)[];
}

/** A kind of literal. */
interface Form {
  readonly open: string;
  readonly close: string;
  readonly spansLines: boolean;
  /** whether `$` starts an expression */
  readonly computes: boolean;
  /** Returns the value of an escape at `at` and the offset after it, or null if there is no escape. */
  readonly escape: (text: string, at: number) => ReadText | null;
}

const escapeMeanings: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['f', '\f'],
  ['s', ' '],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['$', '$'],
  ['\n', ''],
]);

const unicode = /u+([0-9a-fA-F]{4})/y;
const octal = /[0-3]?[0-7]{1,2}/y;

function backslash(text: string, at: number): ReadText | null {
  if (text[at] !== '\\') return null;
  const next = text[at + 1] ?? '';
  const meaning = escapeMeanings.get(next);
  if (meaning !== undefined) return { text: meaning, end: at + 2 };
  if (text.startsWith('\r\n', at + 1)) return { text: '', end: at + 3 };
  unicode.lastIndex = at + 1;
  const code = unicode.exec(text);
  if (code) return { text: String.fromCharCode(Number.parseInt(code[1] ?? '', 16)), end: unicode.lastIndex };
  octal.lastIndex = at + 1;
  const digits = octal.exec(text);
  if (digits) return { text: String.fromCharCode(Number.parseInt(digits[0], 8)), end: octal.lastIndex };
  throw parseError(text, at, message('groovyFault.badEscape'));
}

const escapesOf = (escapes: Readonly<Record<string, string>>) => (text: string, at: number) => {
  const escapeSequence = text.slice(at, at + 2);
  const meaning = Object.hasOwn(escapes, escapeSequence) ? escapes[escapeSequence] : undefined;
  return meaning === undefined ? null : { text: meaning, end: at + 2 };
};

/** Longer delimiters precede shorter ones, which are their prefixes. */
const forms: readonly Form[] = [
  { open: "'''", close: "'''", spansLines: true, computes: false, escape: backslash },
  { open: '"""', close: '"""', spansLines: true, computes: true, escape: backslash },
  { open: "'", close: "'", spansLines: false, computes: false, escape: backslash },
  { open: '"', close: '"', spansLines: false, computes: true, escape: backslash },
  { open: '$/', close: '/$', spansLines: true, computes: true, escape: escapesOf({ $$: '$', '$/': '/' }) },
  { open: '/', close: '/', spansLines: true, computes: true, escape: escapesOf({ '\\/': '/' }) },
];

/**
 * Reads the text that starts at an offset, or returns null if none does. Throws BadFile for code in the text, and for a
 * text without an end.
 */
export function readText(text: string, at: number): Literal | null {
  const form = forms.find(({ open }) => text.startsWith(open, at));
  return form ? readIn(form, text, at) : null;
}

/** Characters with a special meaning in some kind of literal. */
const specialCharacters = /['"\\$/\r\n]/g;

function readIn(form: Form, text: string, start: number): Literal {
  const begin = start + form.open.length;
  const first = nextSpecial(text, begin, start);
  // Fast path for the many texts without an escape.
  if (form.escape(text, first) === null && text.startsWith(form.close, first)) {
    return { text: text.slice(begin, first), end: first + form.close.length };
  }
  let read = createTextBuilder();
  const parts: (string | Interpolation)[] = [];
  for (let at = begin; ; ) {
    const position = nextSpecial(text, at, start);
    read.add(text.slice(at, position));
    const escaped = form.escape(text, position);
    if (escaped === null && text.startsWith(form.close, position)) {
      const end = position + form.close.length;
      return parts.length === 0 ? { text: read.text(), end } : { text: '', end, parts: [...parts, read.text()] };
    }
    const computed = escaped === null && form.computes ? interpolationAt(text, position) : null;
    if (computed !== null) {
      parts.push(read.text(), computed.part);
      read = createTextBuilder();
      at = computed.end;
      continue;
    }
    const { text: more, end } = escaped ?? plainCharacter(form, text, position, start);
    read.add(more);
    at = end;
  }
}

const bracedExpression = /\$\{([^{}\r\n]{1,256})\}/y;
const bareExpression = /\$([\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*){0,20})/uy;

/** Returns the expression at a `$` and the offset after it, or null if no expression starts there. */
function interpolationAt(text: string, at: number): { readonly part: Interpolation; readonly end: number } | null {
  if (text[at] !== '$') return null;
  for (const form of [bracedExpression, bareExpression]) {
    form.lastIndex = at;
    const [, expression] = form.exec(text) ?? [];
    if (expression === undefined) continue;
    const start = text.indexOf(expression, at + 1);
    return { part: { at: start, end: start + expression.length }, end: form.lastIndex };
  }
  return null;
}

function nextSpecial(text: string, from: number, start: number): number {
  specialCharacters.lastIndex = from;
  if (!specialCharacters.test(text)) throw parseError(text, start, message('groovyFault.endlessText'));
  return specialCharacters.lastIndex - 1;
}

/** The message for a `$` without a valid expression, and for an expression where none is allowed. */
export const interpolationNotRun = message('groovyFault.interpolation');

/** Reads one literal character. A line break becomes a line feed. */
function plainCharacter(form: Form, text: string, at: number, start: number): ReadText {
  const character = text[at] ?? '';
  if (character === '$' && form.computes) {
    throw parseError(text, at, interpolationNotRun);
  }
  if (character !== '\n' && character !== '\r') return { text: character, end: at + 1 };
  if (!form.spansLines) throw parseError(text, start, message('groovyFault.endlessLine'));
  return { text: '\n', end: text.startsWith('\r\n', at) ? at + 2 : at + 1 };
}
