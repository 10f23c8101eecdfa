import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

const python = startPython();
afterAll(python.stop);

/** Scripts that end badly, and what is told of it. */
const failures: readonly (readonly [
  says: string,
  script: string,
  type: string,
  message: string,
  line: number | null,
])[] = [
  [
    'an exception in a function has the line that raised it',
    "def f():\n    raise Exception('stop here')\n\nf()",
    'Exception',
    'stop here',
    2,
  ],
  ['a missing key is quoted', "x = {}\nx['a']", 'KeyError', "'a'", 2],
  ['an unknown name is named', '\n\nnope', 'NameError', "name 'nope' is not defined", 3],
  ['a class of the script keeps its name', "class Stop(Exception):\n    pass\nraise Stop('now')", 'Stop', 'now', 3],
  ['a syntax error has its line', 'x = 1\nx = = 2', 'SyntaxError', 'invalid syntax', 2],
  ['prose is no script', 'Please ask Ann before this one', 'SyntaxError', 'invalid syntax', 1],
  ['an error in indentation has its line', 'if True:\nx = 1', 'SyntaxError', 'invalid syntax', 2],
  ['endless recursion ends', 'def f():\n    return f()\nf()', 'RuntimeError', 'maximum recursion depth exceeded', 2],
  ['division by zero', '1 / 0', 'ZeroDivisionError', 'integer division or modulo by zero', 1],
  ['an exit with a code fails', 'import sys\nsys.exit(1)', 'SystemExit', '1', 2],
  ['an exit with a text fails', "import sys\nsys.exit('broken')", 'SystemExit', 'broken', 2],
  [
    'files are named as not supported',
    "open('/etc/passwd')",
    'NotImplementedError',
    'open is not supported: scripts have no files',
    1,
  ],
  [
    'os is refused with its reason',
    'import os',
    'ImportError',
    'No module named os: not supported, since scripts have no operating system',
    1,
  ],
  [
    'subprocess is refused with its reason',
    'import subprocess',
    'ImportError',
    'No module named subprocess: not supported, since scripts have no operating system',
    1,
  ],
  [
    'sockets are refused with their reason',
    '\nimport socket',
    'ImportError',
    'No module named socket: not supported, since scripts have no network',
    2,
  ],
  [
    'requests are refused with their reason',
    'import requests',
    'ImportError',
    'No module named requests: not supported, since scripts have no network',
    1,
  ],
  [
    'urllib2 is refused with its reason',
    'import urllib2',
    'ImportError',
    'No module named urllib2: not supported, since scripts have no network',
    1,
  ],
  [
    'Java is refused with its reason',
    'from java.util import Date',
    'ImportError',
    'No module named java.util: not supported, since there is no Java behind scripts',
    1,
  ],
  [
    'an unknown module is refused',
    'import leftpad',
    'ImportError',
    'No module named leftpad: not among the modules that scripts can import',
    1,
  ],
  [
    'addresses are not opened',
    "import urllib\nurllib.urlopen('http://localhost')",
    'IOError',
    'urlopen is not supported: scripts have no network',
    2,
  ],
  [
    'nobody is asked',
    "raw_input('who?')",
    'NotImplementedError',
    'raw_input is not supported: scripts have no terminal',
    1,
  ],
  [
    'texts are not run',
    "eval('1 + 1')",
    'NotImplementedError',
    'eval is not supported: scripts cannot compile text',
    1,
  ],
  [
    'scripts do not wait',
    'import time\ntime.sleep(1)',
    'NotImplementedError',
    'time.sleep is not supported: scripts may not wait',
    2,
  ],
  ['a pattern that is none is refused', "import re\nre.compile('(')", 'error', 'Unterminated group', 2],
];

