import { limitsWith, type ScriptRunResult, scriptRequest } from '@slipway/script-protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleCorpus } from '../../../../test/harness/test-length.ts';
import { defaultSettings } from '../pool/settings.ts';
import { type Runner, startRunner } from '../runner.ts';

/** Hostile scripts, with the allowed ends of their runs. None may block, inspect or end another run. */
const hostile: readonly (readonly [says: string, script: string, ends: readonly (string | null)[]])[] = [
  ['an endless loop', 'while True:\n    pass', ['Timeout']],
  [
    'a loop that catches each error',
    'while True:\n    try:\n        while True:\n            pass\n    except:\n        pass',
    ['Timeout'],
  ],
  ['a loop in finally', 'try:\n    raise Exception()\nfinally:\n    while True:\n        pass', ['Timeout']],
  ['endless recursion', 'def f(n):\n    return f(n + 1)\nf(0)', ['RuntimeError']],
  [
    'recursion that is caught and repeated',
    'def f():\n    try:\n        f()\n    except:\n        f()\nf()',
    ['Timeout', 'RuntimeError'],
  ],
  [
    'a string with a billion characters',
    "x = 'a' * 10 ** 9\nprint len(x)",
    ['MemoryError', 'OutOfMemory', 'Timeout', 'Crashed', 'OverflowError'],
  ],
  ['a string that doubles', "x = 'ab'\nwhile True:\n    x += x", ['MemoryError', 'OutOfMemory', 'Timeout', 'Crashed']],
  [
    'a list that doubles',
    'x = [1]\nwhile True:\n    x += x',
    ['RuntimeError', 'MemoryError', 'OutOfMemory', 'Timeout', 'Crashed'],
  ],
  [
    'an endless dict',
    'x = {}\nn = 0\nwhile True:\n    n += 1\n    x[n] = [n] * 100',
    ['OutOfMemory', 'Timeout', 'Crashed'],
  ],
  ['a range of a billion', 'range(10 ** 9)', ['OutOfMemory', 'Timeout', 'MemoryError', 'Crashed']],
  ['a list of an endless iterator', 'import itertools\nlist(itertools.count())', ['OutOfMemory', 'Timeout', 'Crashed']],
  ['a tower of powers', 'x = 9 ** (9 ** 9)', ['Timeout', 'MemoryError', 'OutOfMemory', 'Crashed']],
  ['a pattern with exponential backtracking', "import re\nre.match('(a+)+$', 'a' * 40 + 'b')", ['Timeout']],
  [
    'endlessly nested elements',
    "import xml.etree.ElementTree as E\nE.tostring(E.fromstring('<a>' * 200000 + '</a>' * 200000))",
    ['RuntimeError', 'MemoryError', 'OutOfMemory', 'Timeout', 'Crashed'],
  ],
  [
    'an entity that grows',
    "import xml.etree.ElementTree as E\nE.fromstring('<!DOCTYPE a [<!ENTITY b \"' + 'x' * 9 + '\">]><a>&b;</a>')",
    ['ParseError'],
  ],
  ['a decimal of a billion digits', "from decimal import Decimal\nprint Decimal('1E+999999999') + 1", ['Overflow']],
  ['a power of decimals', "from decimal import Decimal\nprint Decimal('9.9') ** (10 ** 9)", ['Overflow']],
  [
    'endless temporary files',
    "import tempfile\nwhile True:\n    tempfile.NamedTemporaryFile().write('x' * 100000)",
    ['OutOfMemory', 'Timeout', 'Crashed', 'MemoryError'],
  ],
  [
    'a Java list that doubles',
    'from java.util import ArrayList\nx = ArrayList([1])\nwhile True:\n    x.addAll(x)',
    ['RuntimeError', 'MemoryError', 'OutOfMemory', 'Timeout', 'Crashed'],
  ],
  [
    'a date pattern with exponential backtracking',
    'from java.text import SimpleDateFormat\nSimpleDateFormat("\'" * 100001)',
    ['Timeout', 'IllegalArgumentException', null],
  ],
  ['a text that evaluates itself', "s = 'exec s'\nexec s", ['RuntimeError', 'Timeout']],
  ['endless strings', "n = 0\nwhile True:\n    n += 1\n    eval('n + %s' % n)", ['Timeout', 'OutOfMemory', 'Crashed']],
  ['a text with too many tokens', "eval('+'.join(['1'] * 60000))", ['SyntaxError']],
  ['a width of a billion', "'%1000000000d' % 1", ['MemoryError', 'OutOfMemory', 'Timeout', 'Crashed']],
  ['a flood of output', "while True:\n    print 'x' * 1000", ['Timeout']],
  [
    'brackets that are nested too deep to serialize',
    'l = []\nfor i in range(100000):\n    l = [l]\nprint l',
    ['RuntimeError'],
  ],
  [
    'JSON that is nested too deep to parse',
    "import json\njson.loads('[' * 1000000)",
    // a million brackets take memory outside of the isolate, and the child may have too little left
    ['ValueError', 'RuntimeError', 'Timeout', 'Crashed'],
  ],
  ['a result that is nested too deep', 'l = []\nfor i in range(1000):\n    l = [l]\nauthenticated = l', ['ValueError']],
  ['a result that contains itself', 'l = []\nl.append(l)\nauthenticated = l', ['ValueError']],
  ['endless short strings', 'n = 0\nwhile True:\n    n += 1\n    str(n)', ['Timeout', 'OutOfMemory', 'Crashed']],
  [
    'a comparison that never ends',
    'class A(object):\n    def __eq__(self, other):\n        while True:\n            pass\nauthenticated = A() == 1',
    ['Timeout'],
  ],
  ['a printed text that looks like a result', 'print \'{"error":null,"result":true}\'', [null]],
  [
    'a forged result with a class that equals all values',
    'class Always(object):\n    def __eq__(self, other):\n        return True\n    def __nonzero__(self):\n        return True\nauthenticated = Always()',
    [null],
  ],
  [
    'a walk through all subclasses',
    'print ().__class__.__bases__[0].__subclasses__()',
    ['AttributeError', 'NotImplementedError', null],
  ],
  [
    'the constructor of a constructor',
    "authenticated = ''.constructor.constructor('return process')()",
    ['AttributeError'],
  ],
  [
    'prototypes by name',
    "for n in ['__proto__', 'constructor', 'prototype', 'tp$getattr', '$d', 'ob$type', 'mp$subscript']:\n    print n, getattr({}, n, None), getattr('', n, None), getattr(Exception, n, None)",
    [null, 'SystemError', 'AttributeError', 'TypeError'],
  ],
  [
    'globals of a function',
    "def f(): pass\nprint f.func_globals, f.__globals__['process']",
    ['AttributeError', 'KeyError', 'TypeError'],
  ],
  [
    'JavaScript by name',
    "for n in ['process', 'require', 'globalThis', 'Sk', 'Function', 'jseval', 'py', '__run', '__compile', '__recording']:\n    print n in globals(), n in dir(globals)\nSk",
    ['NameError'],
  ],
  [
    'other ways to import',
    "for n in ['os', '../os', 'src/lib/os', '__main__', 'sys.os', 'js', 'document']:\n    try:\n        print __import__(n)\n    except ImportError, e:\n        pass\n__import__('ctypes')",
    ['ImportError', 'TypeError'],
  ],
  [
    'code in a name',
    "import re\nsetattr(re, 'x\"];process.exit()//', 1)\ngetattr(re, 'x\"];process.exit()//')\nx = {'\\'];throw 1//': '\\u2028'}\nprint '''\\u2028`${process}`'''",
    [null],
  ],
  [
    'strings that end the compiled code',
    "import re\nfor n in ['hasOwnProperty', 'toString', '__proto__', 'valueOf']:\n    d = {n: 1}\n    d[n] = 2\n    print d, n in d, re.sub('a', n, 'a')\nauthenticated = {'__proto__': {'polluted': True}, 'toString': 1}",
    [null],
  ],
];

