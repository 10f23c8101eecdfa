import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

/** Scripts that compile texts or use names as a dict, with the output of CPython 2.7. */
const corpus: readonly (readonly [says: string, script: string, output: string])[] = [
  [
    'expressions have values',
    `x = 5
print eval('x + 1'), eval(' [i * x for i in range(3)]'), eval('a + x', {'a': 1, 'x': 2}), eval('a + x', {'a': 1}, {'x': 10}), eval("{'a': [1, None, True]}"), eval('(lambda y: y + x)(2)')`,
    `6 [0, 5, 10] 3 11 {'a': [1, None, True]} 7
`,
  ],
  [
    'names of a function are visible',
    `def f(a, b=2, *rest):
    c = a
    def inner():
        return c
    x = 7
    return eval('a + b + c + x'), sorted(locals().keys()), '%(a)s-%(c)s' % locals()
print f(1)`,
    `(11, ['a', 'b', 'c', 'inner', 'rest', 'x'], '1-1')
`,
  ],
  [
    'statements run with their own names',
    `x = 5
y = 10
def g(v):
    exec 'w = v * 2' in {'v': v}
    d = {'v': v}
    exec 'w = v * 2' in d
    return d['w']
print g(4)
ns = {}
exec '''
class K(object):
    def m(self):
        return 'm'
k = K().m()
''' in ns
print ns['k'], sorted(k for k in ns.keys() if not k.startswith('__'))
g1, l1 = {'q': 1}, {}
exec 'r = q + 1' in g1, l1 # a comment in y
print l1, 'r' in g1
exec ('s = 1', ns)
print ns['s']`,
    `8
m ['K', 'k']
{'r': 2} False
1
`,
  ],
  [
    'statements run with the names of the script',
    `x = 5
exec 'y = x * 2'
print y
exec "def h(n):\\n    return n + y\\n"
print h(1)
exec('z = 3'); print z
if x: exec 'inline = 1'; print inline`,
    `10
11
3
1
`,
  ],
  [
    'a write to a names dict sets a name',
    `locals()['made'] = 'by name'
globals()['also'] = 2
print made, also, 'made' in globals(), 'nothing' in locals()
for key, value in {'out1': 1, 'out2': 2}.items():
    locals()[key] = value
print out1 + out2
del globals()['also']
try:
    also
except NameError, e:
    print e`,
    `by name 2 True False
3
name 'also' is not defined
`,
  ],
  [
    'classes, generators and comprehensions have names, too',
    `class C(object):
    p = 1
    names = sorted(n for n in locals().keys() if not n.startswith('_'))
    q = eval('p + 1')
print C.names, C.q
def gen(n):
    m = 3
    yield eval('n + m')
print list(gen(1))
def counter():
    total = [eval('n * 2') for n in range(3)]
    return total
print counter()`,
    `['p'] 2
[4]
[0, 2, 4]
`,
  ],
  [
    'an error in a text is like any other error',
    `for bad in ['1 +', 'x = 1', 'nope', '', '1\\n2']:
    try:
        print eval(bad)
    except (SyntaxError, NameError), e:
        print type(e).__name__
try:
    exec 'raise ValueError("inside")'
except ValueError, e:
    print e`,
    `SyntaxError
SyntaxError
NameError
SyntaxError
SyntaxError
inside
`,
  ],
  [
    'a text can import modules',
    `exec "import json\\nprint json.dumps([1])"
print 'exec "in a text"', "exec x in y" # exec in a comment`,
    `[1]
exec "in a text" exec x in y
`,
  ],
];

const python = startPython();
afterAll(python.stop);

describe('eval, exec, locals and globals', () => {
  test.each(corpus)('%s', (_, script, output) => {
    const { error, output: printed } = python.run(script);
    expect({ error, printed }).toEqual({ error: null, printed: output });
  });
});
