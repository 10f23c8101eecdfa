/** Regular expressions: translates Python's syntax to JavaScript, and returns matches in Python's form. */
const B = Sk.builtin;

const flags = {
  I: 2,
  IGNORECASE: 2,
  L: 4,
  LOCALE: 4,
  M: 8,
  MULTILINE: 8,
  S: 16,
  DOTALL: 16,
  U: 32,
  UNICODE: 32,
  X: 64,
  VERBOSE: 64,
};
const letters = { i: 2, l: 4, m: 8, s: 16, u: 32, x: 64 };

const ReError = py.defineError('re.error', B.Exception);
const wrong = (message) => {
  throw new ReError(message);
};

/** Returns the character class `[…]` at `at` and its end. A leading `]` is an ordinary character. */
const classAt = (pattern, at) => {
  let to = at + 1;
  if (pattern[to] === '^') to += 1;
  const head = pattern.slice(at, to);
  const first = to;
  for (; to < pattern.length && (pattern[to] !== ']' || to === first); to += 1) if (pattern[to] === '\\') to += 1;
  if (to >= pattern.length) wrong('unexpected end of regular expression');
  const body = pattern.slice(first, to).replace(/\\[\s\S]|\[|\]/g, (unit) => (unit.length === 1 ? `\\${unit}` : unit));
  return { text: `${head + body}]`, to: to + 1 };
};

// `\\B` matches nowhere in an empty text.
const escapes = {
  '\\B': '(?:(?<=[\\s\\S])|(?=[\\s\\S]))\\B',
  '\\A': '(?<![\\s\\S])',
  '\\Z': '(?![\\s\\S])',
  '\\a': '\\x07',
};

const groupStarts = [
  [/^\(\?P<([A-Za-z_]\w*)>/, (found) => `(?<${found[1]}>`],
  [/^\(\?P=([A-Za-z_]\w*)\)/, (found) => `\\k<${found[1]}>`],
  [/^\(\?#[^)]*\)/, () => ''],
  [/^\(\?[iLmsux]+\)/, () => ''],
  [/^\(\?(?:[:=!]|<=|<!)/, (found) => found[0]],
];

const groupAt = (rest) => {
  for (const [form, written] of groupStarts) {
    const found = form.exec(rest);
    if (found) return { text: written(found), length: found[0].length };
  }
  return wrong(`unsupported group ${rest.slice(0, 4)}`);
};

const plainEnd = '(?=\\n?(?![\\s\\S]))';

/** Translates the unit of a pattern at `at` to JavaScript, and returns its end. */
const unitAt = (pattern, at, set) => {
  const unit = pattern[at];
  if (unit === '\\') {
    const pair = pattern.slice(at, at + 2);
    if (pair.length < 2) wrong('bogus escape (end of line)');
    return { text: escapes[pair] ?? pair, to: at + 2 };
  }
  if (unit === '[') return classAt(pattern, at);
  if (unit === '(' && pattern[at + 1] === '?') {
    const { text, length } = groupAt(pattern.slice(at, at + 200));
    return { text, to: at + length };
  }
  if (unit === '.' && !(set & flags.S)) return { text: '[^\n]', to: at + 1 };
  if (unit === '$' && !(set & flags.M)) return { text: plainEnd, to: at + 1 };
  if (unit === '{' && /^\{,\d+\}/.test(pattern.slice(at, at + 12))) return { text: '{0', to: at + 1 };
  if (set & flags.X && /\s/.test(unit)) return { text: '', to: at + 1 };
  if (set & flags.X && unit === '#') return { text: '', to: pattern.indexOf('\n', at) + 1 || pattern.length + 1 };
  return { text: unit, to: at + 1 };
};

const translated = (pattern, set) => {
  let text = '';
  for (let at = 0; at < pattern.length; ) {
    const unit = unitAt(pattern, at, set);
    text += unit.text;
    at = unit.to;
  }
  return text;
};

const inlineFlags = (pattern) => {
  let set = 0;
  for (const [, named] of pattern.matchAll(/\(\?([iLmsux]+)\)/g))
    for (const letter of named.toLowerCase()) set |= letters[letter];
  return set;
};

const jsFlags = (set) => `d${set & flags.I ? 'i' : ''}${set & flags.M ? 'm' : ''}${set & flags.S ? 's' : ''}`;

const build = (source, set) => {
  try {
    return { seek: new RegExp(source, `g${jsFlags(set)}`), stick: new RegExp(source, `y${jsFlags(set)}`) };
  } catch (error) {
    return wrong(String(error.message).replace(/^Invalid regular expression: .*: /, ''));
  }
};

const parens = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?<([A-Za-z_]\w*)>|\((\?)?|\)/g;
/** Returns the numbers of the named groups, and all groups in the order in which they close. */
const groupsOf = (source) => {
  const numbers = {};
  const closing = [];
  const open = [];
  let count = 0;
  for (const [unit, name, isSpecial] of source.matchAll(parens)) {
    if (unit === ')') closing.push(open.pop());
    if (unit[0] !== '(') continue;
    if (isSpecial === undefined) count += 1;
    open.push(isSpecial === undefined ? count : 0);
    if (name === undefined) continue;
    // JavaScript allows the same name in several alternatives, Python does not.
    const before = Object.hasOwn(numbers, name) ? numbers[name] : null;
    if (before !== null) wrong(`redefinition of group name '${name}' as group ${count}; was group ${before}`);
    numbers[name] = count;
  }
  return { numbers, closing: closing.filter((number) => number > 0) };
};

const made = new Map();
/** Returns a compiled pattern. It is cached in the isolate, since a pattern contains no data of a run. */
py.pattern = (pattern, given) => {
  const key = `${given}/${pattern}`;
  if (made.has(key)) return made.get(key);
  const set = given | inlineFlags(pattern);
  const source = translated(pattern, set);
  const regex = { pattern, set, ...build(source, set) };
  const empty = new RegExp(`${source}|`, jsFlags(set)).exec('');
  regex.groups = empty.length - 1;
  regex.names = Object.keys(empty.groups ?? {});
  Object.assign(regex, groupsOf(source));
  if (made.size < 200) made.set(key, regex);
  return regex;
};

/** Returns the next match from `from` on. With `isHere`, the match must begin there. */
py.find = (regex, text, from, isHere) => {
  const matcher = isHere ? regex.stick : regex.seek;
  matcher.lastIndex = from;
  return matcher.exec(text);
};

/** Yields all matches, as in Python 2.7. With `apart`, an empty match directly after another match is skipped. */
py.findAll = function* findAll(regex, text, from, apart) {
  let end = -1;
  for (let at = from; at <= text.length; ) {
    const found = py.find(regex, text, at, false);
    if (!found) return;
    const to = found.index + found[0].length;
    if (!apart || to > found.index || found.index !== end) yield found;
    end = to;
    at = to > found.index ? to : to + 1;
  }
};

py.reError = ReError;
py.reFlags = flags;