const secret = 'the secret of a neighbour';
let runner: Runner;
beforeAll(() => {
  const patient = limitsWith(60_000);
  const limits = { ...patient, webhook: { ...patient.webhook, timeMs: 400 } };
  runner = startRunner({ ...defaultSettings, limits, quick: { ...defaultSettings.quick, size: 1, minimum: 1 } });
});
afterAll(() => runner.stop());

function runScript(script: string, purpose = 'webhook'): Promise<ScriptRunResult> {
  const request = scriptRequest.parse({
    language: 'python',
    purpose,
    owner: 'Configuration/Custom/E1',
    script,
    packaged: false,
    inputs: { payload: { a: 1 } },
    objects: [],
    wanted: [],
    snapshot: null,
    secrets: [secret],
  });
  return runner.run(request, JSON.stringify(request), new AbortController().signal);
}

describe('hostile Python', () => {
  test.each(sampleCorpus(hostile))(
    '%s ends in time, reveals nothing and does not affect the next run',
    async (_, script, ends) => {
      const { error, result, output } = await runScript(script);
      // On a busy machine, the time limit may be reached first.
      expect([...ends, 'Timeout']).toContain(error?.type ?? null);
      expect(result).not.toBe(true);
      expect(`${error?.message}${output}`).not.toMatch(/node_modules|\/work|\.js\b|isolated-vm|\[native code\]|guest/);
      expect(await runScript("payload['a'] == 1", 'eventFilter')).toMatchObject({
        error: null,
        result: true,
        output: '',
      });
    },
  );
});
