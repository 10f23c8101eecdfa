/** csv. */
const B = Sk.builtin;
py.loadFile('documents/csv-reader');
const { CsvError, quotings, builtIn, dialectOf, rowReader } = py.csv;

let registered = new Map();
const call = (object, name, ...args) => py.call(Sk.abstr.gattr(object, py.text(name)), ...args);

const Reader = py.defineClass('_csv.reader', {
  slots: {
    tp$iter() {
      return this;
    },
    tp$iternext() {
      const row = this.read();
      return row === undefined ? undefined : new B.list(row);
    },
  },
  getters: { line_num: (reader) => py.number(reader.count) },
  methods: {
    next: [[], (reader) => reader.tp$iternext() ?? stop()],
  },
});
const stop = () => {
  throw new B.StopIteration();
};
const readerOf = (lines, dialect) => {
  const iterator = Sk.abstr.iter(lines);
  const made = Object.assign(new Reader(), { count: 0 });
  made.read = rowReader(dialect, () => {
    const line = iterator.tp$iternext();
    if (line === undefined) return undefined;
    made.count += 1;
    return py.textOf(line, 'reader');
  });
  return made;
};

const isNumber = (value) => value instanceof B.int_ || value instanceof B.float_;
const textOf = (value) => {
  if (py.isNone(value)) return '';
  return value instanceof B.float_ ? Sk.misceval.objectRepr(value) : new B.str(value).v;
};
const fieldOf = (value, { delimiter, quotechar, escapechar, doublequote, lineterminator, quoting }) => {
  const text = textOf(value);
  const special = [delimiter, quotechar, escapechar, '\r', '\n', ...lineterminator].filter((sign) => sign !== null);
  const isSpecial = special.some((sign) => text.includes(sign));
  const isQuoted =
    quoting === quotings.QUOTE_ALL ||
    (quoting === quotings.QUOTE_NONNUMERIC && !isNumber(value)) ||
    (quoting === quotings.QUOTE_MINIMAL && isSpecial);
  if (isQuoted) {
    const inside = doublequote ? quotechar + quotechar : (escapechar ?? '') + quotechar;
    return quotechar + text.replaceAll(quotechar, () => inside) + quotechar;
  }
  if (quoting !== quotings.QUOTE_NONE || !isSpecial) return text;
  if (escapechar === null) throw new CsvError('need to escape, but no escapechar set');
  return [...text].map((unit) => (special.includes(unit) ? escapechar + unit : unit)).join('');
};
const lineOf = (values, dialect) => {
  const fields = values.map((value) => fieldOf(value, dialect));
  const isOneEmpty = fields.length === 1 && fields[0] === '' && dialect.quoting !== quotings.QUOTE_NONE;
  return (isOneEmpty ? dialect.quotechar.repeat(2) : fields.join(dialect.delimiter)) + dialect.lineterminator;
};
const write = (writer, values) => call(writer.file, 'write', py.text(lineOf(values, writer.dialect)));
const Writer = py.defineClass('_csv.writer', {
  methods: {
    writerow: [['row'], (writer, row) => void write(writer, py.items(row))],
    writerows: [['rows'], (writer, rows) => py.items(rows).forEach((row) => void write(writer, py.items(row)))],
  },
});
const writerOf = (file, dialect) => Object.assign(new Writer(), { file, dialect });

const fill = (names, row, { restkey, restval }) => {
  const found = new B.dict([]);
  names.forEach((name, at) => void found.mp$ass_subscript(name, row[at] ?? restval));
  if (row.length > names.length) found.mp$ass_subscript(restkey, new B.list(row.slice(names.length)));
  return found;
};
const DictReader = py.defineType('csv.DictReader', {
  create: ([lines, names, restkey, restval, dialect], named) => {
    const { fieldnames = names, restkey: key = restkey, restval: value = restval, ...rest } = named;
    const made = Object.assign(new DictReader(), { restkey: key ?? py.none, restval: value ?? py.none });
    made.reader = readerOf(lines, dialectOf(dialect, rest, registered));
    made.names = py.isNone(fieldnames) ? undefined : py.items(fieldnames);
    return made;
  },
  slots: {
    tp$iter() {
      return this;
    },
    tp$iternext() {
      if (namesOf(this) === undefined) return undefined;
      let row = this.reader.read();
      while (row?.length === 0) row = this.reader.read();
      return row === undefined ? undefined : fill(this.names, row, this);
    },
  },
  getters: {
    fieldnames: (reader) => (namesOf(reader) === undefined ? py.none : new B.list(reader.names.slice())),
    line_num: (reader) => py.number(reader.reader.count),
  },
  methods: { next: [[], (reader) => reader.tp$iternext() ?? stop()] },
});
const namesOf = (reader) => {
  reader.names ??= reader.reader.read();
  return reader.names;
};

const rowOf = (writer, dict) => {
  const extra = dict
    .$items()
    .filter(([key]) => !writer.names.some((name) => Sk.misceval.richCompareBool(name, key, 'Eq')));
  if (writer.raises && extra.length > 0) {
    const keys = extra.map(([key]) => Sk.misceval.objectRepr(key)).join(', ');
    py.raise('ValueError', `dict contains fields not in fieldnames: ${keys}`);
  }
  return writer.names.map((name) => dict.mp$lookup(name) ?? writer.restval);
};
const DictWriter = py.defineType('csv.DictWriter', {
  create: ([file, names, restval, extras, dialect], named) => {
    const { fieldnames = names, restval: value = restval, extrasaction = extras, ...rest } = named;
    return Object.assign(new DictWriter(), {
      file,
      names: py.items(fieldnames),
      restval: value ?? py.text(''),
      raises: extrasaction?.v !== 'ignore',
      dialect: dialectOf(dialect, rest, registered),
    });
  },
  methods: {
    writeheader: [[], (writer) => void write(writer, writer.names)],
    writerow: [['row'], (writer, row) => void write(writer, rowOf(writer, row))],
    writerows: [['rows'], (writer, rows) => py.items(rows).forEach((row) => void write(writer, rowOf(writer, row)))],
  },
});

const numbers = Object.fromEntries(Object.entries(quotings).map(([name, value]) => [name, py.number(value)]));
const classes = Object.entries(builtIn).map(([name, values]) => {
  const type = py.defineClass(name === 'excel' ? 'csv.excel' : 'csv.excel_tab', {});
  py.offer(type, Object.fromEntries(Object.entries(values).map(([key, value]) => [key, py.toPython(value)])));
  return [name.replace('-', '_'), type];
});
const Dialect = py.defineClass('csv.Dialect', {});

py.modules.csv = () => {
  registered = new Map();
  return {
    ...numbers,
    ...Object.fromEntries(classes),
    Dialect,
    DictReader,
    DictWriter,
    Error: CsvError,
    list_dialects: py.define('list_dialects', [], () =>
      py.toPython([...Object.keys(builtIn).toReversed(), ...registered.keys()]),
    ),
    reader: py.defineOpen('reader', ([lines, dialect], named) =>
      readerOf(lines, dialectOf(dialect, named, registered)),
    ),
    register_dialect: py.defineOpen('register_dialect', ([name, dialect], named) => {
      registered.set(py.textOf(name, 'register_dialect'), dialectOf(dialect, named, registered));
    }),
    writer: py.defineOpen('writer', ([file, dialect], named) => writerOf(file, dialectOf(dialect, named, registered))),
  };
};
