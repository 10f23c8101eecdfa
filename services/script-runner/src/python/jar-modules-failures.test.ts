import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Jar, startPython } from './testing.ts';

const python = startPython();
afterAll(python.stop);
beforeEach(() => python.addJars());

/** Failures and their errors. */
const failures: readonly (readonly [says: string, jar: Jar, script: string, error: object])[] = [
  [
    'a missing module',
    { 'acme/lib.py': '' },
    '\nimport acme.other',
    {
      type: 'ImportError',
      message: 'No module named acme.other: not among the modules that scripts can import',
      line: 2,
    },
  ],
  [
    'a name that a module lacks',
    { 'acme/lib.py': '' },
    'from acme.lib import f',
    { type: 'ImportError', message: 'cannot import name f', line: 1 },
  ],
  [
    'an exception of a module',
    { 'acme/lib.py': 'import json\n\ndef f():\n    raise ValueError("no")' },
    'from acme import lib\n\nlib.f()',
    { type: 'ValueError', message: 'no', line: 3, at: { file: 'acme/lib.py', line: 4 } },
  ],
  [
    'a module with a syntax error',
    { 'acme/a.py': 'import acme.b', 'acme/b.py': 'x = 1\nif x\n  y = 2' },
    '\nfrom acme import a',
    { type: 'SyntaxError', message: 'invalid syntax', line: 2, at: { file: 'acme/b.py', line: 2 } },
  ],
  [
    'names of the script, which its modules do not have',
    { 'acme/lib.py': 'def f():\n    return server' },
    'from acme.lib import f\nserver = 1\nf()',
    { type: 'NameError', message: "name 'server' is not defined", line: 3, at: { file: 'acme/lib.py', line: 2 } },
  ],
  [
    'relative imports in a script',
    { 'acme/lib.py': '' },
    'from .lib import x',
    { type: 'ValueError', message: 'Attempted relative import in non-package', line: 1 },
  ],
  [
    'relative imports above the root',
    { 'acme/lib.py': 'from ... import x' },
    'import acme.lib',
    {
      type: 'ValueError',
      message: 'Attempted relative import in non-package',
      line: 1,
      at: { file: 'acme/lib.py', line: 1 },
    },
  ],
];

describe('a failed import has a position', () => {
  test.each(failures)('%s', (_, jar, script, error) => {
    python.addJars(jar);
    expect(python.run(script).error).toEqual(error);
  });

  test('can be repeated', () => {
    python.addJars({
      'acme/bad.py': '\ndef f():\n    raise ValueError(1)',
      'acme/lib.py': 'import sys\nif not hasattr(sys, "ready"):\n    raise Exception("not ready")\nx = 1',
    });
    const script = `import sys
try:
    import acme.lib
except Exception, e:
    print e, sys.modules.has_key('acme.lib')
sys.ready = True
from acme.lib import x
import traceback
try:
    from acme.lib import y
except ImportError, e:
    print e, x
from acme import bad
try:
    bad.f()
except ValueError:
    print traceback.format_exc().split('\\n')[1:3]`;
    expect(python.run(script)).toMatchObject({
      error: null,
      output: `not ready False\ncannot import name y 1\n['  File "<string>", line 15, in <module>', '  File "acme/bad.py", line 3, in f']\n`,
    });
  });
});
