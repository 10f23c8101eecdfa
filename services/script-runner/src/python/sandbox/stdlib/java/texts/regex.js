/** java.util.regex, based on the engine of the module `re`. A match is subject to the time limit of the script. */
const B = Sk.builtin;
py.importModule('java.lang');

const flags = {
  UNIX_LINES: 1,
  CASE_INSENSITIVE: 2,
  COMMENTS: 4,
  MULTILINE: 8,
  LITERAL: 16,
  DOTALL: 32,
  UNICODE_CASE: 64,
  UNICODE_CHARACTER_CLASS: 256,
};
const asPython = (set) =>
  (set & flags.CASE_INSENSITIVE ? py.reFlags.I : 0) |
  (set & flags.MULTILINE ? py.reFlags.M : 0) |
  (set & flags.DOTALL ? py.reFlags.S : 0) |
  (set & flags.COMMENTS ? py.reFlags.X : 0);
const inline = { d: flags.UNIX_LINES, i: flags.CASE_INSENSITIVE, m: flags.MULTILINE, s: flags.DOTALL };
Object.assign(inline, { u: flags.UNICODE_CASE, x: flags.COMMENTS });

const unsupported = (what) =>
  py.refuse('java.util.regex.Pattern', `the regular expressions of scripts do not support ${what}`);
const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|#\s-]/g, '\\$&');

/** The named character classes, as the content of a class in brackets. */
const named = {
  Alnum: 'a-zA-Z0-9',
  Alpha: 'a-zA-Z',
  ASCII: '\\x00-\\x7f',
  Blank: ' \\t',
  Digit: '0-9',
  Lower: 'a-z',
  Punct: '!-/:-@\\[-`{-~',
  Space: ' \\t\\n\\x0b\\f\\r',
  Upper: 'A-Z',
  XDigit: '0-9a-fA-F',
};
const inBrackets = {
  s: named.Space,
  h: ' \\t\\xa0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000',
  v: '\\n\\x0b\\f\\r\\x85\\u2028\\u2029',
};
const single = { a: '\\x07', e: '\\x1b' };
const anchors = { z: '\\Z', Z: '(?=\\n?\\Z)', A: '\\A', R: '(?:\\r\\n|[\\n\\x0b\\f\\r\\x85\\u2028\\u2029])' };

const classNamed = (name) => {
  if (!Object.hasOwn(named, name)) unsupported(`class \\p{${name}}`);
  return named[name];
};
/** Translates an escape at `at`, inside or outside of brackets. */
const escapeAt = (pattern, at, isInside) => {
  const property = /^\\([pP])\{(?:Is)?(\w+)\}/.exec(pattern.slice(at, at + 40));
  if (property !== null) {
    const [whole, kind, name] = property;
    if (kind === 'P' && isInside) unsupported('negated class within a class');
    const content = classNamed(name);
    return { text: isInside ? content : `[${kind === 'P' ? '^' : ''}${content}]`, to: at + whole.length };
  }
  const unit = pattern[at + 1] ?? '';
  if (/[pPGNXc]/.test(unit) || (isInside && /[SHV]/.test(unit))) unsupported(`escape \\${unit}`);
  const content = Object.hasOwn(inBrackets, unit.toLowerCase()) ? inBrackets[unit.toLowerCase()] : undefined;
  if (content !== undefined) {
    const text = isInside ? content : `[${unit === unit.toLowerCase() ? '' : '^'}${content}]`;
    return { text, to: at + 2 };
  }
  if (!isInside && Object.hasOwn(anchors, unit)) return { text: anchors[unit], to: at + 2 };
  const reference = /^\\k<(\w+)>/.exec(pattern.slice(at, at + 100));
  if (reference !== null) return { text: `(?P=${reference[1]})`, to: at + reference[0].length };
  return { text: single[unit] ?? `\\${unit}`, to: at + 2 };
};
const quotedAt = (pattern, at) => {
  const end = pattern.indexOf('\\E', at + 2);
  const text = pattern.slice(at + 2, end < 0 ? undefined : end);
  return { text: escaped(text), to: end < 0 ? pattern.length : end + 2 };
};
const escapeOrQuote = (pattern, at, isInside) =>
  pattern[at + 1] === 'Q' ? quotedAt(pattern, at) : escapeAt(pattern, at, isInside);

