import type { Chance } from './chance.ts';

// Programs of formatting, of the methods of texts, and of numbers.

/** Prints the value of each expression, or the class of the exception. */
export const showing = (expressions: readonly string[]): string =>
  [
    'def show(make):',
    '    try: print repr(make())',
    '    except Exception, error: print type(error).__name__',
    ...expressions.map((expression) => `show(lambda: ${expression})`),
  ].join('\n');

const words = [
  "''",
  "'a'",
  "'abc'",
  "'Hello World'",
  "'a,b,,c'",
  "'  padded \\t'",
  "'x=1;y=2'",
  "'aXbXc'",
  "'line1\\nline2\\r\\nline3'",
  "'ABC def'",
  "'12'",
  "'-7'",
  "'aaa'",
  "'tab\\there'",
];
const parts = ["'a'", "','", "'X'", "' '", "''", "'aa'", "'l'", "'\\n'", "'ab'", 'None', "'b'"];
const wholes = ['0', '1', '-1', '7', '42', '255', '-300', '1234567', '10**12', '-2**40', '3', '2'];
const reals = [
  '0.0',
  '1.5',
  '-2.25',
  '0.1',
  '1e-5',
  '1234.5678',
  '-0.5',
  '2.5',
  '1e16',
  '123456789.125',
  '1e22',
  '3.0',
  '0.3',
  '1e300',
];
// Programs avoid the differences of Jython: the arguments of `%c`, a bool as a field, positions after the end.
const others = ['None', '[1, 2]', "('a', 1)", "{'k': 1}"];

const number = (chance: Chance): string => chance.pick(chance.is(55) ? wholes : reals);
const value = (chance: Chance): string => {
  const kind = chance.below(10);
  if (kind < 4) return chance.pick(wholes);
  if (kind < 7) return chance.pick(reals);
  return chance.pick(kind < 9 ? words : others);
};

const percent = (chance: Chance): string => {
  const flags = chance.many(0, 2, () => chance.pick(['-', '+', '0', ' '])).join('');
  const width = chance.pick(['', '', '5', '10', '2']);
  const precision = chance.pick(['', '', '.2', '.0', '.5', '.10']);
  const count = 1 + chance.below(2);
  // Jython writes a zero of no digits.
  const kinds = [...(precision === '.0' ? 'srfegE' : 'dsrfegxXoiE')];
  const holes = Array.from({ length: count }, () => `%${flags}${width}${precision}${chance.pick(kinds)}`);
  const values = holes.map((hole) => (/[fegEGdxXoi]$/.test(hole) && chance.is(85) ? number(chance) : value(chance)));
  return `'<${holes.join('|')}%%>' % (${values.join(', ')},)`;
};

const mapped = (chance: Chance): string =>
  `'%(a)${chance.pick(['s', 'd', '5.1f', '-6s|', 'r', '05d'])} %(b)s' % {'a': ${value(chance)}, 'b': ${value(chance)}}`;

const specification = (chance: Chance): string => {
  const fill = chance.pick(['', '', '<', '>', '^', '=', '*^', '0>', 'x<']);
  const sign = chance.pick(['', '', '', '+', ' ', '-']);
  const alternate = chance.is(12) ? '#' : '';
  const width = chance.pick(['', '', '8', '03', '12', '010']);
  const comma = chance.is(20) ? ',' : '';
  const precision = chance.pick(['', '', '', '.2', '.1', '.4', '.10']);
  const type = chance.pick(['', '', 'd', 'f', 's', 'e', 'g', 'x', 'b', 'o', '%', 'n', 'X', 'G', 'E']);
  return fill + sign + alternate + width + comma + precision + type;
};

const format = (chance: Chance): string => {
  const field = (): string => {
    const name = chance.pick([
      '0',
      '1',
      '',
      '',
      'k',
      'l[0]',
      'd[k]',
      'o.real',
      '1!r',
      'k!s',
      '2',
      'd[x]',
      'o.imag',
      'l[1]',
      'none',
    ]);
    const spec = chance.is(60) ? `:${specification(chance)}` : chance.is(8) ? ':{w}' : '';
    return `{${name}${spec}}`;
  };
  const template = chance
    .many(1, 3, () => chance.pick([field(), field(), field(), '{{', '}}', 'text', '{{{{', '}']))
    .join(' ');
  return `'${template}'.format(${value(chance)}, ${value(chance)}, k=${value(chance)}, w=${chance.below(20)}, o=${number(chance)}, l=[${value(chance)}, 'l'], d={'k': ${value(chance)}})`;
};

