import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

const python = startPython();
afterAll(python.stop);

/** The state that one run leaves, and a script of the next run that must not find it. */
const traces: readonly (readonly [says: string, before: string, after: string, result: unknown])[] = [
  ['global names', 'leak = 1', "'leak' in globals()", false],
  ['names in a module', 'import json\njson.leak = 1', 'import json\nresult = hasattr(json, "leak")', false],
  ['names in a skulpt module', 'import math\nmath.pi = 3', 'import math\nresult = math.pi > 3', true],
  [
    'replaced functions of a module',
    'import hmac\nhmac.compare_digest = lambda a, b: True',
    "import hmac\nresult = hmac.compare_digest('a', 'b')",
    false,
  ],
  ['the list of modules', "import sys\nsys.modules['os'] = 1", 'import sys\nresult = sys.modules.has_key("os")', false],
  ['the search path', "import sys\nsys.path.append('x')", 'import sys\nresult = sys.path', []],
  ['a replaced stream', 'import sys\nsys.stdout = None', "print 'seen'\nresult = 1", 1],
  [
    'a handled exception',
    "try:\n    raise ValueError('secret')\nexcept ValueError:\n    pass",
    'import sys, traceback\nresult = str(sys.exc_info()) + traceback.format_exc()',
    '(None, None, None)None\n',
  ],
  [
    'the levels and handlers of loggers',
    "import logging\nlogging.basicConfig(level=10)\nlogging.getLogger('a').setLevel(10)",
    "import logging\nresult = [logging.getLogger('a').getEffectiveLevel(), logging.getLogger().level, len(logging.getLogger().handlers)]",
    [30, 30, 0],
  ],
  ['an unfinished print line', "print 'a',", "print 'b'\nresult = 1", 1],
  [
    'the seed of random numbers',
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
    'attributes of classes of modules',
    'import string, datetime, collections\nfor c in [string.Template, datetime.datetime, collections.OrderedDict]:\n    try:\n        c.leak = 1\n    except TypeError:\n        pass',
    'import string, datetime, collections\nresult = [hasattr(c, "leak") for c in [string.Template, datetime.datetime, collections.OrderedDict]]',
    [false, false, false],
  ],
];

const shared = `import math, operator, collections, itertools, random, json, re, time, datetime, string, functools, copy, urllib, logging, traceback, binascii, uuid, ast, pprint
modules = [math, operator, collections, itertools, random, json, re, time, datetime, string, functools, copy, urllib, logging, traceback, binascii, uuid, ast, pprint]
values = [getattr(m, n, None) for m in modules for n in dir(m)]
values += [abs, apply, dict, filter, getattr, int, intern, len, map, object, reduce, repr, str, unichr, xrange, ValueError, OSError]
`;
const marking = `${shared}marked = 0
for value in values:
    for name in ['leak', '__name__', '__module__', '__doc__', '__defaults__', '__dict__', '__bases__', '__class__']:
        try:
            setattr(value, name, 'leak')
            marked += 1
        except (AttributeError, TypeError):
            pass
`;
const inspecting = `${shared}result = [v for v in values if hasattr(v, 'leak') or 'leak' in [getattr(v, n, 0) for n in ['__name__', '__module__', '__doc__', '__defaults__']]]`;

describe('a reused isolate', () => {
  test.each(traces)('hides %s', (_, before, after, result) => {
    python.run(before);
    expect(python.run(after)).toMatchObject({ error: null, result });
  });

  test('hides all changes of shared objects', () => {
    expect(python.run(marking).error).toBeNull();
    expect(python.run(inspecting)).toMatchObject({ error: null, result: [] });
  });

  test('runs the same compiled script with fresh names', () => {
    const script = "if 'count' in globals():\n    count += 1\nelse:\n    count = 1\nresult = count";
    expect([1, 2, 3].map(() => python.run(script).result)).toEqual([1, 1, 1]);
  });

  test('starts each run with its own inputs', () => {
    const runScript = (items: readonly string[]) =>
      python.run("items.append('x')\nresult = items", { inputs: { items } }).result;
    expect([runScript(['a']), runScript(['b'])]).toEqual([
      ['a', 'x'],
      ['b', 'x'],
    ]);
  });
});
