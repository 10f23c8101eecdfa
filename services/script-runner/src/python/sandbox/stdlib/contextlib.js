/** contextlib: context managers from generators, `closing` and `nested`. */
const B = Sk.builtin;
py.loadFile('http/classes');

const isStop = (thrown) => thrown instanceof B.StopIteration;

/** Runs a generator to its next `yield`. Returns undefined at its end. */
const advance = (generator) => generator.tp$iternext(false);

const Context = py.defineClass('GeneratorContextManager', {
  methods: {
    __enter__: [[], ({ generator }) => advance(generator) ?? py.raise('RuntimeError', "generator didn't yield")],
    __exit__: [
      ['type', 'value', 'trace'],
      ({ generator }, type, value) => {
        if (py.isNone(type)) {
          if (advance(generator) !== undefined) py.raise('RuntimeError', "generator didn't stop");
          return undefined;
        }
        const raised = py.isNone(value) ? py.call(type) : value;
        const raise = generator.tp$getattr(py.text('throw'));
        // an iterator without `throw` simply ends here
        if (raise === undefined) return py.bool(false);
        try {
          py.call(raise, raised);
        } catch (thrown) {
          if (isStop(thrown)) return py.bool(thrown !== raised);
          // the generator does not handle the exception: the `with` statement raises it itself
          if (thrown === raised) return py.bool(false);
          throw thrown;
        }
        return py.raise('RuntimeError', "generator didn't stop after throw()");
      },
    ],
  },
});

const contextmanager = py.define('contextmanager', ['func'], (made) =>
  py.defineOpen('helper', (args, named) =>
    Object.assign(new Context(), {
      generator: Sk.misceval.callsimArray(made, args, named === undefined ? undefined : Object.entries(named).flat()),
    }),
  ),
);

const Closing = py.defineOpenType('closing', {
  parameters: ['thing'],
  start: (self, thing) => void py.setAttribute(self, 'thing', thing),
  methods: {
    __enter__: [[], (self) => py.attribute(self, 'thing')],
    __exit__: [['type?', 'value?', 'trace?'], (self) => void py.invoke(py.attribute(self, 'thing'), 'close')],
  },
});

/** Enters context managers in order, and exits them in reverse order. */
const Nested = py.defineClass('nested', {
  methods: {
    __enter__: [
      [],
      (self) => {
        self.entered = [];
        const values = [];
        try {
          for (const context of self.contexts) {
            values.push(py.invoke(context, '__enter__'));
            self.entered.push(context);
          }
        } catch (thrown) {
          if (!(thrown instanceof B.BaseException) || !leave(self, thrown)) throw thrown;
        }
        return new B.tuple(values);
      },
    ],
    __exit__: [['type', 'value', 'trace'], (self, _, value) => py.bool(leave(self, py.isNone(value) ? null : value))],
  },
});
/**
 * Exits all entered context managers. Returns whether one of them has handled the exception. Throws the last exception
 * that a context manager raises.
 */
const leave = (self, failure) => {
  let failed = failure;
  for (const context of self.entered.toReversed()) {
    const given = failed === null ? [py.none, py.none] : [failed.ob$type, failed];
    try {
      if (Sk.misceval.isTrue(py.invoke(context, '__exit__', [...given, py.none]))) failed = null;
    } catch (thrown) {
      if (!(thrown instanceof B.BaseException)) throw thrown;
      failed = thrown;
    }
  }
  if (failed !== null && failed !== failure) throw failed;
  return failure !== null && failed === null;
};

py.modules.contextlib = () => ({
  closing: Closing,
  contextmanager,
  nested: py.defineOpen('nested', (contexts) => Object.assign(new Nested(), { contexts, entered: [] })),
});
