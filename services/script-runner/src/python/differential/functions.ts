import type { RandomChoices } from './random-choices.ts';

// Generates programs with functions, closures and decorators.

const small = (random: RandomChoices): string => random.pick(['0', '1', '2', '3', "'a'", 'None', '[1]']);
/** Runs a statement and prints the class of its exception. */
export const attempt = (statement: string): string[] => [
  'try:',
  `    ${statement}`,
  'except Exception, error: print type(error).__name__',
];

export const calls = (random: RandomChoices): string[] => {
  const parameters = random.pick([
    'a',
    'a, b',
    'a, b=2',
    'a=1, b=2',
    '*a',
    'a, *b',
    '**b',
    'a, b=3, *c, **d',
    'a, (b, c)',
    'a, (b, c)=(4, 5)',
  ]);
  const shown = (parameters.match(/\w+/g) ?? []).filter((word) => /[a-d]/.test(word));
  const generates = random.is(30);
  const values = shown.map((name) => (parameters.includes(`**${name}`) ? `sorted(${name}.items())` : name)).join(', ');
  const given = (): string =>
    random.pick([
      '1',
      '1, 2',
      '',
      '1, 2, 3',
      'a=5',
      '1, b=6',
      'b=7, a=8',
      '*[1, 2]',
      '*(1,)',
      "**{'a': 1}",
      "*[1], **{'b': 2}",
      '1, (2, 3)',
      '1, c=9',
      '1, 2, 3, x=4',
      "1, *[2, 3], **{'z': 1}",
    ]);
  return [
    `def f(${parameters}):`,
    generates ? `    yield ${values}` : `    return ${values}`,
    ...random.many(2, 4, given).flatMap((args) => attempt(`print ${generates ? 'list' : ''}(f(${args}))`)),
    ...attempt(`print (lambda ${parameters}: (${values}))(${given()})`),
  ];
};

export const closures = (random: RandomChoices): string[] => [
  'def outer(x, y=2):',
  '    z = [x]',
  '    def middle(n):',
  `        ${random.pick(['w = n * 2', 'w = n + y', 'w = len(z)'])}`,
  '        def innermost(m=n):',
  `            ${random.pick(['z.append(m)', 'z.insert(0, w)', 'pass'])}`,
  `            return x, y, z[:], w, m`,
  `        ${random.pick(['w += 1', 'pass', 'n = 9'])}`,
  '        return innermost',
  '    found = middle(x)',
  `    ${random.pick(['x = 5', 'y = 7', 'pass', 'z = [0]'])}`,
  `    fs = [lambda: i for i in range(3)] + [lambda i=i: i for i in range(3)]`,
  `    class Local(object):`,
  `        ${random.pick(['held = x', 'y = y if False else 4', 'held = [x, y]'])}`,
  '        def get(self): return x, y',
  '    return found(), found(3), [f() for f in fs], Local().get(), [(lambda: x)() for x in range(2)], x',
  ...attempt(`print outer(${small(random)})`),
  ...attempt('print outer(1, y=3)'),
  'def unbound(flag):',
  '    if flag: value = 1',
  `    ${random.pick(['def get(): return value', 'get = lambda: value', 'get = lambda: [value for k in [1]]'])}`,
  `    ${random.pick(['print get()', 'print value', 'del flag; print flag', 'value += 1; print value'])}`,
  ...attempt('unbound(True)'),
  // For a variable of another function, CPython raises a NameError, and Jython an UnboundLocalError, its subclass.
  'try: unbound(False)',
  'except NameError: print "unbound"',
  'total = 0',
  'def count():',
  `    ${random.pick(['global total', 'pass'])}`,
  '    total += 1',
  '    return total',
  ...attempt('print count(), count(), total'),
];

export const decorated = (random: RandomChoices): string[] => [
  'import functools',
  'def traced(name):',
  '    def decorate(f):',
  `        ${random.pick(['@functools.wraps(f)', 'pass'])}`,
  '        def wrapper(*args, **named):',
  '            print name, f.__name__, args, sorted(named),',
  '            return f(*args, **named)',
  '        return wrapper',
  '    return decorate',
  ...random.many(1, 3, (nth) => `@traced('t${nth}')`),
  'def target(a, b=1):',
  '    "doc"',
  '    return a, b',
  ...attempt(`print target(${random.pick(['1', '1, 2', '1, b=3', ''])}), target.__name__, target.__doc__`),
  ...attempt(`print functools.partial(target, 5)(${random.pick(['', '6', 'b=7', '1, 2'])})`),
  'def marked(mark):',
  '    def mark_class(cls): cls.marks = getattr(cls, "marks", "") + mark; return cls',
  '    return mark_class',
  '@marked("a")',
  '@marked("b")',
  'class Marked(object): pass',
  'print Marked.marks',
  ...attempt(`print reduce(lambda f, g: lambda x: g(f(x)), [lambda x: x + 1, lambda x: x * 2])(${small(random)})`),
];
