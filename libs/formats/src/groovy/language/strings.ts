import { growing } from './growing.ts';
import { refusal } from './refusal.ts';

/** A text that was read, and the offset behind it. */
interface Read {
  readonly text: string;
  readonly end: number;
}

/** An expression in a text, by the offsets of its first character and behind its last. */
export interface Interpolation {
  readonly at: number;
  readonly end: number;
}

/** A literal. `parts` are texts and the expressions between them; without expressions there are none. */
interface Literal extends Read {
  readonly parts?: readonly (string | Interpolation)[];
}

/** How a kind of literal is written. */
interface Form {
  readonly open: string;
  readonly close: string;
  readonly spansLines: boolean;
  /** whether `$` begins code in it */
  readonly computes: boolean;
  /** the offset behind an escape at `at`, with what it means; null: it is no escape in this form */
  readonly escape: (text: string, at: number) => Read | null;
}

const short: ReadonlyMap<string, string> = new Map([
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

function backslash(text: string, at: number): Read | null {
  if (text[at] !== '\\') return null;
  const next = text[at + 1] ?? '';
  const meaning = short.get(next);
  if (meaning !== undefined) return { text: meaning, end: at + 2 };
  if (text.startsWith('\r\n', at + 1)) return { text: '', end: at + 3 };
  unicode.lastIndex = at + 1;
  const code = unicode.exec(text);
  if (code) return { text: String.fromCharCode(Number.parseInt(code[1] ?? '', 16)), end: unicode.lastIndex };
  octal.lastIndex = at + 1;
  const digits = octal.exec(text);
  if (digits) return { text: String.fromCharCode(Number.parseInt(digits[0], 8)), end: octal.lastIndex };
  throw refusal(text, at, 'there is no such escape in a text; a backslash is written \\\\');
}

const only = (escapes: Readonly<Record<string, string>>) => (text: string, at: number) => {
  const written = text.slice(at, at + 2);
  const meaning = Object.hasOwn(escapes, written) ? escapes[written] : undefined;
  return meaning === undefined ? null : { text: meaning, end: at + 2 };
};

/** Longer openings first: they begin like shorter ones. */
const forms: readonly Form[] = [
  { open: "'''", close: "'''", spansLines: true, computes: false, escape: backslash },
  { open: '"""', close: '"""', spansLines: true, computes: true, escape: backslash },
  { open: "'", close: "'", spansLines: false, computes: false, escape: backslash },
  { open: '"', close: '"', spansLines: false, computes: true, escape: backslash },
  { open: '$/', close: '/$', spansLines: true, computes: true, escape: only({ $$: '$', '$/': '/' }) },
  { open: '/', close: '/', spansLines: true, computes: true, escape: only({ '\\/': '/' }) },
];

/** The text that begins at an offset; null: none does. Throws BadFile where it holds code, or does not end. */
export function readText(text: string, at: number): Literal | null {
  const form = forms.find(({ open }) => text.startsWith(open, at));
  return form ? readIn(form, text, at) : null;
}

/** Characters that a literal may give a meaning to. */
const meant = /['"\\$/\r\n]/g;

function readIn(form: Form, text: string, start: number): Literal {
  const begin = start + form.open.length;
  const first = nextMeant(text, begin, start);
  // most texts have no escape, and are many
  if (form.escape(text, first) === null && text.startsWith(form.close, first)) {
    return { text: text.slice(begin, first), end: first + form.close.length };
  }
  let read = growing();
  const parts: (string | Interpolation)[] = [];
  for (let at = begin; ; ) {
    const found = nextMeant(text, at, start);
    read.add(text.slice(at, found));
    const escaped = form.escape(text, found);
    if (escaped === null && text.startsWith(form.close, found)) {
      const end = found + form.close.length;
      return parts.length === 0 ? { text: read.text(), end } : { text: '', end, parts: [...parts, read.text()] };
    }
    const computed = escaped === null && form.computes ? interpolationAt(text, found) : null;
    if (computed !== null) {
      parts.push(read.text(), computed.part);
      read = growing();
      at = computed.end;
      continue;
    }
    const { text: more, end } = escaped ?? plain(form, text, found, start);
    read.add(more);
    at = end;
  }
}

const braced = /\$\{([^{}\r\n]{1,256})\}/y;
const bare = /\$([\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*){0,20})/uy;

/** The expression after a `$`, and the offset behind it. Null: none is written there. */
function interpolationAt(text: string, at: number): { readonly part: Interpolation; readonly end: number } | null {
  if (text[at] !== '$') return null;
  for (const form of [braced, bare]) {
    form.lastIndex = at;
    const [, expression] = form.exec(text) ?? [];
    if (expression === undefined) continue;
    const start = text.indexOf(expression, at + 1);
    return { part: { at: start, end: start + expression.length }, end: form.lastIndex };
  }
  return null;
}

function nextMeant(text: string, from: number, start: number): number {
  meant.lastIndex = from;
  if (!meant.test(text)) throw refusal(text, start, 'this text has no end');
  return meant.lastIndex - 1;
}

/** A `$` that begins no expression over names that the file defines. */
export const codeInText = 'a $ in such a text begins code, which is not run; write the text in single quotes';

/** One literal character. A line ends with a line feed, independent of the file. */
function plain(form: Form, text: string, at: number, start: number): Read {
  const character = text[at] ?? '';
  if (character === '$' && form.computes) {
    throw refusal(text, at, codeInText);
  }
  if (character !== '\n' && character !== '\r') return { text: character, end: at + 1 };
  if (!form.spansLines) throw refusal(text, start, 'this text does not end on its line');
  return { text: '\n', end: text.startsWith('\r\n', at) ? at + 2 : at + 1 };
}
