import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

/** Scripts that inspect exceptions and write logs, with the output of CPython 2.7. */
const corpus: readonly (readonly [says: string, script: string, output: string])[] = [
  [
    'a traceback contains the frames of the script, outermost first',
    `import traceback, sys
def f(n):
    if n == 0:
        raise ValueError('deep')
    f(n - 1)
try:
    f(1)
except ValueError, e:
    print traceback.format_exc(),
    print traceback.format_exception_only(type(e), e), traceback.format_exception(*sys.exc_info())[-1],
    print traceback.extract_tb(sys.exc_info()[2]), sys.exc_info()[2].tb_lineno`,
    `Traceback (most recent call last):
  File "<string>", line 7, in <module>
  File "<string>", line 5, in f
  File "<string>", line 4, in f
ValueError: deep
['ValueError: deep\\n'] ValueError: deep
[('<string>', 7, '<module>', None), ('<string>', 5, 'f', None), ('<string>', 4, 'f', None)] 7
`,
  ],
  [
    'a traceback begins at the handler',
    `import traceback
class C(object):
    def m(self):
        try:
            return {}['k']
        except Exception:
            return traceback.format_exc()
def each():
    yield 1
    raise KeyError('g')
print C().m(),
try:
    list(each())
except KeyError:
    print traceback.format_exc(),
class Own(Exception):
    pass
try:
    raise Own
except Own:
    print traceback.format_exc(),`,
    `Traceback (most recent call last):
  File "<string>", line 5, in m
KeyError: 'k'
Traceback (most recent call last):
  File "<string>", line 13, in <module>
  File "<string>", line 10, in each
KeyError: 'g'
Traceback (most recent call last):
  File "<string>", line 19, in <module>
Own
`,
  ],
  [
    'without an exception, the traceback is empty',
    `import sys, traceback
print sys.exc_info(), repr(traceback.format_exc())`,
    `(None, None, None) 'None\\n'
`,
  ],
  [
    'loggers write the messages of their level',
    `import logging, sys
logging.basicConfig(level=logging.INFO, format='%(levelname)s %(name)s [%(message)s]', stream=sys.stdout)
logger = logging.getLogger('my.mod')
logger.debug('no')
logger.info('x %s %d', 'a', 1)
logger.warning('named %(k)s', {'k': 'v'})
logger.error('100%')
logging.critical('root')
try:
    1/0
except Exception:
    logger.exception('failed %s', 'here')
logger.setLevel(logging.DEBUG)
logger.debug('yes')
print logger.name, logger.isEnabledFor(logging.DEBUG), logging.getLevelName(20), logging.getLogger('my.mod') is logger`,
    `INFO my.mod [x a 1]
WARNING my.mod [named v]
ERROR my.mod [100%]
CRITICAL root [root]
ERROR my.mod [failed here]
Traceback (most recent call last):
  File "<string>", line 10, in <module>
ZeroDivisionError: integer division or modulo by zero
DEBUG my.mod [yes]
my.mod True INFO True
`,
  ],
  [
    'handlers have their own levels and formats',
    `import logging, sys
log = logging.getLogger('h')
log.setLevel('DEBUG')
h = logging.StreamHandler(sys.stdout)
h.setFormatter(logging.Formatter('%(name)s-%(levelname)s: %(message)s'))
log.addHandler(h)
log.propagate = False
log.debug('d'); log.log(logging.ERROR, 'l %s', 1); log.warn(ValueError('v'))
h.setLevel(logging.ERROR); log.info('gone')`,
    `h-DEBUG: d
h-ERROR: l 1
h-WARNING: v
`,
  ],
  [
    'exceptions of the script pass their arguments to the base class',
    `class Failed(Exception):
    def __init__(self, message, code):
        Exception.__init__(self, message)
        self.code = code
class Worse(Failed):
    def __init__(self, message):
        super(Worse, self).__init__(message, 3)
for error in [Failed('m', 5), Worse('w')]:
    try:
        raise error
    except Failed as e:
        print e, e.code, e.args, e.message, repr(e)`,
    `m 5 ('m',) m Failed('m',)
w 3 ('w',) w Worse('w',)
`,
  ],
  [
    'exceptions are formatted as in Python 2',
    `print repr(KeyError('a')), repr(Exception()), repr(Exception(1, 'b')), IOError(2, 'No such file'), str(OSError('x'))`,
    `KeyError('a',) Exception() Exception(1, 'b') [Errno 2] No such file x
`,
  ],
];

const python = startPython();
afterAll(python.stop);

describe('exceptions and logs of Python 2', () => {
  test.each(corpus)('%s', (_, script, output) => {
    const { error, output: printed } = python.run(script);
    expect({ error, printed }).toEqual({ error: null, printed: output });
  });
});
