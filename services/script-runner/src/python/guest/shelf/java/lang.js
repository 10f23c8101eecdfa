/** java.lang: texts and numbers are those of Python, with Java's methods where there are any. */
const B = Sk.builtin;

const isWhole = (value) => value instanceof B.int_ && !(value instanceof B.bool);
const textIn = (value) => new B.str(value).v;
const at = (value, name) => py.wholeOf(value, name);

/** A text that also has Java's methods. */
const JavaString = Sk.abstr.buildNativeClass('java.lang.String', {
  constructor: function JavaString() {},
  base: B.str,
  slots: { tp$new: (args) => javaString(contentOf(args)), tp$init: () => undefined },
});
const javaString = (text) => {
  const { $mangled, $savedKeyHash, isBytes$ } = text;
  return Object.assign(Object.create(JavaString.prototype), { v: text.v, $mangled, $savedKeyHash, isBytes$ });
};
const contentOf = ([value, charset]) => {
  if (value === undefined) return py.text('');
  const isMany = value instanceof B.list || value instanceof B.tuple;
  if (!py.isText(value) && !isMany) py.raise('TypeError', 'String() expects a text or bytes');
  const text = isMany ? py.fromBytes(py.items(value).map((byte) => at(byte, 'String') & 255)) : value;
  return text.isBytes$ && !py.isNone(charset) ? py.call(Sk.abstr.gattr(text, py.text('decode')), charset) : text;
};

const methods = {
  length: [[], (text) => py.number(text.v.length)],
  isEmpty: [[], (text) => py.bool(text.v === '')],
  charAt: [['index'], (text, index) => py.text(text.v.charAt(at(index, 'charAt')))],
  concat: [['other'], (text, other) => py.text(text.v + py.textOf(other, 'concat'))],
  contains: [['other'], (text, other) => py.bool(text.v.includes(py.textOf(other, 'contains')))],
  equals: [['other'], (text, other) => py.bool(py.isText(other) && other.v === text.v)],
  equalsIgnoreCase: [
    ['other'],
    (text, other) => py.bool(py.isText(other) && other.v.toLowerCase() === text.v.toLowerCase()),
  ],
  startsWith: [['prefix'], (text, prefix) => py.bool(text.v.startsWith(py.textOf(prefix, 'startsWith')))],
  endsWith: [['suffix'], (text, suffix) => py.bool(text.v.endsWith(py.textOf(suffix, 'endsWith')))],
  indexOf: [['other'], (text, other) => py.number(text.v.indexOf(py.textOf(other, 'indexOf')))],
  lastIndexOf: [['other'], (text, other) => py.number(text.v.lastIndexOf(py.textOf(other, 'lastIndexOf')))],
  substring: [
    ['begin', 'end?'],
    (text, begin, end) =>
      py.text(text.v.slice(at(begin, 'substring'), end === undefined ? undefined : at(end, 'substring'))),
  ],
  toLowerCase: [[], (text) => py.text(text.v.toLowerCase())],
  toUpperCase: [[], (text) => py.text(text.v.toUpperCase())],
  trim: [[], (text) => py.text(text.v.trim())],
  getBytes: [['charset?'], (text) => py.fromBytes(py.bytesOf(text, 'getBytes'))],
};
for (const [name, [parameters, does]] of Object.entries(methods)) py.addMethod(JavaString, name, parameters, does);

/** `%s` and kin are Java's as they are Python's; a line ends with `%n`. */
const formatted = ([pattern, ...values]) => {
  const text = py.textOf(pattern, 'format').replaceAll('%n', '\n');
  return new B.str(text).nb$remainder(new B.tuple(values));
};
const javaText = (value) => {
  if (value === py.none) return 'null';
  return value instanceof B.bool ? textIn(value).toLowerCase() : textIn(value);
};
py.javaText = javaText;
py.offer(JavaString, {
  valueOf: [['value'], (value) => py.text(javaText(value))],
  format: py.defineOpen('format', (args) => formatted(args)),
  join: py.defineOpen('join', ([mark, ...parts]) =>
    py.text((parts.length === 1 && !py.isText(parts[0]) ? py.items(parts[0]) : parts).map(javaText).join(mark.v)),
  ),
});

