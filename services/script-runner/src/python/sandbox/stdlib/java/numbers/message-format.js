/** java.text.MessageFormat. */
const B = Sk.builtin;
const { formatOf, formatted } = py.javaNumberFormats;
const illegal = (message) => py.throwJava('java.lang.IllegalArgumentException', message);

const numberPatterns = { '': '#,##0.###', currency: '$#,##0.00', integer: '#,##0', percent: '#,##0%' };
const datePatterns = {
  date: { '': 'MMM d, yyyy', short: 'M/d/yy', medium: 'MMM d, yyyy', long: 'MMMM d, yyyy', full: 'EEEE, MMMM d, yyyy' },
  time: { '': 'h:mm:ss a', short: 'h:mm a', medium: 'h:mm:ss a', long: 'h:mm:ss a z', full: 'h:mm:ss a zzzz' },
};
const isNumber = (value) =>
  (value instanceof B.int_ && !(value instanceof B.bool)) ||
  value instanceof B.float_ ||
  py.javaDecimalOf?.(value) !== undefined;
const dateText = (pattern, value) => {
  const format = py.call(py.importModule('java.text').$d.SimpleDateFormat, py.text(pattern));
  return py.call(Sk.abstr.gattr(format, py.text('format')), value).v;
};
const own = (patterns, style) => (Object.hasOwn(patterns, style) ? patterns[style] : style);
const shown = (value, kind, style) => {
  if (py.isNone(value)) return 'null';
  if (kind === 'number') return formatted(formatOf(own(numberPatterns, style)), value);
  if (Object.hasOwn(datePatterns, kind)) return dateText(own(datePatterns[kind], style), value);
  if (kind === 'choice') return py.refuse('java.text.MessageFormat', 'choice formats are not supported');
  if (kind !== '') return illegal(`unknown format type: ${kind}`);
  if (isNumber(value)) return formatted(formatOf(numberPatterns['']), value);
  return value instanceof py.javaDates.Date ? dateText('M/d/yy, h:mm a', value) : py.javaText(value);
};

/** Parses a pattern: texts, and placeholders `{ index, kind, style }`. */
const partsOf = (pattern) => {
  const parts = [];
  let [text, place, depth, isQuoted] = ['', '', 0, false];
  for (let at = 0; at < pattern.length; at += 1) {
    const unit = pattern[at];
    const isPlain = isQuoted || !/[{}]/.test(unit);
    if (unit === "'" && depth === 0) {
      if (pattern[at + 1] === "'") {
        text += unit;
        at += 1;
      } else isQuoted = !isQuoted;
    } else if (depth === 0 && (isPlain || unit === '}')) text += unit;
    else if (unit === '{' && !isQuoted) {
      depth += 1;
      if (depth > 1) place += unit;
    } else if (unit === '}' && !isQuoted) {
      depth -= 1;
      if (depth > 0) place += unit;
      else {
        const [index, kind = '', ...style] = place.split(',');
        if (!/^\s*\d+\s*$/.test(index)) illegal(`can't parse argument number: ${index}`);
        parts.push(text, { index: Number(index), kind: kind.trim().toLowerCase(), style: style.join(',').trim() });
        [text, place] = ['', ''];
      }
    } else {
      if (unit === "'") isQuoted = !isQuoted;
      place += unit;
    }
  }
  if (depth > 0) illegal('Unmatched braces in the pattern.');
  return [...parts, text];
};
const filled = (parts, values) =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part;
      return part.index < values.length ? shown(values[part.index], part.kind, part.style) : `{${part.index}}`;
    })
    .join('');
const valuesOf = (args) =>
  args.length === 1 && (args[0] instanceof B.list || args[0] instanceof B.tuple) ? args[0].v : args;
/** The class method `format` takes a pattern and values; the method of an object takes only values. */
const MessageFormat = py.defineType('java.text.MessageFormat', {
  create: ([pattern, locale]) => {
    py.requireEnglish(locale, 'java.text.MessageFormat');
    return Object.assign(new MessageFormat(), { parts: partsOf(py.textOf(pattern, 'MessageFormat')) });
  },
  slots: {
    tp$getattr(name, canSuspend) {
      if (name.v !== 'format') return Sk.generic.getAttr.call(this, name, canSuspend);
      return py.defineOpen('format', (args) => py.text(filled(this.parts, valuesOf(args))));
    },
  },
  statics: {
    format: py.defineOpen('format', ([pattern, ...args]) =>
      py.text(filled(partsOf(py.textOf(pattern, 'format')), valuesOf(args))),
    ),
  },
});
Object.assign(py.javaNumberFormats, { MessageFormat });
