import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

/** Extensions of the compiler, and introspection of Python, with the output of CPython 2.7. */
const corpus: readonly (readonly [says: string, script: string, output: string])[] = [
  [
    'generators take any number of arguments',
    `def g(*args):
    """doc"""
    for a in args:
        a = a * 2
        yield a
def h(a, b=5, *args, **kw):
    def inner(*more):
        yield more
    yield a, b, args, sorted(kw.items())
    for x in inner(1):
        yield x
class A(object):
    def m(self, *args):
        for a in args:
            yield self, a
    @staticmethod
    def s(**kw):
        for k in sorted(kw):
            yield k
def deep(*a):
    if a:
        yield a[0]
        for x in deep(*a[1:]):
            yield x
a = A()
print list(g(1, 2)), g.__doc__, g.__name__
print list(h(1, 2, 3, c=4)), list(h(1))
print [x for me, x in a.m(1, 2) if me is a], list(A.s(b=1, a=2)), list(deep(1, 2, 3))
def none(*args):
    return (x for x in args), lambda: (yield 1)
print list(none(1, 2)[0])`,
    `[2, 4] doc g
[(1, 2, (3,), [('c', 4)]), (1,)] [(1, 5, (), []), (1,)]
[1, 2] ['a', 'b'] [1, 2, 3]
[1, 2]
`,
  ],
  [
    'raw strings can be unicode',
    `print ur'a\\d\\u0041\\\\u0041', UR"x\\n", len(ur'\\n'), [ur"""a
b\\s"""], ur'\\u0027' == "'", ur'a\\'b"c', ur'\\\\'`,
    `a\\dA\\\\u0041 x\\n 2 ['a\\nb\\\\s'] True a\\'b"c \\\\
`,
  ],
  [
    'strings that look like compiled code stay unchanged',
    `def f():
    a = "Sk.misceval.loadname('locals',$gbl)"
    b = 'var $scope1=(function f1($gen){'
    c = "$err = err;err.traceback.push({"
    return locals()
print sorted(f().items())
x = "Sk.misceval.loadname('eval_$rw$',$gbl)" + '"' + "'" + eval("'globals'")
print x`,
    `[('a', "Sk.misceval.loadname('locals',$gbl)"), ('b', 'var $scope1=(function f1($gen){'), ('c', '$err = err;err.traceback.push({')]
Sk.misceval.loadname('eval_$rw$',$gbl)"'globals
`,
  ],
  [
    'the type of division depends on the text',
    `from __future__ import division
x = 7
x /= 2
print 1 / 2, x, 7 // 2, 10 ** 20 / 10, eval('1 / 2'), "Sk.abstr.numberBinOp(x,y,'Div')"
try:
    1 / 0
except ZeroDivisionError:
    print 'zero'`,
    `0.5 3.5 3 1e+19 0.5 Sk.abstr.numberBinOp(x,y,'Div')
zero
`,
  ],
  [
    'a log file is dropped',
    `import logging, logging.handlers
logging.basicConfig(filename='/var/log/x.log', level=logging.DEBUG)
logging.info('lost')
logging.getLogger('a').error('lost')
other = logging.getLogger('other')
other.propagate = False
for handler in [logging.FileHandler('x.log'), logging.handlers.RotatingFileHandler('x', maxBytes=10)]:
    handler.setLevel(logging.DEBUG)
    handler.setFormatter(logging.Formatter('%(message)s'))
    other.addHandler(handler)
other.error('lost')
other.addHandler(logging.StreamHandler())
other.error('found')`,
    `found
`,
  ],
  [
    'modules are imported by computed names',
    `import importlib, imp
print importlib.import_module('os.path').join('a', 'b'), importlib.import_module('.path', 'os') is importlib.import_module('os.path')
print imp.reload(importlib) is importlib, imp.new_module('made').__name__
for call in [lambda: importlib.import_module('nothing'), lambda: importlib.import_module('.path'), lambda: imp.load_source('a', 'a.py')]:
    try:
        call()
    except Exception, e:
        print type(e).__name__`,
    `a/b True
True made
ImportError
TypeError
NotImplementedError
`,
  ],
  [
    'builtins, exceptions and warnings are modules',
    `import __builtin__, exceptions, warnings, simplejson
warnings.filterwarnings('ignore')
with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    warnings.warn('old', DeprecationWarning)
print __builtin__.len('ab'), exceptions.ValueError is ValueError, hasattr(exceptions, 'len'), simplejson.loads('[1]')`,
    `2 True False [1]
`,
  ],
  [
    'excessive recursion is a runtime error',
    `def f():
    f()
for each in [RuntimeError, StandardError]:
    try:
        f()
    except each, e:
        print type(e).__name__, e`,
    `RuntimeError maximum recursion depth exceeded
RuntimeError maximum recursion depth exceeded
`,
  ],
];

