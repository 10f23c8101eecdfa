import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

/** Scripts with the output of CPython 2.7. */
const corpus: readonly (readonly [behavior: string, script: string, output: string])[] = [
  [
    'continue and break leave a with statement',
    `class Lock(object):
    def __enter__(self): return self
    def __exit__(self, *x): pass
for env in ["dev", "prod", "test"]:
    with Lock():
        if env == "prod":
            continue
        print "deploy", env
for i in range(1, 4):
    with Lock():
        if i == 2:
            break
        print i`,
    `deploy dev
deploy test
1
`,
  ],
  [
    'a clean-up that raises an error after a return runs once',
    `def f():
    try:
        return 1
    finally:
        print "released"
        raise ValueError("no")
try:
    f()
except ValueError, e:
    print "caught", e
class L(object):
    def __enter__(self): return self
    def __exit__(self, *x):
        print "exit"
        raise ValueError(2)
def g():
    with L():
        return 1
try:
    g()
except ValueError, e:
    print "caught", e`,
    `released
caught no
exit
caught 2
`,
  ],
  [
    'a generator that resumes inside a try has its handlers',
    `def g():
    try:
        yield 1
        raise ValueError("late")
    except ValueError:
        yield "skipped"
try:
    print list(g())
except ValueError, e:
    print "left the generator:", e
def h():
    try:
        yield 1
        yield 2
    finally:
        print "closed"
for x in h():
    print x
    break
print "end"`,
    `[1, 'skipped']
1
closed
end
`,
  ],
  [
    'print writes to any stream',
    `import StringIO
buf = StringIO.StringIO()
print >>buf, "line", 1
print >>buf
print "to the task"
print repr(buf.getvalue())
class W(object):
    def __init__(self): self.t = []
    def write(self, s): self.t.append(s)
w = W()
print >>w, "a", "b"
print w.t`,
    `to the task
'line 1\\n\\n'
['a', ' ', 'b', '\\n']
`,
  ],
  [
    'raise takes a class, a value or no argument',
    `class E1(Exception): pass
def r():
    try:
        raise E1, "x"
    except E1, e:
        try: raise KeyError, ('a',)
        except KeyError: pass
        print repr(e), e.args
        raise E1, ("a", "b")
try: r()
except E1, e: print e.args
try: raise 5
except TypeError, e: print e`,
    `E1('x',) ('x',)
('a', 'b')
exceptions must be old-style classes or derived from BaseException, not int
`,
  ],
  [
    'jumps run all clean-ups up to their target',
    `class CM(object):
    def __init__(self, n, s=False): self.n = n; self.s = s
    def __enter__(self): print 'enter', self.n; return self.n, self.s
    def __exit__(self, t, v, tb):
        print 'exit', self.n, t is None or t.__name__, v
        return self.s
with CM(1, True) as (a, b):
    print a, b
    raise ValueError('x')
def loop():
    for i in range(5):
        with CM(i), CM(i + 10, True):
            if i == 1: continue
            if i == 3: return 'r'
            if i == 2: raise KeyError(i)
print loop()
def w():
    while True:
        try:
            try: return 1
            finally:
                while True:
                    try: return 2
                    finally: break
        finally:
            print 'f'
print w()
for i in xrange(3):
    try:
        if i == 1: continue
    finally: print 'fi', i
else: print 'else'
def bad():
    try: pass
    finally:
        raise KeyError('k')
try: bad()
except KeyError, e: print e
try:
    with 5: pass
except AttributeError, e: print e`,
    `enter 1
1 True
exit 1 ValueError x
enter 0
enter 10
exit 10 True None
exit 0 True None
enter 1
enter 11
exit 11 True None
exit 1 True None
enter 2
enter 12
exit 12 KeyError 2
exit 2 True None
enter 3
enter 13
exit 13 True None
exit 3 True None
r
f
1
fi 0
fi 1
fi 2
else
'k'
__exit__
`,
  ],
  [
    'generators are closed, receive exceptions and are left early',
    `def gen():
    try:
        x = yield 1
        print 'got', x
        try:
            yield 2
        except ValueError, e:
            print 'caught', e
            yield 'c'
        yield 3
    finally:
        print 'fin'
g = gen()
print g.next(), g.send('s'), g.throw(ValueError('v')), g.next()
try: g.next()
except StopIteration: print 'stop'
g = gen(); print next(g); g.close()
try: g.next()
except StopIteration: print 'stop'
class It(object):
    def __iter__(self):
        try:
            for i in range(3): yield i
        finally: print 'it closed'
for x in It():
    if x == 1: break
def outer():
    for x in It(): yield x * 2
for x in outer(): break
print 'end'
def h():
    yield 1
    raise StopIteration
    yield 2
print list(h()), sum(h())`,
    `1 got s
2 caught v
c 3
fin
stop
1
fin
stop
it closed
it closed
end
[1] 1
`,
  ],
];

const python = startPython();
afterAll(python.stop);

describe('control flow and generators', () => {
  test.each(corpus)('%s', (_, script, output) => {
    const { error, output: printed } = python.run(script);
    expect({ error, printed }).toEqual({ error: null, printed: output });
  });
});

/** Statements that CPython 2.7 does not compile, with its message. */
const refused: readonly (readonly [script: string, message: string])[] = [
  ['for i in [1]:\n    try: pass\n    finally: continue', "'continue' not supported inside 'finally' clause"],
  ['break', "'break' outside loop"],
  ['if 1:\n    continue', "'continue' not properly in loop"],
  ['def f():\n    yield 1\n    return 2', "'return' with argument inside generator"],
  ['return 1', "'return' outside function"],
  ['def f():\n    a = 1\n    def g(): return a\n    del a', "can not delete variable 'a' referenced in nested scope"],
  ['def f(): return ((yield x) for x in [1])', "'yield' is not supported in a generator expression"],
];
test.each(refused)('%j is rejected', (script, message) => {
  expect(python.run(script).error).toMatchObject({ type: 'SyntaxError', message });
});
