import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

const python = startPython();
afterAll(python.stop);

/** Scripts that fail, and the reported errors. */
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
  ['parameters that are not names are rejected', 'x = 1\ndef f(a, (1, 2)): pass', 'SyntaxError', 'invalid syntax', 2],
  ['empty tuple parameters are rejected', 'def f(()): pass', 'SyntaxError', 'invalid syntax', 1],
  ['prose is a syntax error', 'Please ask Ann before this one', 'SyntaxError', 'invalid syntax', 1],
  ['an error in indentation has its line', 'if True:\nx = 1', 'SyntaxError', 'invalid syntax', 2],
  [
    'endless recursion ends with an error',
    'def f():\n    return f()\nf()',
    'RuntimeError',
    'maximum recursion depth exceeded',
    2,
  ],
  ['division by zero is an error', '1 / 0', 'ZeroDivisionError', 'integer division or modulo by zero', 1],
  ['an exit with a code fails', 'import sys\nsys.exit(1)', 'SystemExit', '1', 2],
  ['an exit with a text fails', "import sys\nsys.exit('broken')", 'SystemExit', 'broken', 2],
  [
    'files are not supported',
    "open('/etc/passwd')",
    'NotImplementedError',
    'open is not supported: scripts have no files',
    1,
  ],
  [
    'operating system functions are rejected with the reason',
    "import os\nos.system('ls')",
    'NotImplementedError',
    'os.system is not supported: scripts have no operating system',
    2,
  ],
  [
    'folders are rejected with the reason',
    "import os\nos.listdir('/etc')",
    'NotImplementedError',
    'os.listdir is not supported: scripts have no files',
    2,
  ],
  [
    'subprocess is rejected with the reason',
    'import subprocess; subprocess.call()',
    'ImportError',
    'No module named subprocess: not supported, since scripts have no operating system',
    1,
  ],
  [
    'a mail server is rejected with the reason',
    'import smtplib\nsmtplib.SMTP()',
    'ImportError',
    'No module named smtplib: not supported, since scripts can access the network only by HTTP requests',
    2,
  ],
  [
    'sockets are rejected with the reason',
    'import socket\nsocket.create_connection(("localhost", 80))',
    'NotImplementedError',
    'socket.create_connection is not supported: scripts can access the network only by HTTP requests',
    2,
  ],
  [
    'Java is rejected with the reason',
    'from java.awt import Color; Color.RED',
    'ImportError',
    'No module named java.awt: not supported, since scripts do not run on Java',
    1,
  ],
  [
    'a missing member of a module is rejected',
    'from math import squares; squares(2)',
    'ImportError',
    'cannot import name squares',
    1,
  ],
  [
    'a missing class of a Java package is rejected with the reason',
    'from org.slf4j import Marker; Marker()',
    'ImportError',
    'cannot import name Marker: org.slf4j.Marker is not supported, since scripts do not run on Java',
    1,
  ],
  [
    'a missing class of a Java package is also rejected as an attribute',
    'import org.slf4j.LoggerFactory\nprint org.slf4j.Marker',
    'AttributeError',
    'org.slf4j has no Marker: org.slf4j.Marker is not supported, since scripts do not run on Java',
    2,
  ],
  [
    'an unknown module is rejected',
    'import leftpad; leftpad(1)',
    'ImportError',
    'No module named leftpad: not among the modules that scripts can import',
    1,
  ],
  [
    'addresses cannot be opened as files',
    "import urllib\nurllib.urlopen('http://localhost')",
    'NotImplementedError',
    'HTTP is not supported: scripts of this kind cannot send requests or wait',
    2,
  ],
  [
    'raw_input is rejected',
    "raw_input('who?')",
    'NotImplementedError',
    'raw_input is not supported: scripts have no terminal',
    1,
  ],
  [
    'an error in an evaluated text has the line of the call',
    "x = 1\n\neval('x / 0')",
    'ZeroDivisionError',
    'integer division or modulo by zero',
    3,
  ],
  ['a text that is not an expression has no value', "\neval('x = 1')", 'SyntaxError', 'invalid syntax', 2],
  [
    'exec cannot set local names of a function',
    'def f():\n    exec "x = 2"\nf()',
    'NotImplementedError',
    'exec is not supported: within a function or a class, it requires a dict for its names',
    2,
  ],
  [
    'a name that begins with exec is not a statement',
    "d = {}\nd['exec'] = 1\nexecute = executor = exec_ = d\nd.exec_ = 2",
    'AttributeError',
    "'dict' object has no attribute 'exec_'",
    4,
  ],
  [
    'a script without effects cannot sleep',
    'import time\ntime.sleep(1)',
    'NotImplementedError',
    'time.sleep is not supported: scripts of this kind cannot send requests or wait',
    2,
  ],
  ['an invalid pattern is rejected', "import re\nre.compile('(')", 'error', 'Unterminated group', 2],
];

describe('failures', () => {
  test.each(failures)('%s', (_, script, type, message, line) => {
    expect(python.run(script).error).toEqual({ type, message, line });
  });

  test('an exit without a code, or with 0, ends a script successfully', () => {
    const script = (code: string): string => `import sys\nresult = 'so far'\nsys.exit(${code})\nresult = 'no further'`;
    for (const code of ['', '0', 'None'])
      expect(python.run(script(code))).toMatchObject({ error: null, result: 'so far' });
  });

  test('the output before an error is returned', () => {
    expect(python.run("print 'first'\nraise Exception('then')")).toMatchObject({
      output: 'first\n',
      error: { line: 2 },
    });
  });

  test('compiling reports the first error and runs nothing', () => {
    expect(python.compile("raise Exception('never')")).toEqual({});
    expect(python.compile('if x\n    y')).toEqual({
      error: { type: 'SyntaxError', message: 'invalid syntax', line: 1 },
    });
  });

  test('long output is cut', () => {
    expect(python.run("for i in range(20000):\n    print 'x' * 100").output).toHaveLength(72 * 1024);
  });
});
