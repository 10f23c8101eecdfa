import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Jar, startPython } from './testing.ts';

const python = startPython();
afterAll(python.stop);
beforeEach(() => python.addJars());

/** Typical jars, each with a script and its output. */
const layouts: readonly (readonly [says: string, jar: Jar, script: string, output: string])[] = [
  [
    'a package with modules, by each form of import',
    { 'acme/__init__.py': '"""The acme."""\nname = "acme"', 'acme/lib.py': 'def f(x):\n    return x + 1' },
    `import acme.lib
import acme.lib as l
from acme import lib, name
from acme.lib import f, f as g
print acme.lib.f(1), l.f(2), lib.f(3), f(4), g(5), name, acme.__doc__, acme.lib is l`,
    '2 3 4 5 6 acme The acme. True\n',
  ],
  [
    'folders without __init__.py, and modules at the root',
    {
      'httputil/http/Request.py': 'class Request(object):\n    size = 1',
      'util.py': 'def error(m):\n    return "error " + m',
    },
    `from httputil.http.Request import Request
import httputil.http.Request
from util import error
print Request().size, httputil.http.Request.Request is Request, error('x'), httputil.__name__, httputil.__file__ == ''`,
    '1 True error x httputil True\n',
  ],
  [
    'modules beside a module, imported by name and with dots',
    {
      'acme/__init__.py': 'from base import Base\nfrom .sub import deep',
      'acme/base.py': 'import json\nclass Base(object):\n    text = json.dumps([1])',
      'acme/sub/__init__.py': '',
      'acme/sub/deep.py':
        'from ..base import Base\nfrom . import other\nimport other as same\nvalue = [Base.text, other.x, other is same]',
      'acme/sub/other.py': 'x = 7',
    },
    `from acme import Base, deep
import acme.sub.other
print Base.text, deep.value, acme.sub.deep is deep, acme.base.Base is Base`,
    "[1] ['[1]', 7, True] True True\n",
  ],
  [
    'modules that import each other',
    {
      'acme/a.py': 'import acme.b\ndef f():\n    return acme.b.g()\ndef h():\n    return "h"',
      'acme/b.py': 'from acme import a\ndef g():\n    return a.h()',
    },
    'from acme.a import f\nprint f()',
    'h\n',
  ],
  [
    'a module with the name of a product module: at the root that of the product, beside a module its own',
    {
      'json.py': 'mine = True',
      'jira/json.py': 'mine = True',
      'jira/client.py': 'import json, string\nmine = hasattr(json, "mine"), hasattr(string, "upper")',
      'string/helper.py': 'x = 1',
    },
    `import json
from jira.client import mine
from string.helper import x
print hasattr(json, 'mine'), mine, x`,
    'False (True, True) 1\n',
  ],
  [
    'the script itself as a module, and state that lasts for the run',
    {
      'acme/state.py':
        'count = 0\nclass Counter(object):\n    all = []\ndef up():\n    global count\n    count += 1\n    return count',
      'acme/Task.py': 'import acme.state\nacme.state.Counter.all.append(__name__)\nresult = acme.state.up()',
    },
    `from acme import state
import acme.Task
state.up()
print state.count, acme.Task.result, state.Counter.all, __name__, reload(acme.Task).result, state.Counter.all`,
    "2 1 ['acme.Task'] __main__ 3 ['acme.Task', 'acme.Task']\n",
  ],
  [
    'the names of a module about itself',
    {
      'acme/__init__.py': '__all__ = ["one", "two"]\ntwo = 2\nthree = 3',
      'acme/one.py': 'x = globals().has_key("x")\ny = sorted(globals().keys())[-1]',
    },
    `from acme import *
import sys, acme, acme.one
print one.__name__, one.__file__, one.__package__, acme.__path__, two, 'three' in globals(), one.y, sys.modules['acme.one'] is one
print __import__('acme.one').one is one, __import__('acme.one', fromlist=['x']) is one, sorted(globals().keys())[-3:]`,
    "acme.one acme/one.py acme ['acme'] 2 False x True\nTrue True ['one', 'sys', 'two']\n",
  ],
  [
    'modules with Python 2 syntax',
    {
      'acme/lib.py':
        'from __future__ import print_function\nimport re\nprint("a", `1`, sep="-")\ndef f((a, b), c=r"\\d"):\n    return a + b, bool(re.match(c, "1"))',
    },
    'from acme.lib import f\nprint f((1, 2)), 1 / 2',
    'a-1\n(3, True) 0\n',
  ],
];

describe('a script imports modules of its own jar', () => {
  test.each(layouts)('%s', (_, jar, script, output) => {
    python.addJars(jar);
    for (const run of [1, 2]) {
      const { error, output: printed } = python.run(script);
      expect({ run, error, printed }).toEqual({ run, error: null, printed: output });
    }
  });
});

test('globals() and locals() contain the names of the calling module', () => {
  python.addJars({
    'acme/client.py': `class Client(object):
    def create(self, variables):
        return {'issue': variables['key'] + '-1', 'count': 2}
def mine():
    globals()['made'] = 'in acme'
    return sorted(name for name in globals() if not name.startswith('__'))`,
  });
  const script = `from acme import client
key = 'A'
for name, value in getattr(client.Client(), 'create')(locals()).items():
    locals()[name] = value
globals().update({'more': issue})
gone = 1
del globals()['gone']
print client.mine(), client.made, 'gone' in globals(), globals().pop('count'), 'count' in globals()`;
  expect(python.run(script, { wanted: ['issue', 'more', 'made', 'gone', 'count'] })).toMatchObject({
    error: null,
    variables: { issue: 'A-1', more: 'A-1' },
    output: "['Client', 'made', 'mine'] in acme False 2 False\n",
  });
});

describe('jars are separate', () => {
  const one = { 'one/client.py': 'from httputil.request import name', 'httputil/request.py': 'name = "of one"' };
  const two = { 'two/client.py': 'from httputil.request import name', 'httputil/request.py': 'name = "of two"' };

  test('each module imports from its own jar, and the script from the first jar', () => {
    python.addJars(one, two);
    const script = `from two.client import name as second
from one.client import name as first
from httputil.request import name
print first, second, name`;
    expect(python.run(script)).toMatchObject({ error: null, output: 'of one of two of one\n' });
  });

  test('a change of a module by one run is not visible in the next', () => {
    python.addJars({ 'acme/lib.py': 'x = []\nclass C(object):\n    pass' });
    expect(python.run('from acme import lib\nlib.x.append(1)\nlib.C.y = 1\nlib.z = 1').error).toBeNull();
    const inspecting = 'import acme.lib\nresult = [acme.lib.x, hasattr(acme.lib.C, "y"), hasattr(acme.lib, "z")]';
    expect(python.run(inspecting)).toMatchObject({ error: null, result: [[], false, false] });
  });
});

describe('the imports of a script or module are determined before it runs', () => {
  test.each([
    [
      'imports anywhere in the text',
      'def f():\n  try:\n    import a.b\n  except ImportError:\n    from c import d, e',
      ['a/b.py', 'c.py'],
    ],
    ['imported names that are modules', 'from a import b, nothing\nimport json', ['a/__init__.py', 'a/b.py']],
    ['no imports', 'import json, datetime', []],
  ])('%s', (_, script, files) => {
    python.addJars({ 'a/b.py': '', 'c.py': '', ...(files.includes('a/__init__.py') ? { 'a/__init__.py': '' } : {}) });
    const { needs = [] } = python.compile(script) as { readonly needs?: readonly string[] };
    expect(needs.toSorted()).toEqual(files.map((file) => `jar0/${file}`));
  });
});