describe('failures', () => {
  test.each(failures)('%s', (_, script, type, message, line) => {
    expect(python.run(script).error).toEqual({ type, message, line });
  });

  test('an exit without a code, or with 0, is an end like any other', () => {
    const script = (code: string): string => `import sys\nresult = 'so far'\nsys.exit(${code})\nresult = 'no further'`;
    for (const code of ['', '0', 'None'])
      expect(python.run(script(code))).toMatchObject({ error: null, result: 'so far' });
  });

  test('what was printed and asked before a failure is told', () => {
    expect(python.run("print 'first'\nraise Exception('then')")).toMatchObject({
      output: 'first\n',
      error: { line: 2 },
    });
  });

  test('compiling tells of the first error and runs nothing', () => {
    expect(python.compile("raise Exception('never')")).toEqual({});
    expect(python.compile('if x\n    y')).toEqual({
      error: { type: 'SyntaxError', message: 'invalid syntax', line: 1 },
    });
  });

  test('output is cut', () => {
    expect(python.run("for i in range(20000):\n    print 'x' * 100").output).toHaveLength(72 * 1024);
  });
});

/** What one run does, and what the next one must not see of it. */
const traces: readonly (readonly [says: string, before: string, after: string, result: unknown])[] = [
  ['global names', 'leak = 1', "'leak' in globals()", false],
  ['names in a module', 'import json\njson.leak = 1', 'import json\nresult = hasattr(json, "leak")', false],
  ['names in a module of skulpt', 'import math\nmath.pi = 3', 'import math\nresult = math.pi > 3', true],
  [
    'replaced functions of a module',
    'import hmac\nhmac.compare_digest = lambda a, b: True',
    "import hmac\nresult = hmac.compare_digest('a', 'b')",
    false,
  ],
  ['the list of modules', "import sys\nsys.modules['os'] = 1", 'import sys\nresult = sys.modules.has_key("os")', false],
  ['the search path', "import sys\nsys.path.append('x')", 'import sys\nresult = sys.path', []],
  ['a replaced stream', 'import sys\nsys.stdout = None', "print 'seen'\nresult = 1", 1],
  ['an open print', "print 'a',", "print 'b'\nresult = 1", 1],
  [
    'the seed of chance',
    'import random\nrandom.seed(1)',
    'import random\nresult = random.random() == 0.417022004702574',
    false,
  ],
  ['attributes of types', 'try:\n    dict.leak = 1\nexcept TypeError:\n    pass', 'hasattr(dict, "leak")', false],
  [
    'attributes of exceptions',
    'try:\n    ValueError.leak = 1\nexcept TypeError:\n    pass',
    'hasattr(ValueError, "leak")',
    false,
  ],
  [
    'attributes of functions of a module',
    'import itertools, random\nfor f in [random.choice, len, itertools.chain]:\n    try:\n        f.leak = 1\n    except (TypeError, AttributeError):\n        pass',
    'import itertools, random\nresult = [hasattr(f, "leak") for f in [random.choice, len, itertools.chain]]',
    [false, false, false],
  ],
  [
    'attributes of modules classes',
    'import string, datetime, collections\nfor c in [string.Template, datetime.datetime, collections.OrderedDict]:\n    try:\n        c.leak = 1\n    except TypeError:\n        pass',
    'import string, datetime, collections\nresult = [hasattr(c, "leak") for c in [string.Template, datetime.datetime, collections.OrderedDict]]',
    [false, false, false],
  ],
];

describe('the same isolate again', () => {
  test.each(traces)('hides %s', (_, before, after, result) => {
    python.run(before);
    expect(python.run(after)).toMatchObject({ error: null, result });
  });

  test('runs the same compiled script with fresh names', () => {
    const script = "if 'count' in globals():\n    count += 1\nelse:\n    count = 1\nresult = count";
    expect([1, 2, 3].map(() => python.run(script).result)).toEqual([1, 1, 1]);
  });

  test('starts each run with its own inputs', () => {
    const ask = (items: readonly string[]) =>
      python.run("items.append('x')\nresult = items", { inputs: { items } }).result;
    expect([ask(['a']), ask(['b'])]).toEqual([
      ['a', 'x'],
      ['b', 'x'],
    ]);
  });
});
