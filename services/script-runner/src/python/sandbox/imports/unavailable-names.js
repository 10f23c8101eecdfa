/**
 * The value of an import without a module. Its use raises the same ImportError. A plugin may import a library in a
 * shared module that only one of its types needs; the other types still work.
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
/** Returns the replacement for a missing module; `below` are the further parts of its path. Throws other errors. */
py.absentOf = (thrown, below = []) => {
  if (!py.isRefusal(thrown)) throw thrown;
  return createUnavailable(new B.str(thrown).v, below);
};

const buildClass = Sk.misceval.buildClass;
Sk.misceval.buildClass = (globals, body, name, bases, cell) => {
  const lacking = bases.find(py.isAbsent);
  return lacking === undefined ? buildClass(globals, body, name, bases, cell) : raiseUnavailable(lacking);
};
/** `except` uses `isinstance` to find its handler. No object is an instance of a missing class. */
const { isinstance } = B;
B.isinstance = (value, type) => (py.isAbsent(type) ? B.bool.false$ : isinstance(value, type));
