import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

/** Scripts with the output of CPython 2.7. */
const corpus: readonly (readonly [behavior: string, script: string, output: string])[] = [
  [
    'closures see later values, also through classes',
    `def outer():
    x = 1
    def mid():
        y = 2
        def inner(): return x, y
        return inner
    m = mid()
    x = 5
    return m()
print outer()
def f(x):
    class A(object):
        y = x
        def get(self): return x
    return A.y, A().get()
print f(7)
def f2():
    q = 3
    def g():
        z = 1
        class A(object):
            def get(self): return q, z
        return A().get()
    return g()
print f2()`,
    `(5, 2)
(7, 7)
(3, 1)
`,
  ],
  [
    'generators have all kinds of parameters and decorators, and receive values',
    `def g(n):
    f = lambda: n
    yield f()
    n += 1
    yield f()
print list(g(3))
def h(*a, **k):
    yield a
    yield sorted(k.items())
print list(h(1, b=2))
def d(a, b=2):
    yield a + b
print list(d(a=1)), list(d(1, b=5))
def dec(f):
    def w(*a): return list(f(*a))
    return w
@dec
def gen(n):
    for i in range(n): yield i
print gen(3)
def co():
    x = 1 + (yield 0) + (yield 5)
    yield x
c = co()
print c.next(), c.send(3), c.send(4)`,
    `[3, 4]
[(1,), [('b', 2)]]
[3] [6]
[0, 1, 2]
0 5 8
`,
  ],
  [
    'unbound names raise an error',
    `def dd():
    x = 1
    del x
    try:
        print x
    except UnboundLocalError, e: print e
dd()
def unb():
    def i(): return zz
    try: i()
    except NameError, e: print e
    zz = 1
    return i()
print unb()`,
    `local variable 'x' referenced before assignment
free variable 'zz' referenced before assignment in enclosing scope
1
`,
  ],
  [
    'classes have metaclasses',
    `class Meta(type):
    def __new__(mcs, name, bases, attrs):
        attrs['tag'] = name.lower()
        return super(Meta, mcs).__new__(mcs, name, bases, attrs)
    def __init__(cls, name, bases, attrs):
        super(Meta, cls).__init__(name, bases, attrs)
        cls.seen = sorted(k for k in attrs if not k.startswith('__'))
    def hello(cls): return 'hello ' + cls.__name__
class A(object):
    __metaclass__ = Meta
    x = 1
class B(A):
    y = 2
print A.tag, B.tag, A.seen, B.seen, A.hello(), B.hello(), type(B).__name__, isinstance(A, Meta)
def mk(name, bases, d):
    d['made'] = True
    return type(name, bases, d)
class C(object):
    __metaclass__ = mk
print C.made, C.__name__
class Reg(type):
    all = []
    def __init__(cls, name, bases, d):
        type.__init__(cls, name, bases, d)
        Reg.all.append(name)
    def __call__(cls, *a, **k):
        print 'making', cls.__name__
        return type.__call__(cls, *a, **k)
class P(object):
    __metaclass__ = Reg
    def __init__(self, v): self.v = v
class Q(P): pass
print Q(4).v, Reg.all
class S(type):
    _i = {}
    def __call__(cls, *args):
        if cls not in cls._i:
            cls._i[cls] = super(S, cls).__call__(*args)
        return cls._i[cls]
class One(object):
    __metaclass__ = S
print One() is One()`,
    `a b ['tag', 'x'] ['tag', 'y'] hello A hello B Meta True
True C
making Q
4 ['P', 'Q']
True
`,
  ],
  [
    'decorators run from the inside out, and a missing decorator raises an error',
    `def d1(f):
    print 'd1'; return f
def d2(f):
    print 'd2'; return f
@d1
@d2
class A(object): pass
@d1
@d2
def f(): pass
try:
    @missing
    def g(): pass
except NameError, e: print e
try:
    @missing
    class g2(object): pass
except NameError, e: print e
try:
    @d1.nothing
    def g(): pass
except AttributeError, e: print e`,
    `d2
d1
d2
d1
name 'missing' is not defined
name 'missing' is not defined
'function' object has no attribute 'nothing'
`,
  ],
  [
    'functools.wraps copies the description of a function',
    `import functools
def logged(f):
    "logged doc"
    @functools.wraps(f)
    def inner(*a, **k):
        print 'called', f.__name__, a, sorted(k)
        return f(*a, **k)
    return inner
@logged
def get(x, y=2):
    "doc of get"
    return x + y
get.tag = 1
@logged
@logged
def two(): pass
print get(1), get(1, y=5), get.__name__, get.__doc__, get.__module__, two.__name__
def param(n):
    def deco(f):
        @functools.wraps(f)
        def w(*a): return [f(*a)] * n
        w.n = n
        return w
    return deco
@param(3)
def z(a): return a
print z(1), z.n, z.__dict__
@functools.wraps(z)
def copy(): pass
print copy.n, copy.__name__, copy.func_name, copy.__name__
class K(object):
    @logged
    def m(q):
        "mdoc"
        return q
print K().m.__name__, K.m.__name__, K().m.__doc__, K().m.im_func is K.__dict__["m"], K().m.im_self.__class__ is K
class Deco(object):
    def __init__(self, f):
        functools.update_wrapper(self, f)
        self.f = f
    def __call__(self, *a): return self.f(*a)
@Deco
def dd(a): return a
print dd(3), dd.__name__
def ff(a, b=1, *c): x = 1
print ff.func_name, ff.func_defaults, ff.__defaults__, get.__module__
p = functools.partial(ff, 1)
try:
    @functools.wraps(p)
    def q(): pass
except AttributeError: print 'no name'`,
    `called get (1,) []
3 called get (1,) ['y']
6 get doc of get __main__ two
[1, 1, 1] 3 {'n': 3}
3 z z z
m m mdoc True True
3 dd
ff (1,) (1,) __main__
no name
`,
  ],
];

const python = startPython();
afterAll(python.stop);

describe('functions, closures and classes', () => {
  test.each(corpus)('%s', (_, script, output) => {
    const { error, output: printed } = python.run(script);
    expect({ error, printed }).toEqual({ error: null, printed: output });
  });
});
