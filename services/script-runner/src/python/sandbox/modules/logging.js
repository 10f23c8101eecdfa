/**
 * The module logging, which writes to the output of the script: levels, loggers, formats, and handlers that change
 * them.
 */
const B = Sk.builtin;

const levels = { DEBUG: 10, INFO: 20, WARNING: 30, WARN: 30, ERROR: 40, CRITICAL: 50, FATAL: 50, NOTSET: 0 };
const levelNames = new Map(
  Object.entries(levels)
    .reverse()
    .map(([name, level]) => [level, name]),
);
levelNames.set(30, 'WARNING').set(50, 'CRITICAL');
const nameOf = (level) => levelNames.get(level) ?? `Level ${level}`;
const levelOf = (given) =>
  py.isText(given)
    ? (levels[given.v] ?? py.raise('ValueError', `Unknown level: '${given.v}'`))
    : py.wholeOf(given, 'setLevel');

const plainFormat = '%(levelname)s:%(name)s:%(message)s';
let root;

const Formatter = py.defineClass('logging.Formatter', {});
const Handler = py.defineClass('logging.Handler', {
  methods: {
    setLevel: [['level'], (handler, level) => void Object.assign(handler, { level: levelOf(level) })],
    setFormatter: [['fmt'], (handler, formatter) => void Object.assign(handler, { format: formatter.format })],
    flush: [[], () => undefined],
    close: [[], () => undefined],
  },
});

const above = (logger) => {
  const found = [];
  for (let one = logger; one !== undefined; one = one.isOver === false ? undefined : one.parent) found.push(one);
  return found;
};
const levelFor = (logger) => {
  for (let one = logger; one !== undefined; one = one.parent) if (one.level > 0) return one.level;
  return 0;
};

const fill = (format, values) => new B.str(format).nb$remainder(py.toPython(values)).v;
const recordOf = (logger, level, message, args) => {
  const [only] = args;
  const isNamed = args.length === 1 && only instanceof B.dict;
  const template = new B.str(message);
  const filled = args.length === 0 ? template : template.nb$remainder(isNamed ? only : new B.tuple(args));
  const asctime = `${new Date().toISOString().replace('T', ' ').slice(0, 23).replace('.', ',')}`;
  const place = {
    filename: '<string>',
    module: '<string>',
    funcName: '<module>',
    lineno: 0,
    process: 0,
    threadName: 'MainThread',
  };
  return { ...place, name: logger.title, levelname: nameOf(level), levelno: level, asctime, message: filled.v };
};

const log = (logger, level, [message, ...args], { exc_info: trace } = {}) => {
  if (level < levelFor(logger)) return;
  const record = recordOf(logger, level, message, args);
  const tail = trace !== undefined && Sk.misceval.isTrue(trace) ? `\n${py.caughtText().replace(/\n$/, '')}` : '';
  const handlers = above(logger).flatMap((one) => one.handlers);
  for (const { level: least, format, stream, isNowhere } of handlers.length > 0 ? handlers : [{ level: 0 }]) {
    if (isNowhere || level < least) continue;
    const line = py.text(`${fill(format ?? (handlers.length > 0 ? '%(message)s' : plainFormat), record)}${tail}\n`);
    if (stream === undefined) py.write(line.v);
    else py.call(Sk.abstr.gattr(stream, py.text('write')), line);
  }
};

