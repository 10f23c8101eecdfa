/** functools, and what Python 2 has in itertools and collections beyond Python 3. */
const B = Sk.builtin;

const Partial = py.defineClass('functools.partial', {
  slots: {
    tp$call(args, named) {
      return Sk.misceval.callsimOrSuspendArray(
        this.callable,
        [...this.before, ...args],
        [...this.named, ...(named ?? [])],
      );
    },
  },
});

const partial = ([callable, ...before], named) =>
  Object.assign(new Partial(), { callable, before, named: Object.entries(named).flat() });

const Key = (compare) =>
  py.defineClass('functools.K', {
    slots: {
      tp$richcompare(other, op) {
        const order = Number(py.call(compare, this.value, other.value).v);
        return { Lt: order < 0, LtE: order <= 0, Eq: order === 0, NotEq: order !== 0, Gt: order > 0, GtE: order >= 0 }[
          op
        ];
      },
    },
  });

const keyOf = (compare) => {
  const Made = Key(compare);
  return py.define('key', ['value'], (value) => Object.assign(new Made(), { value }));
};

const copied = ['__name__', '__doc__', '__module__'];
const dressed = (wrapper, wrapped) => {
  for (const name of copied) {
    const value = Sk.abstr.gattr(wrapped, py.text(name), false);
    if (wrapper instanceof B.func && name === '__name__') wrapper.$name = value.v;
  }
  return wrapper;
};

py.modules.functools = () => ({
  partial: py.defineOpen('partial', partial),
  reduce: Sk.builtins.reduce,
  cmp_to_key: py.define('cmp_to_key', ['mycmp'], keyOf),
  wraps: py.define('wraps', ['wrapped', 'assigned?', 'updated?'], (wrapped) =>
    py.define('decorate', ['wrapper'], (wrapper) => dressed(wrapper, wrapped)),
  ),
});

const lazily = (name, next) => py.defineOpen(name, (args) => Sk.abstr.iter(new B.list(next(args))));
const rows = (iterables) => {
  const lists = iterables.map(py.items);
  const length = Math.min(...lists.map((list) => list.length));
  return Array.from({ length: lists.length ? length : 0 }, (_, at) => lists.map((list) => list[at]));
};
const keeps = (test, item, wanted) => Sk.misceval.isTrue(py.isNone(test) ? item : py.call(test, item)) === wanted;

py.additions.itertools = (has) => ({
  izip: lazily('izip', (args) => rows(args).map((row) => new B.tuple(row))),
  imap: lazily('imap', ([does, ...lists]) =>
    rows(lists).map((row) => (py.isNone(does) ? new B.tuple(row) : py.call(does, ...row))),
  ),
  ifilter: lazily('ifilter', ([test, list]) => py.items(list).filter((item) => keeps(test, item, true))),
  ifilterfalse: lazily('ifilterfalse', ([test, list]) => py.items(list).filter((item) => keeps(test, item, false))),
  izip_longest: has.zip_longest,
});
