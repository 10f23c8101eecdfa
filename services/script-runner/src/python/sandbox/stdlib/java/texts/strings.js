/** java.lang.String, and Java's text of values. */
const B = Sk.builtin;
const textIn = (value) => new B.str(value).v;
const at = (value, name) => py.wholeOf(value, name);

/** A string with the methods of Java and Python. */
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
  const isMany = !py.isText(value) && value.sq$length !== undefined;
  if (!py.isText(value) && !isMany) py.raise('TypeError', 'String() expects a text or bytes');
  const text = isMany ? py.fromBytes(py.javaBytesOf(value, 'String')) : value;
  return text.isBytes$ && !py.isNone(charset) ? py.call(Sk.abstr.gattr(text, py.text('decode')), charset) : text;
};

/** Returns the difference of the first different characters, or of the lengths. */
const compared = (one, other) => {
  const end = Math.min(one.length, other.length);
  for (let index = 0; index < end; index += 1)
    if (one[index] !== other[index]) return one.charCodeAt(index) - other.charCodeAt(index);
  return one.length - other.length;
};
const hashOf = (text) => {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return hash;
};
const patterns = () => {
  py.importModule('java.util.regex');
  return py.javaPatterns;
};
const replacedIn = (text, pattern, by, limit) => {
  const { given, replaced } = patterns();
  return replaced(given(pattern, 'replaceAll').regex, text.v, by, limit);
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
  getBytes: [
    ['charset?'],
    (text, charset) =>
      py.isNone(charset)
        ? py.fromBytes(py.bytesOf(text, 'getBytes'))
        : py.call(Sk.abstr.gattr(text, py.text('encode')), charset),
  ],
  compareTo: [['other'], ({ v }, other) => py.number(compared(v, py.textOf(other, 'compareTo')))],
  compareToIgnoreCase: [
    ['other'],
    ({ v }, other) => py.number(compared(v.toLowerCase(), py.textOf(other, 'compareToIgnoreCase').toLowerCase())),
  ],
  hashCode: [[], ({ v }) => py.number(hashOf(v))],
  isBlank: [[], ({ v }) => py.bool(v.trim() === '')],
  matches: [['pattern'], (text, pattern) => py.call(patterns().Pattern.prototype.matches, pattern, text)],
  replaceAll: [['pattern', 'by'], (text, pattern, by) => replacedIn(text, pattern, by)],
  replaceFirst: [['pattern', 'by'], (text, pattern, by) => replacedIn(text, pattern, by, 1)],
};
for (const [name, [parameters, does]] of Object.entries(methods)) py.addMethod(JavaString, name, parameters, does);

/** Formats as Java does: `%s` and similar are as in Python, and `%n` is a line feed. */
const formatted = ([pattern, ...values]) => {
  const text = py.textOf(pattern, 'format').replaceAll('%n', '\n');
  return new B.str(text).nb$remainder(new B.tuple(values));
};
/** Returns a float as Java formats it: with an exponent below 0.001 and from 10,000,000. */
const realText = (value) => {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-3 && size < 1e7)) {
    const text = Object.is(value, -0) ? '-0' : String(value);
    return text.includes('.') ? text : `${text}.0`;
  }
  const [digits, exponent] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
};
const javaText = (value) => {
  if (value === py.none) return 'null';
  if (value instanceof B.float_) return realText(value.v);
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
py.JavaString = JavaString;
