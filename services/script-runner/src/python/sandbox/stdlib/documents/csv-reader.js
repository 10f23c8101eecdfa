/** Parses lines of CSV and validates dialects. */
const B = Sk.builtin;

const CsvError = py.defineError('Error', B.Exception);
const quotings = { QUOTE_MINIMAL: 0, QUOTE_ALL: 1, QUOTE_NONNUMERIC: 2, QUOTE_NONE: 3 };
const excel = {
  delimiter: ',',
  quotechar: '"',
  escapechar: null,
  doublequote: true,
  skipinitialspace: false,
  lineterminator: '\r\n',
  quoting: 0,
  strict: false,
};
const tabbed = { ...excel, delimiter: '\t' };
const builtIn = { excel, 'excel-tab': tabbed };

const plain = (value) => {
  if (value === py.none) return null;
  if (py.isText(value)) return value.v;
  return value instanceof B.bool ? Sk.misceval.isTrue(value) : Number(value.v);
};
const oneLong = ['delimiter', 'quotechar', 'escapechar'];
const checked = (dialect) => {
  for (const name of oneLong) {
    if (dialect[name] === null && name !== 'delimiter') continue;
    if (typeof dialect[name] !== 'string' || dialect[name].length !== 1)
      py.raise('TypeError', `"${name}" must be an 1-character string`);
  }
  if (!Object.values(quotings).includes(dialect.quoting)) py.raise('TypeError', 'bad "quoting" value');
  return dialect;
};
/** Returns the attributes of a dialect class. */
const described = (given) =>
  Object.fromEntries(
    Object.keys(excel).flatMap((name) => {
      const value = given.tp$getattr(py.text(name));
      return value === undefined || py.isNone(value) ? [] : [[name, plain(value)]];
    }),
  );
const dialectOf = (given, named, registered) => {
  const { dialect = given, ...rest } = named;
  const base = py.isText(dialect) ? (registered.get(dialect.v) ?? builtIn[dialect.v]) : undefined;
  if (py.isText(dialect) && base === undefined) throw new CsvError('unknown dialect');
  const isClass = dialect !== undefined && !py.isText(dialect) && !py.isNone(dialect);
  const changes = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => {
      if (!Object.hasOwn(excel, name))
        py.raise('TypeError', `'${name}' is an invalid keyword argument for this function`);
      return [name, plain(value)];
    }),
  );
  return checked({ ...excel, ...base, ...(isClass ? described(dialect) : {}), ...changes });
};

/** The state of a row that is parsed character by character; `state` is the position within a field. */
const rowOf = ({ delimiter, quotechar, escapechar, doublequote, skipinitialspace, quoting }) => {
  const row = { fields: [], text: '', state: 'start', wasQuoted: false };
  const hasQuotes = quoting !== quotings.QUOTE_NONE && quotechar !== null;
  const save = () => {
    const isNumber = quoting === quotings.QUOTE_NONNUMERIC && !row.wasQuoted;
    row.fields.push(isNumber ? py.call(B.float_, py.text(row.text)) : py.text(row.text));
    Object.assign(row, { text: '', state: 'start', wasQuoted: false });
  };
  const add = (unit, state) => Object.assign(row, { text: row.text + unit, state });
  const plain = (unit) => {
    if (unit === delimiter) save();
    else if (unit === escapechar) row.state = 'escaped';
    else add(unit, 'plain');
  };
  const states = {
    start(unit) {
      if (hasQuotes && unit === quotechar) Object.assign(row, { state: 'quoted', wasQuoted: true });
      else if (!(unit === ' ' && skipinitialspace)) plain(unit);
    },
    plain,
    quoted(unit) {
      if (unit === escapechar) row.state = 'escapedInQuotes';
      else if (unit === quotechar) row.state = doublequote ? 'afterQuote' : 'plain';
      else add(unit, 'quoted');
    },
    afterQuote(unit) {
      if (unit === quotechar) add(unit, 'quoted');
      else plain(unit);
    },
    escaped: (unit) => add(unit, 'plain'),
    escapedInQuotes: (unit) => add(unit, 'quoted'),
  };
  const take = (text) => {
    for (const unit of text) states[row.state](unit);
  };
  return { row, take, save, goesOn: () => ['quoted', 'escapedInQuotes'].includes(row.state) };
};

/** Returns a function that reads one row from a sequence of lines; it returns undefined at the end. */
const rowReader = (dialect, nextLine) => () => {
  const { row, take, save, goesOn } = rowOf(dialect);
  for (let line = nextLine(); line !== undefined; line = nextLine()) {
    const body = line.replace(/[\r\n]+$/, '');
    if (row.state === 'start' && body === '') return [];
    take(body);
    if (!goesOn()) {
      save();
      return row.fields;
    }
    row.text += line.slice(body.length);
  }
  if (row.state === 'start') return undefined;
  save();
  return row.fields;
};

py.csv = { CsvError, quotings, builtIn, dialectOf, rowReader };
