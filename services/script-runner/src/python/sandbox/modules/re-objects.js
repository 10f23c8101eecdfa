/** The module re: patterns and matches as Python objects. */
const B = Sk.builtin;
const { find, findAll, pattern: compiled, reError: ReError, reFlags: flags } = py;

const orNone = (text) => (text === undefined ? py.none : py.text(text));

const indexOf = (match, group) => {
  if (py.isText(group)) {
    const at = match.found.groups && Object.hasOwn(match.found.groups, group.v) ? group.v : undefined;
    if (at === undefined) throw new B.IndexError('no such group');
    return at;
  }
  const at = group === undefined ? 0 : py.wholeOf(group, 'group');
  if (at < 0 || at >= match.found.length) throw new B.IndexError('no such group');
  return at;
};
const textIn = (match, group) => {
  const at = indexOf(match, group);
  return typeof at === 'string' ? match.found.groups[at] : match.found[at];
};
const spanOf = (match, group) => {
  const at = indexOf(match, group);
  const { indices } = match.found;
  return (typeof at === 'string' ? indices.groups[at] : indices[at]) ?? [-1, -1];
};
/** Returns the last closed group that has matched. */
const lastIndex = ({ found, pattern }) => pattern.regex.closing.findLast((group) => found[group] !== undefined);

const escaped = { n: '\n', t: '\t', r: '\r', '\\': '\\', f: '\f', v: '\v', a: '\x07', b: '\b' };

/** Expands `\1`, `\g<name>` and escapes in a replacement. */
const filled = (template, found) =>
  template.replace(/\\(?:g<([^>]*)>|([0-9]{1,2})|([\s\S]))/g, (whole, name, digits, unit) => {
    if (unit !== undefined) return escaped[unit] ?? whole;
    const at = name ?? digits;
    const value = /^\d+$/.test(at) ? found[Number(at)] : found.groups?.[at];
    const isKnown = /^\d+$/.test(at) ? Number(at) < found.length : Object.hasOwn(found.groups ?? {}, at);
    if (!isKnown) throw new ReError('invalid group reference');
    if (value === undefined) throw new ReError('unmatched group');
    return value;
  });

const group = (match, groups) => {
  if (groups.length < 2) return orNone(textIn(match, groups[0]));
  return new B.tuple(groups.map((one) => orNone(textIn(match, one))));
};
const Match = py.defineClass('re.Match', {
  getters: {
    string: (match) => py.text(match.text),
    re: (match) => match.pattern,
    pos: (match) => py.number(match.from),
    endpos: (match) => py.number(match.text.length),
    lastindex: (match) => py.toPython(lastIndex(match)),
  },
  methods: {
    group: [
      ['a?', 'b?', 'c?', 'd?', 'e?', 'f?', 'g?', 'h?'],
      (match, ...groups) =>
        group(
          match,
          groups.filter((one) => one !== undefined),
        ),
    ],
    groups: [
      ['default?'],
      (match, otherwise) =>
        new B.tuple(match.found.slice(1).map((text) => (text === undefined ? (otherwise ?? py.none) : py.text(text)))),
    ],
    groupdict: [
      ['default?'],
      (match, otherwise) =>
        new B.dict(
          Object.entries(match.found.groups ?? {}).flatMap(([name, text]) => [
            py.text(name),
            text === undefined ? (otherwise ?? py.none) : py.text(text),
          ]),
        ),
    ],
    start: [['group?'], (match, one) => py.number(spanOf(match, one)[0])],
    end: [['group?'], (match, one) => py.number(spanOf(match, one)[1])],
    span: [['group?'], (match, one) => new B.tuple(spanOf(match, one).map(py.number))],
    expand: [['template'], (match, template) => py.text(filled(py.textOf(template, 'expand'), match.found))],
  },
});
const matched = (pattern, text, from, found) =>
  found ? Object.assign(new Match(), { pattern, text, from, found }) : py.none;

const whatOf = ({ regex }, found) => {
  if (regex.groups === 0) return py.text(found[0]);
  const texts = found.slice(1).map((text) => py.text(text ?? ''));
  return regex.groups === 1 ? texts[0] : new B.tuple(texts);
};

