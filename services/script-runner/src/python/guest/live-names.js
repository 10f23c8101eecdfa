/** `globals()`, and `locals()` outside of functions: what is written into them are names, which plugins put out that way. */
const B = Sk.builtin;

const Names = Sk.abstr.buildNativeClass('dict', {
  constructor: function Names(names) {
    const items = Object.entries(names).flatMap(([name, value]) => [py.text(Sk.unfixReserved(name)), value]);
    B.dict.call(this, items);
    this.names = names;
  },
  base: B.dict,
  slots: {},
});

/** What skulpt's dicts do for every way to write, and to take away. */
const { set$item: put, pop$item: pop } = B.dict.prototype;
const nameOf = (key) => (py.isText(key) ? Sk.fixReserved(key.v) : undefined);
Object.assign(Names.prototype, {
  set$item(key, value) {
    const name = nameOf(key);
    if (this.names !== undefined && name !== undefined)
      Object.defineProperty(this.names, name, { value, writable: true, enumerable: true, configurable: true });
    return put.call(this, key, value);
  },
  pop$item(key) {
    const name = nameOf(key);
    if (name !== undefined) delete this.names[name];
    return pop.call(this, key);
  },
});

B.globals = () => new Names(Sk.globals);
Sk.builtins.globals = py.define('globals', [], () => B.globals());
/** In code of a module: its own names, whoever calls it (see py.withCaught). */
Sk.$globalsIn = (names) =>
  Object.hasOwn(names, 'globals') ? names.globals : py.define('globals', [], () => new Names(names));
