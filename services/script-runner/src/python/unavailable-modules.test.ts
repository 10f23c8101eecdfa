import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

const python = startPython();
afterAll(python.stop);
beforeEach(() => python.addJars());

const noSystem = 'not supported, since scripts have no operating system';
const noThreads = `No module named threading: ${noSystem}`;
const noRuamel = 'No module named ruamel: not among the modules that scripts can import';
const noJava = 'is not supported, since scripts do not run on Java';

describe('an import of a missing module', () => {
  test.each([
    ['modules', 'import threading, ruamel', ['threading', 'ruamel']],
    ['members of modules', 'from threading import Thread, Lock as L', ['threading']],
    [
      'with another name',
      'import ruamel.parser as p\nimport xml.dom.pulldom as m',
      ['ruamel.parser', 'xml.dom.pulldom'],
    ],
    ['missing members of existing modules', 'from math import squares', ['math.squares']],
    ['Java classes', 'import java.awt.Color as C\nfrom java.util import Timer', ['java.awt.Color', 'java.util.Timer']],
    ['in a handler', 'try:\n    import nothing_a\nexcept ImportError:\n    import ruamel', ['nothing_a', 'ruamel']],
  ])('does not stop a script that does not use the module, and is reported: %s', (_, script, lacks) => {
    expect(python.run(`${script}\nprint 'on'`)).toMatchObject({ error: null, output: 'on\n', lacks });
  });

  test.each([
    ['called', 'from threading import Thread\nThread(1)', noThreads],
    ['used by its member', 'import threading\nthreading.Thread()', noThreads],
    ['iterated', 'from ruamel import names\nfor x in names: pass', noRuamel],
    ['indexed', 'from ruamel import names\nnames[0]', noRuamel],
    ['changed', 'import ruamel\nruamel.x = 1', noRuamel],
    ['a base class', 'from threading import Thread\nclass T(Thread): pass', noThreads],
    [
      'below an existing module',
      'import java.awt.Color\njava.awt.Color(1)',
      'No module named java.awt.Color: not supported, since scripts do not run on Java',
    ],
    [
      'a member of a module',
      'from java.util import Timer\nTimer()',
      `cannot import name Timer: java.util.Timer ${noJava}`,
    ],
  ])('raises the reason when it is %s', (_, script, message) => {
    expect(python.run(script).error).toEqual({ type: 'ImportError', message, line: 2 });
  });

  test('raises an error immediately inside a handler, and its class catches no other exception', () => {
    const script = `try:
    import threading
except ImportError, e:
    print e
try:
    from math import pi, squares
except ImportError, e:
    print e
from ruamel import Fault
try:
    raise ValueError('another')
except Fault:
    print 'no'
except ValueError, e:
    print e
from java.util import ArrayList, Collections
print ArrayList([1]), len('x')`;
    expect(python.run(script)).toMatchObject({
      error: null,
      output: `${noThreads}\ncannot import name squares\nanother\n[1] 1\n`,
    });
  });

  test('does not affect the other functions of a module of a jar', () => {
    python.addJars({
      'acme/client.py':
        'import zipfile, json\n\ndef pack():\n    zipfile.ZipFile(1)\n\ndef text():\n    return json.dumps([1])',
    });
    const script = 'from acme import client\nprint client.text()\nclient.pack()';
    expect(python.run(script)).toMatchObject({
      error: {
        message: 'No module named zipfile: not supported, since scripts have no files',
        line: 3,
        at: { line: 4 },
      },
      output: '[1]\n',
      lacks: ['zipfile'],
    });
  });
});
