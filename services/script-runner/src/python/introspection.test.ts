import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleCorpus } from '../../../../test/harness/test-length.ts';
import { expectNoHost, expectServing, startTestRunner, type TestRunner } from '../testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner();
});
afterAll(() => running.stop());

const secret = 'the-secret-of-all';
const runScript = (script: string) =>
  running.run({
    language: 'python',
    script,
    inputs: { headers: { 'X-A': 'b' }, payload: { a: 1 } },
    secrets: [secret],
  });

/** Scripts that inspect the host, with the output or the type of their error. */
const introspection: readonly (readonly [says: string, script: string, finds: string])[] = [
  ['subclasses of object', 'print object.__subclasses__()', 'AttributeError'],
  ['subclasses by a tuple', 'print ().__class__.__bases__[0].__subclasses__()', 'AttributeError'],
  ['bases of a type', 'print type(()).__mro__', "(<type 'tuple'>, <type 'object'>)\n"],
  ['the global names', 'print sorted(globals().keys())', "['__doc__', '__file__', '__name__', 'headers', 'payload']\n"],
  ['its file name', 'print __file__, __name__', 'script __main__\n'],
  ['the builtins by name', 'print __builtins__', 'NameError'],
  ['evaluation by the builtins as a module', 'import __builtin__\nprint __builtin__.eval', 'AttributeError'],
  [
    'other members of the builtins module',
    "import __builtin__\nprint [n for n in ['compile', 'exec__', 'jseval', 'globals', 'locals', '$d'] if hasattr(__builtin__, n)]",
    '[]\n',
  ],
  ['globals of a lambda', 'print (lambda: 0).__globals__', 'AttributeError'],
  ['code of a function', 'def f(): pass\nprint f.func_code', 'AttributeError'],
  ['the closure of a function', 'def f(): pass\nprint f.__closure__', 'AttributeError'],
  ['frames', 'import sys\nprint sys._getframe()', 'AttributeError'],
  [
    'the traceback of an error',
    'try:\n    1 / 0\nexcept Exception, e:\n    print getattr(e, "traceback", None), getattr(e, "nativeError", None)',
    'None None\n',
  ],
  ['loaded modules', 'import sys\nprint sys.modules.keys(), sys.path', "['sys'] []\n"],
  ['the execution limit', 'import sys\nsys.setExecutionLimit(10 ** 9)', 'AttributeError'],
  [
    'internal members of a string',
    'print [getattr("", n, None) for n in ["v", "$mangled", "$savedKeyHash", "constructor"]]',
    '[None, None, None, None]\n',
  ],
  [
    'internal members of a dict',
    'print [getattr({}, n, None) for n in ["entries", "size", "mp$lookup", "__proto__"]]',
    '[None, None, None, None]\n',
  ],
  ['internal members of a header', 'print headers.constructor', 'AttributeError'],
  ['JavaScript methods of a list', 'print [].filter', 'AttributeError'],
  ['JavaScript methods of a function', 'print len.apply', 'AttributeError'],
  ['JavaScript methods of an error', 'print Exception("x").toString', 'AttributeError'],
  ['JavaScript members in format fields', 'print "{0.constructor}".format("")', 'AttributeError'],
  ['attributes in format fields', 'print "{0.__globals__}".format("")', 'AttributeError'],
  ['internal members of a class by getattr', 'getattr(str, "tp$mro")', 'AttributeError'],
  ['internal members by an operator', 'import operator\noperator.attrgetter("mp$lookup")({})', 'AttributeError'],
  ['internal members by object', 'object.__getattribute__({}, "mp$lookup")', 'AttributeError'],
  [
    'internal members that a class replaces',
    'class Own(dict):\n    pass\nsetattr(Own, "mp$lookup", 5)\nprint Own(a=1)["a"], getattr(Own, "mp$lookup")',
    '1 5\n',
  ],
  ['the interpreter in an evaluated text', 'print eval("Sk")', 'NameError'],
  ['the subclasses of object in an evaluated text', 'print eval("object.__subclasses__()")', 'AttributeError'],
  ['the operating system in an executed text', 'exec "import os\\nos.system(\'id\')"', 'NotImplementedError'],
  ['JavaScript in an executed text', 'exec "this.constructor.constructor(\'return process\')()"', 'NameError'],
  [
    'JavaScript names among those of a function',
    'def f():\n    return locals().get("Sk"), locals().get("$gbl"), sorted(locals())\nprint f()',
    '(None, None, [])\n',
  ],
  [
    'a JavaScript variable by a string that looks like code',
    'def f():\n    x = "var $scope9=(function $f($posargs,$kwargs){\\nvar Sk; /* locals */ Sk=$args[0] while(true){"\n    return sorted(locals().keys())\nprint f()',
    "['x']\n",
  ],
  ['a prototype by a name', 'globals()["__proto__"] = {"v": 1}\nlocals()["__proto__"] = [1]\nprint v', 'NameError'],
  ['a prototype by the names of an executed text', 'exec "print v" in {"__proto__": {"v": 1}}', 'NameError'],
  [
    'the constructor among the names',
    'print [n in globals() for n in ["constructor", "__proto__", "toString"]]',
    '[False, False, False]\n',
  ],
  ['code by compile', 'compile("1", "", "eval")', 'NameError'],
  ['JavaScript by its former name', 'jseval("process")', 'NameError'],
  ['a file', 'print open("/proc/self/environ").read()', 'NotImplementedError'],
  ['the environment', 'import os\nprint os.environ, os.getenv("PATH"), os.getcwd()', '{} None /\n'],
  [
    'the environment in Java',
    'from java.lang import System\nprint System.getenv(), System.getProperty("user.dir")',
    '{} None\n',
  ],
  ['a folder', 'import os\nprint os.listdir("/proc")', 'NotImplementedError'],
  ['a command', 'import os\nos.popen("id")', 'NotImplementedError'],
  ['a file beside the temporary folder', 'open("/tmp/../proc/self/environ")', 'NotImplementedError'],
  [
    'a real file in the temporary folder',
    'import os\nprint os.listdir("/tmp"), os.path.exists("/tmp/.X11-unix")',
    '[] False\n',
  ],
  ['a file by a Java stream', 'from java.io import FileReader\nFileReader(1)', 'ImportError'],
  ['a file by a Java writer', 'from java.io import PrintWriter\nPrintWriter("/tmp/x")', 'NotImplementedError'],
  ['the class of a Java class', 'from java.util import Date\nprint Date(0).getClass()', 'AttributeError'],
  ['a class by its name', 'from java.lang import Class\nClass.forName(1)', 'ImportError'],
  ['a class loader', 'import java\njava.lang.ClassLoader', 'AttributeError'],
  [
    'internal members of a date',
    'from java.util import Date\nprint [getattr(Date(0), n, None) for n in ["ms", "constructor", "tp$getattr"]]',
    '[None, None, None]\n',
  ],
  [
    'internal members of an element',
    'import xml.etree.ElementTree as E\nprint [getattr(E.Element("a"), n, None) for n in ["children", "constructor", "ob$type"]]',
    '[None, None, None]\n',
  ],
  [
    'internal members of a package',
    'import java.util\nprint [getattr(java.util, n, None) for n in ["$path", "$d", "constructor", "__proto__"]]',
    '[None, None, None, None]\n',
  ],
  [
    'internal members of a constant',
    'from com.xebialabs.xlrelease.domain.status import TaskStatus\nprint getattr(TaskStatus, "constructor", None)',
    'None\n',
  ],
  [
    'a file by an XML entity',
    'import xml.etree.ElementTree as E\nE.fromstring("<!DOCTYPE a [<!ENTITY b SYSTEM \'file:///etc/passwd\'>]><a>&b;</a>")',
    'ParseError',
  ],
  ['a module by a path in a name', '__import__("com.xebialabs.xlrelease.domain.__proto__")', 'ImportError'],
  ['the name of the machine', 'import platform\nprint platform.node(), platform.uname()[2:4]', "localhost ('', '')\n"],
  ['the browser', 'import document\ndocument.cookie', 'ImportError'],
  ['raw memory', 'import ctypes\nctypes.c_int', 'ImportError'],
  ['objects by pickle', 'import pickle\npickle.loads(1)', 'ImportError'],
  ['a package of Python 3', 'import urllib.request\nurllib.request.urlopen', 'ImportError'],
  ['the prototype of a module', 'import json.__proto__', 'ImportError'],
  ['the prototype of names', 'from json import __proto__ as x', 'ImportError'],
  ['internal members of a missing module', 'import document\ndocument.$d', 'SyntaxError'],
  ['the members of a missing module', 'import document as d\nd.parts', 'ImportError'],
  ['the names of a missing module', 'import document as d\nprint d.__dict__', "{'__doc__': None}\n"],
  ['a path as a module', '__import__("../../../etc/passwd")', 'ImportError'],
];