const python = startPython();
afterAll(python.stop);

describe('the parts of Python that scripts expect', () => {
  test.each(corpus)('%s', (_, script, output) => {
    const { error, output: printed } = python.run(script);
    expect({ error, printed }).toEqual({ error: null, printed: output });
  });

  test('true division applies only to the script or module that imports it', () => {
    python.addJars({
      'acme/old.py': 'def half(x):\n    return x / 2\n',
      'acme/new.py': 'from __future__ import division\ndef half(x):\n    return x / 2\n',
      'acme/many.py': 'def each(*args):\n    for a in args:\n        yield a\n',
    });
    const imports = 'from acme import old, new, many\n';
    const printed = 'print old.half(7), new.half(7), 7 / 2, list(many.each(1, 2))';
    expect(python.run(`${imports}${printed}`).output).toBe('3 3.5 3 [1, 2]\n');
    expect(python.run(`from __future__ import division\n${imports}${printed}`).output).toBe('3 3.5 3.5 [1, 2]\n');
    const computed = "import importlib\nprint importlib.import_module('acme.old').half(7)";
    expect(python.run(computed).output).toBe('3\n');
  });

  const path = 'Applications/Folder1/Folder2/Release1';
  const task = { id: `${path}/Phase1/Task1`, type: 'acme.Deploy', title: 'T', container: `${path}/Phase1` };
  const snapshot = {
    release: {
      id: path,
      type: 'rel.Release',
      title: 'R',
      phases: [{ id: `${path}/Phase1`, title: 'P', tasks: [task] }],
    },
    phaseId: `${path}/Phase1`,
    taskId: task.id,
    folder: { id: 'Applications/Folder1/Folder2', title: 'F' },
    releaseVariables: [],
    globalVariables: [],
    folderVariables: [],
  };
  test('names that scripts of the product family rely on exist', () => {
    const script = `print task.getTaskType(), release.folderId, release.getFolderId(), task.findFolderId(), release.findFolderId()
print getCurrentFolder().title, sys.maxint, logger.getName()
logger.error('told')`;
    const folder = 'Applications/Folder1/Folder2';
    expect(python.run(script, { purpose: 'task', snapshot }).output).toBe(
      `acme.Deploy ${folder} ${folder} ${folder} ${folder}\nF 9223372036854775807 script\nERROR:script:told\n`,
    );
  });

  test.each([
    ['subprocess', 'scripts have no operating system'],
    ['commands', 'scripts have no operating system'],
    ['multiprocessing', 'scripts have no operating system'],
    ['threading', 'scripts have no operating system'],
    ['paramiko', 'scripts can access the network only by HTTP requests'],
  ])('%s is rejected with the reason', (name, why) => {
    const { error, lacks } = python.run(`from ${name} import run; run()`);
    expect(error?.message).toBe(`No module named ${name}: not supported, since ${why}`);
    expect(lacks).toEqual([name]);
  });
});
