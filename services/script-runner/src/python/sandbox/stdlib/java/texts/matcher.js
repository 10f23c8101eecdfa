/** java.util.regex.Matcher, and string methods with a regular expression. */
const { Pattern, given, split } = py.javaPatterns;

const illegal = (message) => py.throwJava('java.lang.IllegalArgumentException', message);
const foundOf = ({ found }) => found ?? py.throwJava('java.lang.IllegalStateException', 'No match found');
/** Returns the key of a group in a match: its number or its name. */
const keyOf = (found, group, name) => {
  if (group === undefined) return 0;
  if (py.isText(group)) {
    if (!Object.hasOwn(found.groups ?? {}, group.v)) illegal(`No group with name <${group.v}>`);
    return group.v;
  }
  const number = py.wholeOf(group, name);
  if (number < 0 || number >= found.length) py.throwJava('java.lang.IndexOutOfBoundsException', `No group ${number}`);
  return number;
};
const textIn = (found, key) => (typeof key === 'string' ? found.groups[key] : found[key]);
const spanIn = ({ indices }, key) => (typeof key === 'string' ? indices.groups[key] : indices[key]) ?? [-1, -1];
const edge = (name, side) => [
  ['group?'],
  (matcher, group) => py.number(spanIn(foundOf(matcher), keyOf(foundOf(matcher), group, name))[side]),
];

/** Expands `$` and digits. The group number takes as many digits as there are groups for, at least one. */
const numbered = (digits, found) => {
  let length = 1;
  while (length < digits.length && Number(digits.slice(0, length + 1)) < found.length) length += 1;
  const number = Number(digits.slice(0, length));
  if (number >= found.length) py.throwJava('java.lang.IndexOutOfBoundsException', `No group ${number}`);
  return (found[number] ?? '') + digits.slice(length);
};
/** Expands `$1`, `${name}` and escapes in a replacement. */
const filled = (template, found) =>
  template.replace(/\\([\s\S]?)|\$(?:\{(\w+)\}|(\d+))?/g, (whole, unit, name, digits) => {
    if (whole[0] === '\\') return unit || illegal('character to be escaped is missing');
    if (digits !== undefined) return numbered(digits, found);
    if (name === undefined) return illegal('Illegal group reference');
    return textIn(found, keyOf(found, py.text(name), 'replace')) ?? '';
  });
const replaced = (regex, text, template, limit) => {
  let done = '';
  let at = 0;
  let count = 0;
  for (const found of py.findAll(regex, text, 0, false)) {
    if (count === limit) break;
    const by = py.isText(template) ? filled(template.v, found) : py.javaText(py.call(template, matchOf(found, text)));
    done += text.slice(at, found.index) + by;
    at = found.index + found[0].length;
    count += 1;
  }
  return py.text(done + text.slice(at));
};
const matchOf = (found, text) => Object.assign(new Matcher(), { found, text, at: 0, appended: 0 });

const findNext = (matcher) => {
  const { pattern, text, at } = matcher;
  matcher.found = at > text.length ? null : py.find(pattern.regex, text, at, false);
  if (matcher.found !== null) {
    const end = matcher.found.index + matcher.found[0].length;
    matcher.at = matcher.found[0] === '' ? end + 1 : end;
  }
  return py.bool(matcher.found !== null);
};
const find = (matcher, from) => {
  if (from !== undefined) {
    const at = py.wholeOf(from, 'find');
    if (at < 0 || at > matcher.text.length) py.throwJava('java.lang.IndexOutOfBoundsException', 'Illegal start index');
    Object.assign(matcher, { at, appended: 0 });
  }
  return findNext(matcher);
};
const tried = (kind) => [
  [],
  (matcher) => {
    matcher.found = py.find(matcher.pattern[kind], matcher.text, 0, true);
    if (matcher.found !== null) matcher.at = matcher.found[0].length;
    return py.bool(matcher.found !== null);
  },
];
const append = (builder, text) => py.call(Sk.abstr.gattr(builder, py.text('append')), py.text(text));
const Matcher = py.defineClass('java.util.regex.Matcher', {
  methods: {
    appendReplacement: [
      ['builder', 'template'],
      (matcher, builder, template) => {
        const found = foundOf(matcher);
        append(builder, matcher.text.slice(matcher.appended, found.index) + filled(template.v, found));
        matcher.appended = found.index + found[0].length;
        return matcher;
      },
    ],
    appendTail: [
      ['builder'],
      (matcher, builder) => {
        append(builder, matcher.text.slice(matcher.appended));
        return builder;
      },
    ],
    end: edge('end', 1),
    find: [['from?'], find],
    group: [
      ['group?'],
      (matcher, group) => {
        const text = textIn(foundOf(matcher), keyOf(foundOf(matcher), group, 'group'));
        return text === undefined ? undefined : py.text(text);
      },
    ],
    groupCount: [[], ({ pattern, found }) => py.number(pattern?.regex.groups ?? found.length - 1)],
    lookingAt: tried('regex'),
    matches: tried('whole'),
    pattern: [[], ({ pattern }) => pattern],
    replaceAll: [['template'], ({ pattern, text }, template) => replaced(pattern.regex, text, template)],
    replaceFirst: [['template'], ({ pattern, text }, template) => replaced(pattern.regex, text, template, 1)],
    reset: [
      ['text?'],
      (matcher, text) =>
        Object.assign(matcher, { found: null, at: 0, appended: 0, text: text === undefined ? matcher.text : text.v }),
    ],
    start: edge('start', 0),
    toMatchResult: [[], (matcher) => matchOf(foundOf(matcher), matcher.text)],
  },
});
py.offer(Matcher, {
  quoteReplacement: [['text'], (text) => py.text(py.textOf(text, 'quoteReplacement').replace(/[\\$]/g, '\\$&'))],
});
py.javaMatcher = (pattern, text) =>
  Object.assign(new Matcher(), { pattern, text: new Sk.builtin.str(text).v, found: null, at: 0, appended: 0 });
py.javaPatterns = { Pattern, Matcher, given, replaced, split };
