/** java.util: StringTokenizer, Scanner over a text, and StringJoiner. */
const noElement = (message) => py.throwJava('java.util.NoSuchElementException', message);

const tokensOf = (text, marks, keepsMarks) => {
  const tokens = [];
  let token = '';
  for (const unit of text) {
    if (!marks.includes(unit)) token += unit;
    else {
      tokens.push(token);
      if (keepsMarks) tokens.push(unit);
      token = '';
    }
  }
  return [...tokens, token].filter((one) => one !== '');
};
const hasToken = ({ tokens, next }) => py.bool(next < tokens.length);
const nextToken = (tokenizer) => {
  const { tokens, next } = tokenizer;
  if (next >= tokens.length) noElement();
  tokenizer.next += 1;
  return py.text(tokens[next]);
};
const StringTokenizer = py.defineType('java.util.StringTokenizer', {
  create: ([text, marks, keepsMarks]) => {
    const given = marks === undefined ? ' \t\n\r\f' : py.textOf(marks, 'StringTokenizer');
    const isKept = keepsMarks !== undefined && Sk.misceval.isTrue(keepsMarks);
    const tokens = tokensOf(py.textOf(text, 'StringTokenizer'), given, isKept);
    return Object.assign(new StringTokenizer(), { tokens, next: 0 });
  },
  slots: {
    tp$iter() {
      return this;
    },
    tp$iternext() {
      return this.next < this.tokens.length ? nextToken(this) : undefined;
    },
  },
  methods: {
    countTokens: [[], ({ tokens, next }) => py.number(tokens.length - next)],
    hasMoreElements: [[], hasToken],
    hasMoreTokens: [[], hasToken],
    nextElement: [[], nextToken],
    nextToken: [[], nextToken],
  },
});

/** Finds a pattern from a position. */
const found = (regex, text, from, isHere) => py.find(regex, text, from, isHere);
/**
 * Returns the begin and end of the next token; undefined at the end of the text. A token between two adjacent
 * delimiters is empty.
 */
const spanOf = ({ text, at, delimiter, isBlank }) => {
  const skipped = found(delimiter, text, at, true);
  const begin = at + (skipped?.[0].length ?? 0);
  if (begin >= text.length) return undefined;
  let from = begin;
  let mark = found(delimiter, text, from, false);
  while (mark !== null && mark[0] === '' && from < text.length) {
    from += 1;
    mark = found(delimiter, text, from, false);
  }
  const end = mark === null ? text.length : mark.index;
  return isBlank || end > begin || begin > at ? [begin, end] : undefined;
};
const peeked = (scanner) => {
  const span = spanOf(scanner);
  return span === undefined ? undefined : scanner.text.slice(...span);
};
const forms = {
  Int: [/^[+-]?\d+$/, (text) => py.javaRead(text, 32)],
  Long: [/^[+-]?\d+$/, (text) => py.javaRead(text, 64)],
  Double: [/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/, (text) => new Sk.builtin.float_(Number(text))],
  Boolean: [/^(?:true|false)$/i, (text) => py.bool(text.toLowerCase() === 'true')],
};
const next = (scanner) => {
  const span = spanOf(scanner);
  if (span === undefined) noElement();
  scanner.at = span[1];
  return scanner.text.slice(...span);
};
const typed = Object.entries(forms).flatMap(([name, [form, read]]) => [
  [`hasNext${name}`, [[], (scanner) => py.bool(form.test(peeked(scanner) ?? ''))]],
  [
    `next${name}`,
    [
      [],
      (scanner) => {
        const text = peeked(scanner);
        if (text === undefined) noElement();
        if (!form.test(text)) py.throwJava('java.util.InputMismatchException');
        const value = read(text);
        next(scanner);
        return value;
      },
    ],
  ],
]);
const lineEnd = /\r\n|[\n\r\u0085\u2028\u2029]/g;
const nextLine = (scanner) => {
  const { text, at } = scanner;
  if (at >= text.length) noElement('No line found');
  lineEnd.lastIndex = at;
  const end = lineEnd.exec(text);
  scanner.at = end === null ? text.length : end.index + end[0].length;
  return py.text(text.slice(at, end === null ? undefined : end.index));
};
const delimited = (scanner, pattern) => {
  py.importModule('java.util.regex');
  const delimiter = py.javaRegex(pattern, 'useDelimiter');
  return Object.assign(scanner, { delimiter, isBlank: true });
};
const Scanner = py.defineType('java.util.Scanner', {
  create: ([source]) => {
    const text = py.isText(source) ? source.v : source.source && py.readWhole(source);
    if (text === undefined) py.refuse('java.util.Scanner', 'scripts have no files and no terminal');
    return Object.assign(new Scanner(), { text, at: 0, delimiter: py.pattern('\\s+', 0), isBlank: false });
  },
  slots: {
    tp$iter() {
      return this;
    },
    tp$iternext() {
      return peeked(this) === undefined ? undefined : py.text(next(this));
    },
  },
  methods: {
    ...Object.fromEntries(typed),
    close: [[], () => undefined],
    hasNext: [[], (scanner) => py.bool(peeked(scanner) !== undefined)],
    hasNextLine: [[], ({ text, at }) => py.bool(at < text.length)],
    next: [[], (scanner) => py.text(next(scanner))],
    nextLine: [[], nextLine],
    useDelimiter: [['pattern'], delimited],
  },
});

const joinedText = ({ parts, mark, prefix, suffix, empty }) =>
  parts.length === 0 && empty !== undefined ? empty : prefix + parts.join(mark) + suffix;
const StringJoiner = py.defineType('java.util.StringJoiner', {
  create: ([mark, prefix, suffix]) =>
    Object.assign(new StringJoiner(), {
      parts: [],
      mark: py.textOf(mark, 'StringJoiner'),
      prefix: prefix === undefined ? '' : py.textOf(prefix, 'StringJoiner'),
      suffix: suffix === undefined ? '' : py.textOf(suffix, 'StringJoiner'),
    }),
  slots: py.javaShown(joinedText),
  methods: {
    add: [
      ['text'],
      (joiner, text) => {
        joiner.parts.push(py.javaText(text));
        return joiner;
      },
    ],
    length: [[], (joiner) => py.number(joinedText(joiner).length)],
    setEmptyValue: [['text'], (joiner, text) => Object.assign(joiner, { empty: text.v })],
    toString: [[], (joiner) => py.text(joinedText(joiner))],
  },
});
py.javaScanning = { Scanner, StringJoiner, StringTokenizer };
