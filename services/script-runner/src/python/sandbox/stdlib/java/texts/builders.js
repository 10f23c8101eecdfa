/** java.lang.StringBuilder and StringBuffer. */
const B = Sk.builtin;

const outside = (message) => py.throwJava('java.lang.StringIndexOutOfBoundsException', message);
const index = (value, name) => py.wholeOf(value, name);
/** Replaces the text from `begin` to `end`, limited to the length of the text. */
const replaced = (builder, begin, end, text) => {
  const { length } = builder.text;
  const to = Math.min(end, length);
  if (begin < 0 || begin > to) outside(`start ${begin}, end ${end}, length ${length}`);
  builder.text = builder.text.slice(0, begin) + text + builder.text.slice(to);
  return builder;
};
const unitAt = ({ text }, value, name) => {
  const at = index(value, name);
  if (at < 0 || at >= text.length) outside(`index ${at}, length ${text.length}`);
  return at;
};
const part = ({ text }, begin, end) => {
  const from = index(begin, 'substring');
  const to = end === undefined ? text.length : index(end, 'substring');
  if (from < 0 || to > text.length || from > to) outside(`start ${from}, end ${to}, length ${text.length}`);
  return py.text(text.slice(from, to));
};
const appended = (builder, value, begin, end) => {
  const text = py.javaText(value);
  builder.text += begin === undefined ? text : text.slice(index(begin, 'append'), index(end, 'append'));
  return builder;
};
const maxLength = 10_000_000;
const resized = (builder, length) => {
  const size = index(length, 'setLength');
  if (size < 0) outside(`String index out of range: ${size}`);
  if (size > maxLength) py.throwJava('java.lang.OutOfMemoryError', `setLength: at most ${maxLength} characters`);
  builder.text = builder.text.slice(0, size).padEnd(size, '\0');
};
const methods = {
  append: [['value', 'begin?', 'end?'], appended],
  capacity: [[], ({ text }) => py.number(text.length + 16)],
  charAt: [['index'], (builder, at) => py.text(builder.text[unitAt(builder, at, 'charAt')])],
  delete: [
    ['begin', 'end'],
    (builder, begin, end) => replaced(builder, index(begin, 'delete'), index(end, 'delete'), ''),
  ],
  deleteCharAt: [
    ['index'],
    (builder, value) => {
      const at = unitAt(builder, value, 'deleteCharAt');
      return replaced(builder, at, at + 1, '');
    },
  ],
  indexOf: [['text', 'from?'], ({ text }, wanted, from) => py.number(text.indexOf(wanted.v, Number(from?.v ?? 0)))],
  insert: [
    ['offset', 'value'],
    (builder, offset, value) => {
      const at = index(offset, 'insert');
      if (at < 0 || at > builder.text.length) outside(`offset ${at}, length ${builder.text.length}`);
      return replaced(builder, at, at, py.javaText(value));
    },
  ],
  isEmpty: [[], ({ text }) => py.bool(text === '')],
  lastIndexOf: [['text'], ({ text }, wanted) => py.number(text.lastIndexOf(py.textOf(wanted, 'lastIndexOf')))],
  length: [[], ({ text }) => py.number(text.length)],
  replace: [
    ['begin', 'end', 'text'],
    (builder, begin, end, text) =>
      replaced(builder, index(begin, 'replace'), index(end, 'replace'), py.textOf(text, 'replace')),
  ],
  reverse: [[], (builder) => Object.assign(builder, { text: [...builder.text].toReversed().join('') })],
  setCharAt: [
    ['index', 'unit'],
    (builder, value, unit) => {
      const at = unitAt(builder, value, 'setCharAt');
      replaced(builder, at, at + 1, py.textOf(unit, 'setCharAt'));
    },
  ],
  setLength: [['length'], resized],
  substring: [['begin', 'end?'], part],
  toString: [[], ({ text }) => py.text(text)],
};
const builder = (name) => {
  const type = py.defineType(`java.lang.${name}`, {
    create: ([given]) => {
      const isSize = given === undefined || given instanceof B.int_;
      return Object.assign(new type(), { text: isSize ? '' : new B.str(given).v });
    },
    slots: py.javaShown(({ text }) => text),
    methods,
  });
  return type;
};
py.javaBuilders = { StringBuffer: builder('StringBuffer'), StringBuilder: builder('StringBuilder') };
