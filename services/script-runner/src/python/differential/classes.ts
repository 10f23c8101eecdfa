import { attempt, calls, closures, decorated } from './functions.ts';
import type { RandomChoices } from './random-choices.ts';

// Generates programs with classes: operators and inheritance.

const operatorMethods = [
  'def __add__(self, other): return Value(self.n + getattr(other, "n", other))',
  'def __radd__(self, other): return Value(other + self.n)',
  'def __iadd__(self, other): self.n += 10; return self',
  'def __eq__(self, other): return isinstance(other, Value) and self.n == other.n',
  'def __ne__(self, other): return not self == other',
  'def __lt__(self, other): return self.n < other.n',
  'def __cmp__(self, other): return cmp(self.n, getattr(other, "n", other))',
  'def __len__(self): return self.n',
  'def __nonzero__(self): return self.n > 1',
  'def __getitem__(self, k): return k if isinstance(k, slice) and k.step else self.items[k]',
  'def __setitem__(self, k, v): self.items[k] = v',
  'def __delitem__(self, k): del self.items[k]',
  'def __contains__(self, k): return k == self.n',
  'def __call__(self, *a): return a, self.n',
  'def __getattr__(self, name): return name.upper()',
  'def __iter__(self): return iter(self.items)',
  'def __hash__(self): return 7',
  'def __str__(self): return "s%s" % self.n',
  'def __mul__(self, other): return NotImplemented',
  'def __div__(self, other): return "div"',
  'def __neg__(self): return Value(-self.n)',
  'def __abs__(self): return "abs"',
  'def __int__(self): return self.n',
  'def __float__(self): return 1.5',
  'def __index__(self): return 1',
  'def __enter__(self): return self',
  'def __reversed__(self): return iter([3, 2])',
  'def __divmod__(self, other): return "divmod"',
  'def __pow__(self, other): return "pow"',
  'def __mod__(self, other): return "mod"',
];

const operatorUses = [
  'v + v',
  'v + 1',
  '1 + v',
  'v == w',
  'v != w',
  'v == 1',
  'len(v)',
  'bool(v)',
  'v[0]',
  'v[9]',
  'v[1:2]',
  '1 in v',
  '2 in v',
  'v(1, 2)',
  'v.missing',
  'list(v)',
  '{v: 1}[w]',
  'str(v)',
  'v * 2',
  '2 * v',
  'v / 2',
  '-v',
  'abs(v)',
  'int(v)',
  'float(v)',
  '[5, 6][v]',
  'not v',
  'v and w',
  'v is v',
  'list(reversed(v))',
  'divmod(v, 1)',
  'v ** 2',
  'v % 2',
  '"%s %r" % (v, v)',
  '"{0} {0!r} {0.n}".format(v)',
  'hasattr(v, "zz")',
  'getattr(v, "n")',
  'getattr(v, "q", 4)',
  'isinstance(v, Value)',
  'v[::2]',
  'sum([v, w])',
  'repr([v])',
  'callable(v)',
  'sorted(vars(v))',
];

const classUses = [
  'c = C(); print c.x',
  'print C(3).who()',
  'print C(2).twice',
  'c = C(1); c.twice = 8; print c.x',
  'print C.make(4)[1]',
  'print C.plain(1), C().plain(1, 3)',
  'C.shared.append(1); print A.shared, C().shared',
  'print [k.__name__ for k in C.__mro__]',
  'print isinstance(C(), A), issubclass(C, M)',
  'print C.made',
  'print C().__hidden',
  'print C()._A__hidden',
  'print hasattr(C(), "mixed"), C.__name__',
  'A.who = lambda self: "patched"; print C(1).who()',
  'c = C(); c.extra = 1; print sorted(vars(c))',
  'print C(1, 2, 3)',
  'print A.who(C()), B.who(B())',
  'c = C(); del c.x; print c.x',
  'print type(C()).__name__, C.__bases__[0].__name__',
  'print getattr(C(), "who")()',
  'print C.twice.fget(C(5))',
  'setattr(C, "late", 3); print C().late',
];

const metaclass = [
  'class Meta(type):',
  '    def __new__(mcs, name, parents, members):',
  "        members['made'] = name.lower()",
  '        return super(Meta, mcs).__new__(mcs, name, parents, members)',
  `    def __call__(cls, *args): print 'new', cls.__name__,; return super(Meta, cls).__call__(*args)`,
];

const classMethods = [
  '    @classmethod',
  '    def make(cls, *args): return cls(*args), cls.__name__',
  '    @staticmethod',
  '    def plain(a, b=2): return a, b',
];

const operators = (random: RandomChoices): string[] => {
  const methods = operatorMethods.filter(() => random.is(30));
  const uses = [...operatorUses];
  if (methods.some((line) => line.startsWith('def __setitem__'))) uses.push('v.__setitem__(0, 5), v.items');
  // Objects without `__cmp__` are ordered by their addresses, so such programs do not compare them.
  const isOrdered = methods.some((line) => line.startsWith('def __cmp__'));
  if (isOrdered) uses.push('v < w', 'v > w', 'sorted([w, v])', 'max(v, w)', 'cmp(v, w)', 'v >= 1');
  return [
    'class Value(object):',
    '    def __init__(self, n): self.n = n; self.items = [n, n + 1]',
    '    def __repr__(self): return "Value(%r)" % self.n',
    ...methods.map((line) => `    ${line}`),
    'v, w = Value(1), Value(2)',
    ...random.many(6, 14, () => random.pick(uses)).flatMap((use) => attempt(`print ${use}`)),
    ...attempt(random.pick(['v += 1; print v', 'for x in v: print x', 'del v.n; print v'])),
  ];
};

const hierarchy = (random: RandomChoices): string[] => {
  const bases = random.pick(['A', 'A, M', 'M, A', 'B', 'B, M']);
  return [
    ...metaclass,
    'class A(object):',
    ...(random.is(40) ? ['    __metaclass__ = Meta'] : []),
    '    shared = []',
    '    __hidden = "a"',
    '    def __init__(self, x=1): self.x = x; print "A",',
    '    def who(self): return "A" + self.__hidden',
    '    @property',
    '    def twice(self): return self.x * 2',
    ...(random.is(50) ? ['    @twice.setter', '    def twice(self, value): self.x = value / 2'] : []),
    ...classMethods,
    'class B(A):',
    ...(random.is(60) ? ['    def __init__(self, x=2): super(B, self).__init__(x); print "B",'] : []),
    '    def who(self): return "B" + super(B, self).who()',
    'class M(object):',
    ...(random.is(50) ? ['    def who(self): return "M" + super(M, self).who()'] : ['    mixed = True']),
    ...attempt(`class C(${bases}): pass`),
    'C = locals().get("C", B)',
    ...random.many(4, 9, () => random.pick(classUses)).flatMap(attempt),
  ];
};

/** Returns a program of functions and classes that prints each result. */
export const classProgram = (random: RandomChoices): string =>
  random
    .many(2, 3, () => random.pick([calls, closures, decorated, operators, hierarchy])(random))
    .flat()
    .join('\n');