const bracketsAt = (pattern, at, fail) => {
  let to = at + 1;
  let text = '[';
  if (pattern[to] === '^') {
    text += '^';
    to += 1;
  }
  for (const first = to; pattern[to] !== ']' || to === first; ) {
    if (to >= pattern.length) fail('Unclosed character class', pattern.length - 1);
    if (pattern[to] === '[' || pattern.startsWith('&&', to)) unsupported('union or intersection of classes');
    const isEscape = pattern[to] === '\\';
    const unit = isEscape
      ? escapeOrQuote(pattern, to, true)
      : { text: pattern[to] === ']' ? '\\]' : pattern[to], to: to + 1 };
    text += unit.text;
    to = unit.to;
  }
  return { text: `${text}]`, to: to + 1 };
};
const groupAt = (pattern, at) => {
  const rest = pattern.slice(at, at + 100);
  const name = /^\(\?<([A-Za-z][A-Za-z0-9]*)>/.exec(rest);
  if (name !== null) return { text: `(?P<${name[1]}>`, to: at + name[0].length };
  const plain = /^\(\?(?:[:=!]|<=|<!)/.exec(rest);
  if (plain !== null) return { text: plain[0], to: at + plain[0].length };
  return unsupported(`group ${rest.slice(0, 4)}`);
};
const unitAt = (pattern, at, set, fail) => {
  const unit = pattern[at];
  if (unit === '\\') return escapeOrQuote(pattern, at, false);
  if (unit === '[') return bracketsAt(pattern, at, fail);
  if (unit === '(' && pattern[at + 1] === '?') return groupAt(pattern, at);
  if (/[*+?}]/.test(unit) && pattern[at + 1] === '+') unsupported('possessive quantifiers');
  if (unit === '.' && !(set & (flags.DOTALL | flags.UNIX_LINES)))
    return { text: '[^\\n\\r\\x85\\u2028\\u2029]', to: at + 1 };
  if (set & flags.COMMENTS && unit === '#') {
    const end = pattern.indexOf('\n', at);
    return { text: '', to: end < 0 ? pattern.length : end };
  }
  return { text: unit, to: at + 1 };
};

/** Translates a Java pattern to Python's syntax. */
const translated = (pattern, set, fail) => {
  let text = '';
  for (let at = 0; at < pattern.length; ) {
    const unit = unitAt(pattern, at, set, fail);
    text += unit.text;
    at = unit.to;
  }
  return text;
};
const withInlineFlags = (pattern, set) => {
  const [start, letters] = /^\(\?([dimsux]+)\)/.exec(pattern) ?? ['', ''];
  return [pattern.slice(start.length), [...letters].reduce((all, letter) => all | inline[letter], set)];
};
const syntaxError = (pattern) => (message, at) =>
  py.throwJava(
    'java.util.regex.PatternSyntaxException',
    `${message}${at === undefined ? '' : ` near index ${at}`}\n${pattern}`,
  );
const messages = [
  [/unterminated group/i, 'Unclosed group'],
  [/unmatched '\)'/i, "Unmatched closing ')'"],
  [/nothing to repeat/i, 'Dangling meta character'],
];
const compiled = (pattern, given) => {
  const fail = syntaxError(pattern);
  const [rest, set] = withInlineFlags(pattern, given);
  const source = set & flags.LITERAL ? escaped(rest) : translated(rest, set, fail);
  try {
    const regex = py.pattern(source, asPython(set));
    return { pattern, set, regex, whole: py.pattern(`(?:${source})\\Z`, asPython(set)) };
  } catch (error) {
    if (!(error instanceof py.reError)) throw error;
    const message = new B.str(error).v;
    return fail(messages.find(([form]) => form.test(message))?.[1] ?? message);
  }
};
const patternOf = (pattern, set = 0) => Object.assign(new Pattern(), compiled(pattern, set));
const given = (pattern, name) => (pattern instanceof Pattern ? pattern : patternOf(py.textOf(pattern, name)));
py.javaRegex = (pattern, name) => given(pattern, name).regex;

/**
 * Splits a text as Java does: without an empty string before a match of width zero, and by default without empty
 * strings at the end.
 */
const split = (regex, text, limit) => {
  const parts = [];
  let at = 0;
  for (const found of py.findAll(regex, text, 0, false)) {
    if (limit > 0 && parts.length === limit - 1) break;
    const end = found.index + found[0].length;
    if (end === 0 || (found[0] === '' && found.index === text.length)) continue;
    parts.push(text.slice(at, found.index));
    at = end;
  }
  parts.push(text.slice(at));
  while (limit === 0 && parts.length > 1 && parts.at(-1) === '') parts.pop();
  return new B.list((limit === 0 && parts.length === 1 && at > 0 && parts[0] === '' ? [] : parts).map(py.text));
};
const Pattern = py.defineClass('java.util.regex.Pattern', {
  slots: py.javaShown(({ pattern }) => pattern),
  methods: {
    flags: [[], ({ set }) => py.number(set)],
    matcher: [['text'], (pattern, text) => py.javaMatcher(pattern, text)],
    pattern: [[], ({ pattern }) => py.text(pattern)],
    split: [
      ['text', 'limit?'],
      ({ regex }, text, limit) => split(regex, py.textOf(text, 'split'), limit === undefined ? 0 : Number(limit.v)),
    ],
    toString: [[], ({ pattern }) => py.text(pattern)],
  },
});
py.offer(Pattern, {
  ...Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, py.number(value)])),
  compile: [
    ['pattern', 'flags?'],
    (pattern, set) => patternOf(py.textOf(pattern, 'compile'), set === undefined ? 0 : py.wholeOf(set, 'compile')),
  ],
  matches: [
    ['pattern', 'text'],
    (pattern, text) => {
      const { whole } = given(pattern, 'matches');
      return py.bool(py.find(whole, py.textOf(text, 'matches'), 0, true) !== null);
    },
  ],
  quote: [['text'], (text) => py.text(`\\Q${py.textOf(text, 'quote').replaceAll('\\E', '\\E\\\\E\\Q')}\\E`)],
});
py.javaPatterns = { Pattern, given, split };
py.loadFile('java/texts/matcher');
py.modules['java.util.regex'] = () => ({ Matcher: py.javaPatterns.Matcher, Pattern });