const method = (chance: Chance): string => {
  const word = chance.pick(words);
  const part = (): string => chance.pick(parts);
  const letter = (): string => chance.pick(["'a'", "','", "'X'", "'l'"]);
  const whole = (): string => chance.pick(['0', '1', '2', '-1', '5', '100', '-3']);
  const calls = [
    `${chance.pick(['upper', 'lower', 'title', 'capitalize', 'swapcase', 'strip', 'lstrip', 'rstrip', 'split', 'rsplit', 'splitlines', 'isdigit', 'isalpha', 'isalnum', 'isupper', 'islower', 'isspace', 'istitle', 'expandtabs'])}()`,
    `${chance.pick(['split', 'rsplit', 'strip', 'lstrip', 'rstrip'])}(${part()})`,
    `${chance.pick(['split', 'rsplit'])}(${part()}, ${whole()})`,
    `${chance.pick(['find', 'rfind', 'index', 'rindex', 'count', 'startswith', 'endswith'])}(${part()})`,
    `${chance.pick(['find', 'rfind', 'count', 'startswith', 'endswith', 'index'])}(${letter()}, ${whole()})`,
    `${chance.pick(['find', 'rfind', 'count', 'startswith', 'endswith'])}(${letter()}, ${whole()}, ${whole()})`,
    `${chance.pick(['partition', 'rpartition'])}(${part()})`,
    `replace(${part()}, ${part()})`,
    `replace(${part()}, ${part()}, ${whole()})`,
    `${chance.pick(['center', 'ljust', 'rjust', 'zfill', 'expandtabs'])}(${whole()})`,
    `${chance.pick(['center', 'ljust', 'rjust'])}(${whole()}, ${letter()})`,
    `join([${chance.many(0, 3, part).join(', ')}])`,
    'splitlines(True)',
    `center(${3 + 2 * chance.below(5)}, '*')`,
    `startswith((${part()}, ${part()}))`,
    `translate(None, ${letter()})`,
    `encode('hex')`,
  ];
  return `${word}.${chance.pick(calls)}`;
};

const indexed = (chance: Chance): string => {
  const at = (): string => chance.pick(['', '', '0', '1', '-1', '2', '-2', '5', '-9']);
  const word = chance.pick(words);
  const slices = [
    `[${at()}:${at()}]`,
    `[${at()}:${at()}:${chance.pick(['1', '2', '-1', '-2', ''])}]`,
    `[${chance.pick(['0', '1', '-1', '3', '9'])}]`,
  ];
  return chance.pick([
    `${word}${chance.pick(slices)}`,
    `${word} * ${chance.below(3)}`,
    `${word} + ${chance.pick(words)}`,
    `${chance.pick(parts)} in ${word}`,
    `cmp(${word}, ${chance.pick(words)})`,
    `${word} < ${value(chance)}`,
    `list(${word})[:3]`,
    `sorted(${word})`,
    `repr(${word})`,
    `len(${word})`,
    `int(${word})`,
    `float(${word})`,
    `map(ord, ${word})`,
  ]);
};

const signs = ['+', '-', '*', '/', '//', '%', '**', '<', '==', '>=', '&', '|', '^', '<<', '>>', 'and', 'or'];
const arithmetic = (chance: Chance): string => {
  const sign = chance.pick(signs);
  const right =
    sign === '**' || sign === '<<' || sign === '>>' ? chance.pick(['0', '1', '2', '3', '-1', '0.5']) : number(chance);
  const left = sign === '**' ? chance.pick(wholes) : number(chance);
  const expression = `${left} ${sign} ${right}`;
  return chance.pick([
    expression,
    expression,
    `divmod(${chance.pick(wholes)}, ${chance.pick(wholes)})`,
    `round(${number(chance)}, ${chance.below(4)})`,
    `round(${number(chance)})`,
    `int(${number(chance)})`,
    `str(${number(chance)})`,
    `hex(${chance.pick(wholes)})`,
    `oct(${chance.pick(wholes)})`,
    `bin(${chance.pick(wholes)})`,
    `abs(${number(chance)})`,
    `pow(${chance.pick(wholes)}, 3, 7)`,
    `-${chance.pick(wholes)} ** 2`,
    `float(${chance.pick(words)})`,
    `int(${chance.pick(words)}, ${chance.pick(['10', '16', '8', '0'])})`,
    `max(${number(chance)}, ${number(chance)})`,
    `coerce(${number(chance)}, ${number(chance)})`,
    `~${chance.pick(wholes)}`,
    `${chance.pick(wholes)} ^ ${chance.pick(wholes)}`,
    `float(${number(chance)}) == ${number(chance)}`,
    `(${chance.pick(wholes)}).bit_length()`,
    `(${chance.pick(reals)}).is_integer()`,
  ]);
};

/** A program of expressions on texts and numbers. */
export const textProgram = (chance: Chance): string =>
  showing(
    chance.many(8, 20, () =>
      chance.pick([percent, format, format, method, method, indexed, arithmetic, mapped])(chance),
    ),
  );
