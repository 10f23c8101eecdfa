/** Attributes of functions and methods in Python 2. */
const B = Sk.builtin;

const property = (type, name, $get, $set) =>
  Object.defineProperty(type.prototype, Sk.fixReserved(name), {
    value: new B.getset_descriptor(type, { $name: name, $get, $set }),
    writable: true,
    configurable: true,
  });

property(
  B.func,
  '__module__',
  function get() {
    return this.$module;
  },
  function set(value) {
    this.$module = value ?? py.none;
  },
);
const known = (name) => Object.getOwnPropertyDescriptor(B.func.prototype, name).value.d$def;
for (const [name, of] of [
  ['func_name', '__name__'],
  ['func_doc', '__doc__'],
  ['func_dict', '__dict__'],
]) {
  const { $get, $set } = known(of);
  property(B.func, name, $get, $set);
}
const defaultsOf = (func) => (func.$defaults.length > 0 ? new B.tuple(func.$defaults) : py.none);
for (const name of ['__defaults__', 'func_defaults']) {
  property(B.func, name, function get() {
    return defaultsOf(this);
  });
}

for (const [name, of] of [
  ['im_func', 'im_func'],
  ['im_self', 'im_self'],
  ['__func__', 'im_func'],
  ['__self__', 'im_self'],
]) {
  property(B.method, name, function get() {
    return this[of] ?? py.none;
  });
}
/**
 * In skulpt, a class contains plain functions instead of unbound methods, so functions also have the attributes of
 * unbound methods.
 */
property(B.func, 'im_func', function get() {
  return this;
});
