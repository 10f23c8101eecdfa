/** unicodedata: normal forms, categories and digit values, from the tables of the JavaScript engine. */
const B = Sk.builtin;

const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'];
const categories = [
  ...['Lu', 'Ll', 'Lt', 'Lm', 'Lo', 'Mn', 'Mc', 'Me', 'Nd', 'Nl', 'No', 'Pc', 'Pd', 'Ps', 'Pe', 'Pi', 'Pf', 'Po'],
  ...['Sm', 'Sc', 'Sk', 'So', 'Zs', 'Zl', 'Zp', 'Cc', 'Cf', 'Cs', 'Co'],
].map((name) => [name, new RegExp(`^\\p{${name}}$`, 'u')]);

const characterOf = (value, name) => {
  const text = py.textOf(value, name);
  if ([...text].length !== 1) py.raise('TypeError', `${name}() expects one character`);
  return text;
};
const categoryOf = (character) => categories.find(([, pattern]) => pattern.test(character))?.[0] ?? 'Cn';

/**
 * Returns the value of a decimal digit. In each script, the digits are ten consecutive characters, beginning with zero.
 */
const digitOf = (character) => {
  if (categoryOf(character) !== 'Nd') return undefined;
  let start = character.codePointAt(0);
  while (/^\p{Nd}$/u.test(String.fromCodePoint(start - 1)) && character.codePointAt(0) - start < 9) start -= 1;
  return character.codePointAt(0) - start;
};
const numberOf = (name) =>
  py.define(name, ['unichr', 'default?'], (value, otherwise) => {
    const digit = digitOf(characterOf(value, name).normalize('NFKC'));
    if (digit !== undefined) return name === 'numeric' ? new B.float_(digit) : py.number(digit);
    return otherwise ?? py.raise('ValueError', 'not a digit');
  });

py.modules.unicodedata = () => ({
  category: py.define('category', ['unichr'], (value) => py.text(categoryOf(characterOf(value, 'category')))),
  combining: py.define('combining', ['unichr'], (value) =>
    py.number(/^\p{Mn}$/u.test(characterOf(value, 'combining')) ? 230 : 0),
  ),
  decimal: numberOf('decimal'),
  digit: numberOf('digit'),
  normalize: py.define('normalize', ['form', 'unistr'], (form, value) => {
    if (!forms.includes(py.textOf(form, 'normalize'))) py.raise('ValueError', 'invalid normalization form');
    return py.text(py.textOf(value, 'normalize').normalize(form.v));
  }),
  numeric: numberOf('numeric'),
  unidata_version: py.text('5.2.0'),
});
