/** Loggers of SLF4J. They write to the output like those of the module logging. */
const B = Sk.builtin;

const textOf = (value) => new B.str(value).v;

/** Returns the message with each `{}` replaced by the next value, and a remaining exception at the end. */
const filled = ([message, ...values]) => {
  let at = 0;
  const text = textOf(message).replace(/\{\}/g, (mark) => (at < values.length ? textOf(values[at++]) : mark));
  const error = values.slice(at).find((value) => value instanceof B.BaseException);
  if (error === undefined) return text;
  const told = py.describe(error);
  return `${text}\n${told.type}: ${told.message}`;
};

const levels = { trace: 5, debug: 10, info: 20, warn: 30, error: 40 };
const asks = (logger, name, ...args) => py.call(logger.logger.tp$getattr(py.text(name)), ...args);

const Logger = py.defineClass('org.slf4j.Logger', {
  slots: {
    tp$getattr(name) {
      if (Object.hasOwn(levels, name.v)) {
        const level = py.number(levels[name.v]);
        return py.defineOpen(name.v, (args) => void asks(this, 'log', level, py.text('%s'), py.text(filled(args))));
      }
      const level = /^is([A-Z]\w*)Enabled$/.exec(name.v)?.[1].toLowerCase();
      if (level !== undefined && Object.hasOwn(levels, level))
        return py.define(name.v, [], () => asks(this, 'isEnabledFor', py.number(levels[level])));
      return Sk.generic.getAttr.call(this, name);
    },
  },
  methods: { getName: [[], (logger) => logger.name] },
});

/** Returns the logger with this name. */
py.javaLogger = (name) => {
  const { getLogger } = py.importModule('logging').$d;
  return Object.assign(new Logger(), { name, logger: py.call(getLogger, name) });
};

const LoggerFactory = py.defineClass('org.slf4j.LoggerFactory', {});
Object.defineProperty(LoggerFactory.prototype, 'getLogger', {
  value: py.define('getLogger', ['name'], (name) =>
    py.javaLogger(py.isText(name) ? name : py.text(Sk.abstr.typeName(name))),
  ),
});
py.modules['org.slf4j'] = () => ({ Logger, LoggerFactory });