const saying = { debug: 10, info: 20, warning: 30, warn: 30, error: 40, critical: 50, fatal: 50 };
const Logger = py.defineClass('logging.Logger', {
  slots: {
    tp$getattr(name) {
      const { v: called } = name;
      if (called === 'exception')
        return py.defineOpen(called, (args, named) => log(this, 40, args, { exc_info: B.bool.true$, ...named }));
      if (called === 'log')
        return py.defineOpen(called, ([level, ...args], named) => log(this, levelOf(level), args, named));
      if (Object.hasOwn(saying, called))
        return py.defineOpen(called, (args, named) => log(this, saying[called], args, named));
      return Sk.generic.getAttr.call(this, name);
    },
    tp$setattr(name, value) {
      if (name.v === 'propagate') this.isOver = Sk.misceval.isTrue(value);
      else if (name.v !== 'disabled') py.raise('AttributeError', `a logger has no ${name.v} to set`);
    },
  },
  getters: {
    name: (logger) => py.text(logger.title),
    level: (logger) => py.number(logger.level),
    handlers: (logger) => new B.list(logger.handlers),
  },
  methods: {
    setLevel: [['level'], (logger, level) => void Object.assign(logger, { level: levelOf(level) })],
    getEffectiveLevel: [[], (logger) => py.number(levelFor(logger))],
    isEnabledFor: [['level'], (logger, level) => py.bool(levelOf(level) >= levelFor(logger))],
    addHandler: [
      ['handler'],
      (logger, handler) => void (logger.handlers.includes(handler) || logger.handlers.push(handler)),
    ],
    removeHandler: [
      ['handler'],
      (logger, handler) => void Object.assign(logger, { handlers: logger.handlers.filter((one) => one !== handler) }),
    ],
  },
});

const loggerOf = (title, parent, level) =>
  Object.assign(new Logger(), { title, parent, level, handlers: [], isOver: true });
const handlerOf = (stream, format) =>
  Object.assign(new Handler(), { level: 0, stream: py.isNone(stream) ? undefined : stream, format });

/** A handler without output, for handlers that write to files. */
const nowhere = () => Object.assign(handlerOf(), { isNowhere: true });
const FileHandler = py.defineOpen('FileHandler', nowhere);

const configure = (_, named) => {
  if (named.level !== undefined) root.level = levelOf(named.level);
  if (root.handlers.length > 0) return;
  const format = py.isNone(named.format) ? plainFormat : py.textOf(named.format, 'basicConfig');
  root.handlers.push(py.isNone(named.filename) ? handlerOf(named.stream, format) : nowhere());
};

const getLogger = (known) => (name) => {
  if (py.isNone(name) || name.v === '' || name.v === 'root') return root;
  const title = py.textOf(name, 'getLogger');
  if (!known.has(title)) {
    const over = title.includes('.') ? known.get(title.slice(0, title.lastIndexOf('.'))) : undefined;
    known.set(title, loggerOf(title, over ?? root, 0));
  }
  return known.get(title);
};

py.modules.logging = () => {
  root = loggerOf('root', undefined, 30);
  const direct = [...Object.keys(saying), 'exception', 'log'].map((name) => [name, root.tp$getattr(py.text(name))]);
  const numbers = Object.entries(levels).map(([name, level]) => [name, py.number(level)]);
  return {
    ...Object.fromEntries([...direct, ...numbers]),
    getLogger: py.define('getLogger', ['name?'], getLogger(new Map())),
    basicConfig: py.defineOpen('basicConfig', configure),
    getLevelName: py.define('getLevelName', ['level'], (level) => py.text(nameOf(levelOf(level)))),
    disable: py.define('disable', ['level'], () => undefined),
    Formatter: py.define('Formatter', ['fmt?', 'datefmt?'], (format) =>
      Object.assign(new Formatter(), { format: py.isNone(format) ? '%(message)s' : py.textOf(format, 'Formatter') }),
    ),
    StreamHandler: py.define('StreamHandler', ['stream?'], (stream) => handlerOf(stream)),
    FileHandler,
    NullHandler: py.define('NullHandler', [], nowhere),
  };
};
const fileHandlers = ['RotatingFileHandler', 'TimedRotatingFileHandler', 'WatchedFileHandler', 'SysLogHandler'];
py.modules['logging.handlers'] = () =>
  Object.fromEntries(fileHandlers.map((name) => [name, py.defineOpen(name, nowhere)]));
