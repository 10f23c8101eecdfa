/** distutils.version: versions in numeric order. */
const B = Sk.builtin;

const partsOf = (text) =>
  (text.match(/\d+|[a-z]+|[^\da-z.]+/g) ?? []).map((part) => (/^\d/.test(part) ? Number(part) : part));
/** The order of lists in Python 2: numbers before strings, and a shorter list before its extension. */
const order = (left, right) => {
  if (left === right) return 0;
  if (typeof left !== typeof right) return typeof left === 'number' ? -1 : 1;
  return left < right ? -1 : 1;
};
const compare = (left, right) => {
  const at = left.findIndex((part, place) => place >= right.length || order(part, right[place]) !== 0);
  if (at < 0) return left.length - right.length;
  return at >= right.length ? 1 : order(left[at], right[at]);
};
const told = {
  Lt: (sign) => sign < 0,
  LtE: (sign) => sign <= 0,
  Eq: (sign) => sign === 0,
  NotEq: (sign) => sign !== 0,
  Gt: (sign) => sign > 0,
  GtE: (sign) => sign >= 0,
};
const textIn = (value) => (value instanceof LooseVersion ? value.text : new B.str(value).v);
const LooseVersion = py.defineType('distutils.version.LooseVersion', {
  create: ([text]) =>
    Object.assign(new LooseVersion(), { text: py.isNone(text) ? '' : py.textOf(text, 'LooseVersion') }),
  getters: {
    vstring: ({ text }) => py.text(text),
    version: ({ text }) => new B.list(partsOf(text).map((part) => py.toPython(part))),
  },
  slots: {
    tp$richcompare(other, op) {
      return told[op](compare(partsOf(this.text), partsOf(textIn(other))));
    },
    tp$str() {
      return py.text(this.text);
    },
    $r() {
      return py.text(`LooseVersion ('${this.text}')`);
    },
  },
});
py.modules['distutils.version'] = () => ({ LooseVersion });
