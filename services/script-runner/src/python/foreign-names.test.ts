import { afterAll, expect, test } from 'vitest';
import { foreignNames } from './differential/programs.ts';
import { startPython } from './testing.ts';

const python = startPython();
afterAll(python.stop);

/** Programs with `NAME` in each place where a name is allowed. */
const places = {
  'a variable': 'NAME = 1\nNAME += 1\nprint NAME\ndel NAME\ntry: NAME\nexcept NameError: print "gone"',
  'a local variable': 'def f():\n    NAME = 1\n    for NAME in [2]: pass\n    return NAME\nprint f()',
  'a global variable': 'def f():\n    global NAME\n    NAME = 1\nf()\nprint NAME',
  'a parameter': 'def f(NAME, b=2): return NAME, b\nprint f(1), f(NAME=3)',
  'a default': 'def f(a, NAME=2): return a, NAME\nprint f(1), f(1, 3), f(1, NAME=4), f(a=1)',
  'a rest': 'def f(a, *NAME): return a, NAME\nprint f(1), f(1, 2, 3)',
  'named rest': 'def f(a, **NAME): return a, NAME\nprint f(1), f(1, b=3)',
  'a part of a parameter': 'def f((NAME, b)): return NAME, b\nprint f((1, 2))',
  'a parameter of a lambda':
    'print (lambda NAME, b=2: (NAME, b))(1), (lambda *NAME: NAME)(1), (lambda **NAME: NAME)(b=1)',
  'a parameter of a generator':
    'def f(NAME, b=2):\n    yield NAME\n    NAME = 3\n    yield NAME\nprint list(f(1)), list(f(NAME=2))',
  'rests of a generator': 'def f(*NAME): yield NAME\ndef g(**NAME): yield NAME\nprint list(f(1)), list(g(b=1))',
  'a closure': 'def f(NAME):\n    def g(): return NAME\n    NAME = 2\n    return g\nprint f(1)()',
  'a closure of rests':
    'def f(*NAME):\n    return lambda: NAME\ndef g(**NAME):\n    return lambda: NAME\nprint f(1)(), g(b=1)()',
  'a closure of a generator':
    'def f(NAME):\n    g = lambda: NAME\n    yield g()\n    NAME = 2\n    yield g()\nprint list(f(1))',
  'a function': 'def NAME(a): return a\nprint NAME(1), NAME.__name__ == "".join(["NA", "ME"]) or NAME.func_name != ""',
  'a recursive function': 'def f():\n    def NAME(a): return a and NAME(a - 1)\n    return NAME(2)\nprint f()',
  'a function with itself as parameter': 'def NAME(NAME): return NAME\nprint NAME(1)',
  'a generator': 'def NAME(a): yield a\nprint list(NAME(1))',
  'a class':
    'class NAME(object):\n    a = 1\n    def f(self): return self.a, NAME.a\nclass Sub(NAME): pass\nprint NAME().f(), Sub.a, isinstance(Sub(), NAME)',
  'an old class': 'class NAME:\n    a = 1\nprint NAME.a, NAME().a',
  'a method':
    'class C(object):\n    def NAME(self, a): return a\nc = C()\nprint c.NAME(1), C.NAME(c, 2), getattr(c, "NAME")(3)',
  'an attribute':
    'class C(object):\n    NAME = 1\nc = C()\nprint c.NAME, C.NAME, hasattr(c, "NAME")\nc.NAME = 2\nprint c.NAME, C.NAME, c.__dict__.values()\ndel c.NAME\nprint c.NAME\nsetattr(c, "NAME", 3)\nprint getattr(c, "NAME"), "%s" % vars(c).values()',
  'no attribute':
    'class C(object): pass\nprint hasattr(C(), "NAME"), getattr(C(), "NAME", 1)\ntry: C().NAME\nexcept AttributeError: print "none"',
  'a property':
    'class C(object):\n    @property\n    def NAME(self): return 1\n    @staticmethod\n    def f(NAME): return NAME\nprint C().NAME, C.f(2)',
  comprehensions:
    'print [NAME for NAME in [1]], list(NAME for NAME in [1]), {NAME: 1 for NAME in [1]}, set(NAME for NAME in [2])',
  'nested comprehensions':
    'print [(NAME, b) for NAME in [1] for b in [NAME]], sorted((b, NAME) for b in [1] for NAME in [b] if NAME)',
  'an exception':
    'try: raise ValueError(1)\nexcept ValueError, NAME: print NAME\ntry: 1 / 0\nexcept Exception as NAME: print NAME',
  with: 'class C(object):\n    def __enter__(self): return 1, 2\n    def __exit__(self, *a): pass\nwith C() as NAME: print NAME\nwith C() as (NAME, b): print NAME, b',
  'an import':
    'import re as NAME\nprint NAME.sub("a", "b", "a")\nfrom re import sub as NAME\nprint NAME("a", "b", "a")\ndef f():\n    import json as NAME\n    return NAME.dumps(1)\nprint f()',
  unpacking: 'NAME, b = 1, 2\n(NAME, b), c = (b, NAME), 3\nprint NAME, b, c\nfor b, NAME in [(1, 2)]: print NAME',
  'names at work':
    'NAME = 1\nprint "NAME" in globals(), eval("NAME"), dict(NAME=2).values()\nexec "NAME = 3"\nprint NAME\ndef f(NAME): return locals().values()\nprint f(1)',
} satisfies Readonly<Record<string, string>>;

const ran = (program: string) => {
  const { output, error } = python.run(program);
  return error === null ? output : error;
};

test.each(Object.entries(places))('a name of JavaScript is an ordinary name as %s', (_, program) => {
  const expected = ran(program.replaceAll('NAME', 'plain'));
  expect(typeof expected).toBe('string');
  const differing = foreignNames.filter((name) => ran(program.replaceAll('NAME', name)) !== expected);
  expect(differing).toEqual([]);
});
