/** java.io and java.net, as far as they only write and read texts. */
const B = Sk.builtin;
py.importModule('java.lang');

const written = (writer, text) => {
  if (writer.target === undefined) writer.text += text;
  else py.call(Sk.abstr.gattr(writer.target, py.text('write')), py.text(text));
};
const textOf = (value) =>
  value instanceof B.int_ ? String.fromCharCode(py.wholeOf(value, 'write')) : new B.str(value).v;
const writing = {
  append: [
    ['text'],
    (writer, text) => {
      written(writer, py.javaText(text));
      return writer;
    },
  ],
  close: [[], () => undefined],
  flush: [[], () => undefined],
  write: [['text'], (writer, text) => written(writer, textOf(text))],
};

const StringWriter = py.defineType('java.io.StringWriter', {
  create: () => Object.assign(new StringWriter(), { text: '' }),
  slots: {
    tp$str() {
      return py.text(this.text);
    },
  },
  methods: {
    ...writing,
    getBuffer: [[], (writer) => py.text(writer.text)],
    toString: [[], (writer) => py.text(writer.text)],
  },
});
const PrintWriter = py.defineType('java.io.PrintWriter', {
  create: ([target]) => {
    if (py.isNone(target) || py.isText(target)) py.refuse('java.io.PrintWriter', 'scripts have no files');
    return Object.assign(new PrintWriter(), { target });
  },
  methods: {
    ...writing,
    print: [['value'], (writer, value) => written(writer, py.javaText(value))],
    println: [['value?'], (writer, value) => written(writer, `${value === undefined ? '' : py.javaText(value)}\n`)],
  },
});
py.modules['java.io'] = () => ({ PrintWriter, StringWriter });

const encoded = (text) =>
  py
    .bytesOf(text, 'encode')
    .map((byte) => {
      const unit = String.fromCharCode(byte);
      if (/[A-Za-z0-9.*_-]/.test(unit)) return unit;
      return unit === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
const nothing = () => py.raise('TypeError', 'this class has no objects');
const URLEncoder = py.defineType('java.net.URLEncoder', {
  create: nothing,
  statics: { encode: [['text', 'charset?'], (text) => py.text(encoded(text))] },
});
const URLDecoder = py.defineType('java.net.URLDecoder', {
  create: nothing,
  statics: {
    decode: [['text', 'charset?'], (text) => py.call(py.importModule('urllib').$d.unquote_plus, text)],
  },
});
py.modules['java.net'] = () => ({ URLDecoder, URLEncoder });
