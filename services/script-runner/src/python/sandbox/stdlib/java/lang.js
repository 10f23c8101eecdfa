/** java.lang: strings and numbers are those of Python, with additional methods of Java. */
const B = Sk.builtin;

const isWhole = (value) => value instanceof B.int_ && !(value instanceof B.bool);
const textIn = (value) => new B.str(value).v;
const at = (value, name) => py.wholeOf(value, name);

/** Throws an exception of Java by the name of its class. */
py.throwJava = (path, message) => {
  const type = py.standIn(path);
  throw message === undefined ? new type() : new type(message);
};
/** Returns the slots `str` and `repr`: both call `toString`, as in Jython. */
py.javaShown = (textOf) => ({
  tp$str() {
    return py.text(textOf(this));
  },
  $r() {
    return py.text(textOf(this));
  },
});
/** Returns the bytes of a string, or of numbers from -128 to 255. */
py.javaBytesOf = (value, name) =>
  py.isText(value) ? py.bytesOf(value, name) : py.items(value).map((byte) => at(byte, name) & 255);
/** Returns bytes as Jython does: an array of signed numbers. */
py.javaByteArray = (bytes) =>
  py.call(
    py.importModule('array').$d.array,
    py.text('b'),
    new B.list(bytes.map((byte) => new B.int_((byte << 24) >> 24))),
  );

py.loadFile('java/texts/strings');
const { javaText, JavaString } = py;

const numberError = py.standIn('java.lang.NumberFormatException');
/** Parses an integer of `bits` bits by Java's rules. */
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

py.javaInt = whole;
py.javaRead = (text, bits) => whole(readWhole(text, bits));
/** Returns the exact value of a Python integer or BigInteger. */
py.javaWhole = (value, name) => {
  if (value instanceof B.int_) return BigInt(value.v);
  if (typeof value.value === 'bigint') return value.value;
  return py.raise('TypeError', `${name}() expects an integer, not ${Sk.abstr.typeName(value)}`);
};
const inBase = (bits, base) => [
  ['value'],
  (value) => py.text(BigInt.asUintN(bits, py.javaWhole(value, 'toString')).toString(base)),
];
const ordered = (a, b) => (a < b ? -1 : Number(a > b));
const ofTwo = (name, work) => [['one', 'other'], (a, b) => whole(work(py.javaWhole(a, name), py.javaWhole(b, name)))];

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
      [name === 'Integer' ? 'parseInt' : `parse${name}`]: [['text', 'radix?'], read],
      bitCount: [
        ['value'],
        (value) =>
          py.number(BigInt.asUintN(bits, py.javaWhole(value, 'bitCount')).toString(2).replaceAll('0', '').length),
      ],
      compare: ofTwo('compare', (a, b) => BigInt(ordered(a, b))),
      max: ofTwo('max', (a, b) => (a > b ? a : b)),
      min: ofTwo('min', (a, b) => (a < b ? a : b)),
      signum: [['value'], (value) => py.number(ordered(py.javaWhole(value, 'signum'), 0n))],
      sum: ofTwo('sum', (a, b) => BigInt.asIntN(bits, a + b)),
      toBinaryString: inBase(bits, 2),
      toHexString: inBase(bits, 16),
      toOctalString: inBase(bits, 8),
      toString: [
        ['value', 'radix?'],
        (value, radix) =>
          py.text(
            radix === undefined ? textIn(value) : py.javaWhole(value, 'toString').toString(at(radix, 'toString')),
          ),
      ],
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
/** The system properties of a run: fixed values, and those that the script has set. */
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

/** Sleeps for this number of milliseconds, with Java's exception for a negative one. */
py.sleepAsJava = (ms) => {
  if (!(ms >= 0)) throw new (py.standIn('java.lang.IllegalArgumentException'))('timeout value is negative');
  py.pause(ms);
};
const Thread = py.defineType('java.lang.Thread', {
  create: () => py.refuse('java.lang.Thread', 'a script is one thread'),
  statics: { sleep: [['millis', 'nanos?'], (ms) => py.sleepAsJava(at(ms, 'sleep'))] },
});

for (const file of ['java/numbers/numbers', 'java/texts/builders']) py.loadFile(file);
/** Creates a Java class without behavior, from which scripts derive classes. */
py.javaInterface = (name) =>
  Sk.abstr.buildNativeClass(name, { constructor: function Interface() {}, slots: { tp$new: Sk.generic.new } });
const Comparable = py.javaInterface('java.lang.Comparable');
const Runnable = py.javaInterface('java.lang.Runnable');

py.modules['java.lang'] = () => ({
  ...py.throwables,
  ...py.javaBuilders,
  ...py.javaNumbers,
  Boolean: JavaBoolean,
  Byte: wholeType('Byte', 8),
  Comparable,
  Integer: wholeType('Integer', 32),
  Long: wholeType('Long', 64),
  Object: B.object,
  Runnable,
  Short: wholeType('Short', 16),
  String: JavaString,
  System,
  Thread,
});
