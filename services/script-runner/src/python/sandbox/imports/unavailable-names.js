/**
 * The value of an import that found no module: its use raises the same ImportError. A plugin may import in a shared
 * module a library that only one of its types needs; the others continue.
 */
const B = Sk.builtin;

const raiseUnavailable = ({ words }) => py.raise('ImportError', words);
const raisingMethods = [
  'tp$call',
  'tp$iter',
  'tp$setattr',
  'mp$subscript',
  'mp$ass_subscript',
  'sq$length',
  'sq$contains',
];

const Unavailable = Sk.abstr.buildNativeClass('module', {
  constructor: function Unavailable() {
    B.module.call(this);
  },
  base: B.module,
  slots: {
    tp$getattr(name, canSuspend) {
      if (this.parts.has(name.v)) return this.parts.get(name.v);
      const own = name.v.startsWith('__') ? B.module.prototype.tp$getattr.call(this, name, canSuspend) : undefined;
      return own ?? raiseUnavailable(this);
    },
    ...Object.fromEntries(
      raisingMethods.map((slot) => [
        slot,
        function refuse() {
          raiseUnavailable(this);
        },
      ]),
    ),
    $r() {
      return py.text('<module that is not there>');
    },
  },
});
py.isAbsent = (value) => value instanceof Unavailable;

const createUnavailable = (words, [first, ...below]) =>
  Object.assign(new Unavailable(), {
    $d: { __doc__: py.none },
    words,
    parts: new Map(first === undefined ? [] : [[first, createUnavailable(words, below)]]),
  });
/**
 * The replacement for a missing module; `below` are the parts of its path that the import names too. Throws other
 * errors.
 */
py.absentOf = (thrown, below = []) => {
  if (!py.isRefusal(thrown)) throw thrown;
  return createUnavailable(new B.str(thrown).v, below);
};

const buildClass = Sk.misceval.buildClass;
Sk.misceval.buildClass = (globals, body, name, bases, cell) => {
  const lacking = bases.find(py.isAbsent);
  return lacking === undefined ? buildClass(globals, body, name, bases, cell) : raiseUnavailable(lacking);
};
/** By which `except` finds its handler: nothing is an object of a class that is not there. */
const { isinstance } = B;
B.isinstance = (value, type) => (py.isAbsent(type) ? B.bool.false$ : isinstance(value, type));
