/** java.nio.charset: a charset is represented by its name. */
const B = Sk.builtin;
py.importModule('java.lang');

const names = { utf8: 'UTF-8', usascii: 'US-ASCII', ascii: 'US-ASCII', iso88591: 'ISO-8859-1', latin1: 'ISO-8859-1' };
const Charset = Sk.abstr.buildNativeClass('java.nio.charset.Charset', {
  constructor: function Charset() {},
  base: B.str,
  slots: {
    tp$new: () => py.raise('TypeError', 'java.nio.charset.Charset is made by forName()'),
    tp$init: () => undefined,
  },
});
const charsetOf = (name) => {
  const { $mangled, $savedKeyHash } = py.text(name);
  return Object.assign(Object.create(Charset.prototype), { v: name, $mangled, $savedKeyHash });
};
const known = (text) => {
  const key = text.toLowerCase().replace(/[-_]/g, '');
  return Object.hasOwn(names, key) ? names[key] : undefined;
};
for (const name of ['displayName', 'name', 'toString']) py.addMethod(Charset, name, [], ({ v }) => py.text(v));
py.offer(Charset, {
  defaultCharset: [[], () => charsetOf('UTF-8')],
  forName: [
    ['name'],
    (given) => {
      const text = py.textOf(given, 'forName');
      return charsetOf(known(text) ?? py.throwJava('java.nio.charset.UnsupportedCharsetException', text));
    },
  ],
  isSupported: [['name'], (given) => py.bool(known(py.textOf(given, 'isSupported')) !== undefined)],
});
const StandardCharsets = py.defineType('java.nio.charset.StandardCharsets', {
  create: () => py.raise('TypeError', 'java.nio.charset.StandardCharsets has no objects'),
  statics: { ISO_8859_1: charsetOf('ISO-8859-1'), US_ASCII: charsetOf('US-ASCII'), UTF_8: charsetOf('UTF-8') },
});
py.modules['java.nio.charset'] = () => ({ Charset, StandardCharsets });