const numberError = py.standIn('java.lang.NumberFormatException');
/** A whole number of `bits` as Java reads it. */
const readWhole = (text, bits, base = 10) => {
  const digits = text.toLowerCase().replace(/^[+-]/, '');
  const isWell = digits !== '' && [...digits].every((digit) => Number.parseInt(digit, base) >= 0);
  const size =
    isWell && digits.length <= 100
      ? [...digits].reduce((sum, digit) => sum * BigInt(base) + BigInt(Number.parseInt(digit, base)), 0n)
      : undefined;
  const value = size === undefined ? undefined : text.startsWith('-') ? -size : size;
  if (value === undefined || BigInt.asIntN(bits, value) !== value) throw new numberError(`For input string: "${text}"`);
  return value;
};
const whole = (value) => new B.int_(Number.isSafeInteger(Number(value)) ? Number(value) : value);

const wholeType = (name, bits) => {
  const read = (value, base) => {
    if (isWhole(value)) return value;
    return whole(readWhole(py.textOf(value, name), bits, base === undefined ? 10 : at(base, name)));
  };
  const most = 2n ** BigInt(bits - 1);
  return py.defineType(`java.lang.${name}`, {
    create: ([value]) => read(value),
    statics: {
      valueOf: [['value', 'radix?'], read],
      [name === 'Integer' ? 'parseInt' : 'parseLong']: [['text', 'radix?'], read],
      toString: [['value'], (value) => py.text(textIn(value))],
      MAX_VALUE: whole(most - 1n),
      MIN_VALUE: whole(-most),
    },
  });
};

const truthOf = (value) => py.bool(py.isText(value) ? value.v.toLowerCase() === 'true' : Sk.misceval.isTrue(value));
const JavaBoolean = py.defineType('java.lang.Boolean', {
  create: ([value]) => truthOf(value),
  statics: {
    valueOf: [['value'], truthOf],
    parseBoolean: [['text'], truthOf],
    toString: [['value'], (value) => py.text(javaText(value))],
    TRUE: py.bool(true),
    FALSE: py.bool(false),
  },
});

const Stream = py.defineClass('java.io.PrintStream', {
  methods: {
    print: [['value?'], (_, value) => py.write(javaText(value ?? py.text('')))],
    println: [['value?'], (_, value) => py.write(`${javaText(value ?? py.text(''))}\n`)],
    flush: [[], () => undefined],
  },
});
const initial = { 'line.separator': '\n', 'file.separator': '/', 'path.separator': ':' };
/** The properties of a run: a script sees those that it has set itself. */
let properties = { of: undefined, values: new Map() };
const propertiesOfRun = () => {
  if (properties.of !== Sk.sysmodules) properties = { of: Sk.sysmodules, values: new Map(Object.entries(initial)) };
  return properties.values;
};
const propertyOf = (name) => {
  const value = propertiesOfRun().get(py.textOf(name, 'getProperty'));
  return value === undefined ? undefined : py.text(value);
};
const setProperty = (name, value) => {
  const before = propertyOf(name);
  propertiesOfRun().set(name.v, py.textOf(value, 'setProperty'));
  return before;
};
const clearProperty = (name) => {
  const before = propertyOf(name);
  propertiesOfRun().delete(name.v);
  return before;
};
const System = py.defineType('java.lang.System', {
  create: () => py.raise('TypeError', 'java.lang.System has no objects'),
  statics: {
    currentTimeMillis: [[], () => py.number(Date.now())],
    nanoTime: [[], () => py.number(Date.now() * 1e6)],
    lineSeparator: [[], () => py.text('\n')],
    getenv: [['name?'], (name) => (name === undefined ? new B.dict([]) : py.none)],
    getProperty: [['name', 'otherwise?'], (name, otherwise) => propertyOf(name) ?? otherwise],
    setProperty: [['name', 'value'], setProperty],
    clearProperty: [['name'], clearProperty],
    out: new Stream(),
    err: new Stream(),
  },
});

/** Waits so many milliseconds, as a thread of Java's does. */
py.sleepAsJava = (ms) => {
  if (!(ms >= 0)) throw new (py.standIn('java.lang.IllegalArgumentException'))('timeout value is negative');
  py.pause(ms);
};
const Thread = py.defineType('java.lang.Thread', {
  create: () => py.refuse('java.lang.Thread', 'a script is one thread'),
  statics: { sleep: [['millis', 'nanos?'], (ms) => py.sleepAsJava(at(ms, 'sleep'))] },
});

py.modules['java.lang'] = () => ({
  ...py.throwables,
  Boolean: JavaBoolean,
  Integer: wholeType('Integer', 32),
  Long: wholeType('Long', 64),
  Object: B.object,
  String: JavaString,
  System,
  Thread,
});
