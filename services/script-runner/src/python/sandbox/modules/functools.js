/** The module functools, and the functions of itertools and collections that Python 3 has removed. */
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

const assigned = ['__module__', '__name__', '__doc__'];
const updated = ['__dict__'];
const namesOf = (given, usual) => (py.isNone(given) ? usual.map(py.text) : py.items(given));
const update = (wrapper, wrapped, names, dicts) => {
  for (const name of namesOf(names, assigned)) wrapper.tp$setattr(name, Sk.abstr.gattr(wrapped, name, false));
  for (const name of namesOf(dicts, updated)) {
    const more = wrapped.tp$getattr(name);
    if (more !== undefined) py.call(Sk.abstr.gattr(Sk.abstr.gattr(wrapper, name, false), py.text('update')), more);
  }
  return wrapper;
};
const options = ['assigned?', 'updated?'];

py.modules.functools = () => ({
  partial: py.defineOpen('partial', partial),
  reduce: Sk.builtins.reduce,
  cmp_to_key: py.define('cmp_to_key', ['mycmp'], keyOf),
  WRAPPER_ASSIGNMENTS: new B.tuple(assigned.map(py.text)),
  WRAPPER_UPDATES: new B.tuple(updated.map(py.text)),
  update_wrapper: py.define('update_wrapper', ['wrapper', 'wrapped', ...options], update),
  wraps: py.define('wraps', ['wrapped', ...options], (wrapped, names, dicts) =>
    py.define('decorate', ['wrapper'], (wrapper) => update(wrapper, wrapped, names, dicts)),
  ),
});

py.additions.collections = () => {
  py.loadFile('standard/abstract');
  return py.abstractClasses;
};

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
