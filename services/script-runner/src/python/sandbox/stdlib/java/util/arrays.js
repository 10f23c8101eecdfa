/** java.util.Arrays. Arrays are lists. */
const B = Sk.builtin;
const { ArrayList, same } = py.javaCollections;

const maxCopied = 1_000_000;
const resized = (items, length) => {
  if (length < 0 || length > maxCopied) py.throwJava('java.lang.NegativeArraySizeException', String(length));
  return new B.list(Array.from({ length }, (_, index) => items[index] ?? py.none));
};
const Arrays = py.defineType('java.util.Arrays', {
  create: () => py.raise('TypeError', 'java.util.Arrays has no objects'),
  statics: {
    asList: py.defineOpen(
      'asList',
      (args) => new ArrayList(args.length === 1 && args[0] instanceof B.list ? args[0].v.slice() : args.slice()),
    ),
    copyOf: [['items', 'length'], (items, length) => resized(py.items(items), py.wholeOf(length, 'copyOf'))],
    copyOfRange: [
      ['items', 'from', 'to'],
      (items, from, to) => {
        const begin = py.wholeOf(from, 'copyOfRange');
        return resized(py.items(items).slice(begin), py.wholeOf(to, 'copyOfRange') - begin);
      },
    ],
    equals: [['one', 'other'], (a, b) => py.bool(same(new B.list(py.items(a)), new B.list(py.items(b))))],
    fill: [['items', 'item'], (items, item) => void items.v.fill(item)],
    sort: [['items'], (items) => void py.call(Sk.abstr.gattr(items, py.text('sort')))],
    toString: [['items'], (items) => py.text(`[${py.items(items).map(py.javaText).join(', ')}]`)],
  },
});
Object.assign(py.javaCollections, { Arrays });
