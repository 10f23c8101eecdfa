import type { RandomChoices } from './random-choices.ts';

// Generates programs with formatting, string methods and numbers.

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
// The programs avoid known differences of Jython: the arguments of `%c`, a bool as a field, positions after the end.
const others = ['None', '[1, 2]', "('a', 1)", "{'k': 1}"];

const number = (random: RandomChoices): string => random.pick(random.is(55) ? wholes : reals);
const value = (random: RandomChoices): string => {
  const kind = random.below(10);
  if (kind < 4) return random.pick(wholes);
  if (kind < 7) return random.pick(reals);
  return random.pick(kind < 9 ? words : others);
};

const percent = (random: RandomChoices): string => {
  const flags = random.many(0, 2, () => random.pick(['-', '+', '0', ' '])).join('');
  const width = random.pick(['', '', '5', '10', '2']);
  const precision = random.pick(['', '', '.2', '.0', '.5', '.10']);
  const count = 1 + random.below(2);
  // Jython formats zero wrongly with a precision of 0.
  const kinds = [...(precision === '.0' ? 'srfegE' : 'dsrfegxXoiE')];
  const holes = Array.from({ length: count }, () => `%${flags}${width}${precision}${random.pick(kinds)}`);
  const values = holes.map((hole) => (/[fegEGdxXoi]$/.test(hole) && random.is(85) ? number(random) : value(random)));
  return `'<${holes.join('|')}%%>' % (${values.join(', ')},)`;
};

const mapped = (random: RandomChoices): string =>
  `'%(a)${random.pick(['s', 'd', '5.1f', '-6s|', 'r', '05d'])} %(b)s' % {'a': ${value(random)}, 'b': ${value(random)}}`;

const specification = (random: RandomChoices): string => {
  const fill = random.pick(['', '', '<', '>', '^', '=', '*^', '0>', 'x<']);
  const sign = random.pick(['', '', '', '+', ' ', '-']);
  const alternate = random.is(12) ? '#' : '';
  const width = random.pick(['', '', '8', '03', '12', '010']);
  const comma = random.is(20) ? ',' : '';
  const precision = random.pick(['', '', '', '.2', '.1', '.4', '.10']);
  const type = random.pick(['', '', 'd', 'f', 's', 'e', 'g', 'x', 'b', 'o', '%', 'n', 'X', 'G', 'E']);
  return fill + sign + alternate + width + comma + precision + type;
};

const format = (random: RandomChoices): string => {
  const field = (): string => {
    const name = random.pick([
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
    const spec = random.is(60) ? `:${specification(random)}` : random.is(8) ? ':{w}' : '';
    return `{${name}${spec}}`;
  };
  const template = random
    .many(1, 3, () => random.pick([field(), field(), field(), '{{', '}}', 'text', '{{{{', '}']))
    .join(' ');
  return `'${template}'.format(${value(random)}, ${value(random)}, k=${value(random)}, w=${random.below(20)}, o=${number(random)}, l=[${value(random)}, 'l'], d={'k': ${value(random)}})`;
};

const method = (random: RandomChoices): string => {
  const word = random.pick(words);
  const part = (): string => random.pick(parts);
  const letter = (): string => random.pick(["'a'", "','", "'X'", "'l'"]);
  const whole = (): string => random.pick(['0', '1', '2', '-1', '5', '100', '-3']);
  const calls = [
    `${random.pick(['upper', 'lower', 'title', 'capitalize', 'swapcase', 'strip', 'lstrip', 'rstrip', 'split', 'rsplit', 'splitlines', 'isdigit', 'isalpha', 'isalnum', 'isupper', 'islower', 'isspace', 'istitle', 'expandtabs'])}()`,
    `${random.pick(['split', 'rsplit', 'strip', 'lstrip', 'rstrip'])}(${part()})`,
    `${random.pick(['split', 'rsplit'])}(${part()}, ${whole()})`,
    `${random.pick(['find', 'rfind', 'index', 'rindex', 'count', 'startswith', 'endswith'])}(${part()})`,
    `${random.pick(['find', 'rfind', 'count', 'startswith', 'endswith', 'index'])}(${letter()}, ${whole()})`,
    `${random.pick(['find', 'rfind', 'count', 'startswith', 'endswith'])}(${letter()}, ${whole()}, ${whole()})`,
    `${random.pick(['partition', 'rpartition'])}(${part()})`,
    `replace(${part()}, ${part()})`,
    `replace(${part()}, ${part()}, ${whole()})`,
    `${random.pick(['center', 'ljust', 'rjust', 'zfill', 'expandtabs'])}(${whole()})`,
    `${random.pick(['center', 'ljust', 'rjust'])}(${whole()}, ${letter()})`,
    `join([${random.many(0, 3, part).join(', ')}])`,
    'splitlines(True)',
    `center(${3 + 2 * random.below(5)}, '*')`,
    `startswith((${part()}, ${part()}))`,
    `translate(None, ${letter()})`,
    `encode('hex')`,
  ];
  return `${word}.${random.pick(calls)}`;
};

const indexed = (random: RandomChoices): string => {
  const at = (): string => random.pick(['', '', '0', '1', '-1', '2', '-2', '5', '-9']);
  const word = random.pick(words);
  const slices = [
    `[${at()}:${at()}]`,
    `[${at()}:${at()}:${random.pick(['1', '2', '-1', '-2', ''])}]`,
    `[${random.pick(['0', '1', '-1', '3', '9'])}]`,
  ];
  return random.pick([
    `${word}${random.pick(slices)}`,
    `${word} * ${random.below(3)}`,
    `${word} + ${random.pick(words)}`,
    `${random.pick(parts)} in ${word}`,
    `cmp(${word}, ${random.pick(words)})`,
    `${word} < ${value(random)}`,
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
const arithmetic = (random: RandomChoices): string => {
  const sign = random.pick(signs);
  const right =
    sign === '**' || sign === '<<' || sign === '>>' ? random.pick(['0', '1', '2', '3', '-1', '0.5']) : number(random);
  const left = sign === '**' ? random.pick(wholes) : number(random);
  const expression = `${left} ${sign} ${right}`;
  return random.pick([
    expression,
    expression,
    `divmod(${random.pick(wholes)}, ${random.pick(wholes)})`,
    `round(${number(random)}, ${random.below(4)})`,
    `round(${number(random)})`,
    `int(${number(random)})`,
    `str(${number(random)})`,
    `hex(${random.pick(wholes)})`,
    `oct(${random.pick(wholes)})`,
    `bin(${random.pick(wholes)})`,
    `abs(${number(random)})`,
    `pow(${random.pick(wholes)}, 3, 7)`,
    `-${random.pick(wholes)} ** 2`,
    `float(${random.pick(words)})`,
    `int(${random.pick(words)}, ${random.pick(['10', '16', '8', '0'])})`,
    `max(${number(random)}, ${number(random)})`,
    `coerce(${number(random)}, ${number(random)})`,
    `~${random.pick(wholes)}`,
    `${random.pick(wholes)} ^ ${random.pick(wholes)}`,
    `float(${number(random)}) == ${number(random)}`,
    `(${random.pick(wholes)}).bit_length()`,
    `(${random.pick(reals)}).is_integer()`,
  ]);
};

/** Returns a program of expressions on strings and numbers. */
export const textProgram = (random: RandomChoices): string =>
  showing(
    random.many(8, 20, () =>
      random.pick([percent, format, format, method, method, indexed, arithmetic, mapped])(random),
    ),
  );