/** Scripts that try to change objects that other runs use, with their errors. */
const marking: readonly (readonly [says: string, script: string, fails: string])[] = [
  ['a method of all strings', 'str.upper = 1', 'TypeError'],
  ['a method of all strings, by setattr', 'setattr(str, "upper", 1)', 'TypeError'],
  ['a method of all strings, by its type', 'type.__setattr__(str, "upper", 1)', 'TypeError'],
  ['a method of all strings, by object', 'object.__setattr__(str, "upper", 1)', 'TypeError'],
  ['the dict of a type', 'str.__dict__["upper"] = 1', 'TypeError'],
  ['all exceptions', 'Exception.seen = 1', 'TypeError'],
  ['a builtin function', 'len.seen = 1', 'AttributeError'],
  ['a function of a module', 'import re\nre.sub.seen = 1', 'AttributeError'],
  ['a Java class', 'from java.util import Date\nDate.getTime = 1', 'TypeError'],
  ['a Java exception', 'from java.lang import RuntimeException\nRuntimeException.seen = 1', 'TypeError'],
  [
    'a class of the product family',
    'from com.xebialabs.deployit.plugin.api.reflect import Type\nType.valueOf = 1',
    'TypeError',
  ],
  ['a set class', 'from sets import Set\nSet.add = 1', 'TypeError'],
  ['a constant of a class', 'from java.lang import Integer\nInteger.MAX_VALUE = 1', 'TypeError'],
  ['a class of a module', 'import datetime\ndatetime.datetime.seen = 1', 'TypeError'],
];