const substituted = (pattern, replacement, text, limit) => {
  const given = py.textOf(text, 'sub');
  const by = py.isText(replacement)
    ? (found) => filled(replacement.v, found)
    : (found) => py.textOf(py.call(replacement, matched(pattern, given, 0, found)), 'sub');
  let [done, at, count] = ['', 0, 0];
  for (const found of findAll(pattern.regex, given, 0, true)) {
    if (limit > 0 && count >= limit) break;
    done += given.slice(at, found.index) + by(found);
    at = found.index + found[0].length;
    count += 1;
  }
  return [done + given.slice(at), count];
};

const split = (pattern, text, limit) => {
  const given = py.textOf(text, 'split');
  const parts = [];
  let [at, count] = [0, 0];
  for (const found of findAll(pattern.regex, given, 0, true)) {
    if (found[0] === '') continue;
    if (limit > 0 && count >= limit) break;
    parts.push(py.text(given.slice(at, found.index)), ...found.slice(1).map(orNone));
    at = found.index + found[0].length;
    count += 1;
  }
  return new B.list([...parts, py.text(given.slice(at))]);
};

const number = (value) => (py.isNone(value) ? 0 : py.wholeOf(value, 're'));
const seek = (isHere) => (pattern, text, from, to) => {
  const given = py.textOf(text, isHere ? 'match' : 'search');
  const shown = py.isNone(to) ? given : given.slice(0, number(to));
  const begin = Math.min(Math.max(number(from), 0), shown.length);
  return matched(pattern, shown, begin, find(pattern.regex, shown, begin, isHere));
};
const all = (pattern, text, name, each) =>
  Array.from(findAll(pattern.regex, py.textOf(text, name), 0, false), (found) => each(found, text.v));

const does = {
  match: [['string', 'pos?', 'endpos?'], seek(true)],
  search: [['string', 'pos?', 'endpos?'], seek(false)],
  sub: [
    ['repl', 'string', 'count?'],
    (pattern, by, text, count) => py.text(substituted(pattern, by, text, number(count))[0]),
  ],
  subn: [
    ['repl', 'string', 'count?'],
    (pattern, by, text, count) => {
      const [done, times] = substituted(pattern, by, text, number(count));
      return new B.tuple([py.text(done), py.number(times)]);
    },
  ],
  split: [['string', 'maxsplit?'], (pattern, text, limit) => split(pattern, text, number(limit))],
  findall: [
    ['string'],
    (pattern, text) => new B.list(all(pattern, text, 'findall', (found) => whatOf(pattern, found))),
  ],
  finditer: [
    ['string'],
    (pattern, text) =>
      Sk.abstr.iter(new B.list(all(pattern, text, 'finditer', (found, given) => matched(pattern, given, 0, found)))),
  ],
};

const Pattern = py.defineClass('re.Pattern', {
  getters: {
    pattern: ({ regex }) => py.text(regex.pattern),
    flags: ({ regex }) => py.number(regex.set),
    groups: ({ regex }) => py.number(regex.groups),
    groupindex: ({ regex }) =>
      new B.dict(regex.names.flatMap((name) => [py.text(name), py.number(regex.numbers[name])])),
  },
  methods: does,
});

const patternOf = (pattern, set) => {
  if (pattern instanceof Pattern) return pattern;
  return Object.assign(new Pattern(), { regex: compiled(py.textOf(pattern, 'compile'), number(set)) });
};

const atModule = ([name, [parameters, does]]) => {
  const kept = parameters.filter((one) => one !== 'pos?' && one !== 'endpos?');
  return [
    name,
    py.define(name, ['pattern', ...kept, 'flags?'], (pattern, ...args) => {
      const set = args[kept.length];
      return does(patternOf(pattern, set), ...args.slice(0, kept.length));
    }),
  ];
};

py.modules.re = () => ({
  ...Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, py.number(value)])),
  ...Object.fromEntries(Object.entries(does).map(atModule)),
  compile: py.define('compile', ['pattern', 'flags?'], patternOf),
  escape: py.define('escape', ['pattern'], (text) =>
    py.text(py.textOf(text, 'escape').replace(/[^A-Za-z0-9]/g, '\\$&')),
  ),
  purge: py.define('purge', [], () => undefined),
  error: ReError,
});
