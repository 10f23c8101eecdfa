/** The module string: letters, digits, Template, and functions that are also string methods. */
const B = Sk.builtin;

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const constants = {
  ascii_lowercase: lower,
  ascii_uppercase: upper,
  ascii_letters: lower + upper,
  lowercase: lower,
  uppercase: upper,
  letters: lower + upper,
  digits: '0123456789',
  hexdigits: '0123456789abcdefABCDEF',
  octdigits: '01234567',
  punctuation,
  whitespace: '\t\n\x0b\x0c\r ',
  printable: `0123456789${lower}${upper}${punctuation} \t\n\r\x0b\x0c`,
};

const methods = [
  'upper',
  'lower',
  'strip',
  'lstrip',
  'rstrip',
  'split',
  'replace',
  'find',
  'rfind',
  'count',
  'capitalize',
  'zfill',
  'ljust',
  'rjust',
  'center',
  'swapcase',
  'index',
  'expandtabs',
  'rsplit',
];
const viaMethod = (name) =>
  py.defineOpen(name, ([text, ...args]) => py.call(Sk.abstr.gattr(text, py.text(name)), ...args));
const joined = py.define('join', ['words', 'sep?'], (words, separator) =>
  py.text(
    py
      .items(words)
      .map((word) => py.textOf(word, 'join'))
      .join(separator?.v ?? ' '),
  ),
);
const capitalized = (text) =>
  py
    .textOf(text, 'capwords')
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word[0].toUpperCase() + word.slice(1).toLowerCase());

const holes = /\$(?:(\$)|([_a-zA-Z][_a-zA-Z0-9]*)|\{([_a-zA-Z][_a-zA-Z0-9]*)\}|)/g;

/** Replaces `$name` and `${name}` by values. A missing value raises a KeyError; with `safe`, the placeholder stays. */
const substitute = (safe) => (template, mapping, named) => {
  const find = (name) => named[name] ?? (py.isNone(mapping) ? undefined : mapping.mp$lookup?.(py.text(name)));
  const filled = template.text.replace(holes, (hole, dollar, plain, braced) => {
    if (dollar) return '$';
    const value = find(plain ?? braced ?? '');
    if (value !== undefined) return new B.str(value).v;
    if (safe) return hole;
    if (plain === undefined && braced === undefined) return py.raise('ValueError', 'Invalid placeholder in string');
    throw new B.KeyError(py.text(plain ?? braced));
  });
  return py.text(filled);
};

const Template = Sk.abstr.buildNativeClass('string.Template', {
  constructor: function Template() {
    this.text = '';
  },
  base: B.object,
  slots: {
    tp$getattr(name) {
      if (name.v === 'template') return py.text(this.text);
      const fill = { substitute: substitute(false), safe_substitute: substitute(true) }[name.v];
      if (fill) return py.defineOpen(name.v, ([mapping], named) => fill(this, mapping, named));
      return Sk.generic.getAttr.call(this, name);
    },
    tp$new() {
      return new Template();
    },
    tp$init([text]) {
      this.text = py.textOf(text, 'Template');
    },
  },
});

/**
 * `text.translate(table, letters)`: deletes the letters, and maps the other characters by a table of 256. Without a
 * table, they stay.
 */
py.addMethod(B.str, 'translate', ['table', 'deletechars?'], (text, table, removed) => {
  const letters = removed === undefined ? '' : py.textOf(removed, 'translate');
  const kept = Array.from(text.v, (unit) => (letters.includes(unit) ? '' : unit));
  return py.text(
    kept.map((unit) => (py.isNone(table) || unit === '' ? unit : (table.v[unit.charCodeAt(0)] ?? unit))).join(''),
  );
});
const tableOf = (from, to) => {
  const units = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
  for (let at = 0; at < from.length; at += 1) units[from.charCodeAt(at)] = to[at] ?? units[from.charCodeAt(at)];
  return py.text(units.join(''));
};

py.modules.string = () => ({
  maketrans: py.define('maketrans', ['from', 'to'], (from, to) =>
    tableOf(py.textOf(from, 'maketrans'), py.textOf(to, 'maketrans')),
  ),
  ...Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, py.text(value)])),
  ...Object.fromEntries(methods.map((name) => [Sk.fixReserved(name), viaMethod(name)])),
  join: joined,
  joinfields: joined,
  capwords: py.define('capwords', ['s'], (text) => py.text(capitalized(text).join(' '))),
  atoi: py.define('atoi', ['s'], (text) => py.call(B.int_, text)),
  atof: py.define('atof', ['s'], (text) => py.call(B.float_, text)),
  Template,
});