/** Scripts that set another value than True for authentication. */
const forging: readonly (readonly [says: string, script: string])[] = [
  ['the number 1', 'authenticated = 1'],
  ['a string', 'authenticated = "True"'],
  ['a subclass of int', 'class Yes(int):\n    pass\nauthenticated = Yes(1)'],
  [
    'an object whose JSON is true',
    'class Yes(object):\n    def __str__(self):\n        return "true"\nauthenticated = Yes()',
  ],
  ['a printed result', 'print \'","result":true,"x":"\'\nauthenticated = None'],
  ['a name in the dict of names', 'globals()["authenticated\\", true"] = True'],
  ['an exit', 'import sys\nauthenticated = True\nsys.exit(1)'],
  ['an error after the assignment', 'authenticated = True\nraise SystemError("late")'],
  [
    'an error with the name of a product error',
    'authenticated = True\nclass Timeout(Exception):\n    pass\nraise Timeout("x")',
  ],
];

describe('a Python script cannot find data of the host', () => {
  test.each(sampleCorpus(introspection))('%s', async (_, script, finds) => {
    const answer = await runScript(script);
    expect(answer.error?.type ?? answer.output).toBe(finds);
    expectNoHost(answer);
    await expectServing(running);
  });
});

describe('a Python script cannot change shared objects', () => {
  test.each(sampleCorpus(marking))('%s', async (_, script, fails) => {
    expect((await runScript(script)).error?.type).toBe(fails);
    expect((await runScript('import re, datetime\nprint "a".upper(), re.sub("a", "b", "a"), len("ab")')).output).toBe(
      'A b 2\n',
    );
  });
});

describe('a Python script that forges its result authenticates no caller', () => {
  test.each(sampleCorpus(forging))('%s', async (_, script) => {
    const { result, error } = await runScript(script);
    expect(result).not.toBe(true);
    expect(error?.type).not.toBe('Timeout');
  });
});

test('a secret is masked in all results of a Python script', async () => {
  const { error, output } = await runScript(
    `import base64\nprint '${secret}', [u'${secret}'], base64.b64encode('user:${secret}'), '${secret}'.encode('hex')\nraise Exception('${secret}')`,
  );
  expect([error?.message, JSON.stringify(output).includes('secret-of')]).toEqual(['********', false]);
  expect(output).toMatch(/^\*{8} \[u?'\*{8}'\] \S{0,7}\*{8}\S{0,3} \*{8}\n$/);
});
