import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

/** Modules that plugins import for small tasks, with the output of CPython 2.7 or Jython. */
const corpus: readonly (readonly [says: string, script: string, output: string])[] = [
  [
    'inspect reads functions and classes',
    `import inspect, os
def build(name, count=1, *args, **kwargs):
    return name
class Client(object):
    kind = 'c'
    def get(self, path):
        return path
print inspect.getargspec(build), inspect.getargspec(Client().get).args, inspect.getargspec(build).keywords
print inspect.isclass(Client), inspect.isclass(Client()), inspect.isfunction(build), inspect.ismethod(Client().get), inspect.ismodule(os), inspect.isbuiltin(len)
print [name for name, _ in inspect.getmembers(Client(), inspect.ismethod)], inspect.currentframe(), inspect.stack()
try:
    inspect.getargspec(1)
except TypeError, e:
    print e`,
    `(['name', 'count'], 'args', 'kwargs', (1,)) ['self', 'path'] kwargs
True False True True True True
['get'] None []
int is not a Python function
`,
  ],
  [
    'platform is equal on each machine',
    `import platform, sys
print platform.system(), platform.python_version(), platform.architecture(), platform.node(), platform.uname()[0]
print hex(sys.hexversion), sys.version_info.major, sys.version_info[:2], sys.version_info >= (2, 7), sys.getfilesystemencoding(), repr(sys.stdin.read())`,
    `Java 2.7.0 ('64bit', '') localhost Java
0x20700f0 2 (2, 7) True utf-8 ''
`,
  ],
  [
    'io has strings and bytes in memory',
    `import io, os, tempfile
with io.StringIO(u'one\\ntwo') as text:
    print text.readline().strip(), text.read(), isinstance(text, io.StringIO)
print text.closed
data = io.BytesIO()
data.write('\\xff\\x00')
data.seek(0)
print repr(data.read()), len(data.getvalue())
path = os.path.join(tempfile.gettempdir(), 'x.txt')
with io.open(path, 'w', encoding='utf-8') as out:
    out.write(u'abc')
print io.open(path).read()
try:
    io.open('/etc/passwd')
except NotImplementedError, e:
    print e`,
    `one two True
True
'\\xff\\x00' 2
abc
io.open is not supported: scripts have no files
`,
  ],
  [
    'abstract classes are base classes and test instances',
    `import abc, collections
class Headers(collections.MutableMapping):
    def __init__(self, **given):
        self.store = {}
        self.update(given)
    def __getitem__(self, key): return self.store[key.lower()]
    def __setitem__(self, key, value): self.store[key.lower()] = value
    def __delitem__(self, key): del self.store[key.lower()]
    def __iter__(self): return iter(sorted(self.store))
    def __len__(self): return len(self.store)
h = Headers(A=1)
h.update({'B': 2}, C=3)
h.update([('D', 4)])
print h.get('a'), h.get('x'), h.get('x', 0), 'B' in h, 'z' in h, h.keys(), h.values(), h.items(), list(h.iteritems())[0]
print h.pop('a'), h.pop('a', None), h.setdefault('e', 5), h.setdefault('e', 6), h.popitem(), len(h)
h.clear()
print len(h), isinstance(h, collections.Mapping), isinstance(h, collections.MutableMapping)
for missing in [lambda: h['q'], lambda: h.pop('q'), lambda: h.popitem()]:
    try:
        missing()
    except KeyError, e:
        print 'KeyError', e
print isinstance({}, collections.Mapping), isinstance([], collections.Mapping), isinstance([], collections.Iterable), isinstance(1, collections.Iterable), isinstance((), collections.Sequence), isinstance(len, collections.Callable), isinstance(1, (str, collections.Mapping)), isinstance(set(), collections.Set)
class Base(object):
    __metaclass__ = abc.ABCMeta
    @abc.abstractmethod
    def run(self): pass
    @abc.abstractproperty
    def name(self): return 'base'
class Part(Base):
    name = 'part'
class Real(Part):
    def run(self): return 'ran'
class Other(object): pass
Base.register(Other)
print Real().run(), Real().name, isinstance(Real(), Base), isinstance(Other(), Base), isinstance(Other(), Real), type(Real).__name__
for wrong in [Base, Part]:
    try:
        wrong()
    except TypeError, e:
        print e
class Meta(abc.ABCMeta):
    def hello(cls): return 'hello ' + cls.__name__
class Greeted(object):
    __metaclass__ = Meta
print Greeted.hello(), isinstance(Greeted(), Greeted)`,
    `1 None 0 True False ['a', 'b', 'c', 'd'] [1, 2, 3, 4] [('a', 1), ('b', 2), ('c', 3), ('d', 4)] ('a', 1)
1 None 5 5 ('b', 2) 3
0 False True
KeyError 'q'
KeyError 'q'
KeyError 'popitem(): mapping is empty'
True False True False True True False True
ran part True True False ABCMeta
Can't instantiate abstract class Base with abstract methods name, run
Can't instantiate abstract class Part with abstract methods run
hello Greeted True
`,
  ],
  [
    'weak references keep their objects',
    `import weakref
class Node(object): pass
n = Node()
r = weakref.ref(n)
d = weakref.WeakValueDictionary()
d['n'] = n
print r() is n, weakref.proxy(n) is n, d.keys(), isinstance(r, weakref.ref)`,
    `True True ['n'] True
`,
  ],
  [
    'types has the names of Python 2',
    `import types
class C: pass
print isinstance(C, types.ClassType), isinstance(C(), types.InstanceType), isinstance(1, types.InstanceType), isinstance(len, types.BuiltinFunctionType), type(slice(1)) is types.SliceType, types.ObjectType is object`,
    `True False False True True True
`,
  ],
  [
    'hashes of each length',
    `import hashlib, hmac
for name in ['sha224', 'sha384', 'sha512']:
    h = getattr(hashlib, name)('abc')
    print name, h.hexdigest()[:16], h.digest_size, h.block_size, hashlib.new(name, 'abc').digest() == h.digest()
print hmac.new('k', 'm', hashlib.sha512).hexdigest()[:16], len(hmac.new('k' * 200, 'm', hashlib.sha384).digest())
try:
    hashlib.new('whirlpool')
except ValueError, e:
    print e`,
    `sha224 23097d223405d822 28 64 True
sha384 cb00753f45a35e8b 48 128 True
sha512 ddaf35a193617aba 64 128 True
94ec958658ae2d2e 48
unsupported hash type whirlpool
`,
  ],
  [
    'a URI has parts',
    `from java.net import URI, URISyntaxException
u = URI('https://me:pw@host.test:8443/a%20b/c?q=1%262#top')
print u.getScheme(), u.getHost(), u.getPort(), u.port, u.getPath(), u.getRawPath(), u.getQuery(), u.getRawQuery(), u.getFragment(), u.getUserInfo(), u.getAuthority(), u
print URI('a/b').getHost(), URI('a/b').getPort(), URI('a/b').isAbsolute(), URI.create('http://x/a/').resolve('../b'), URI('http://x') == URI('http://x'), URI('http://x/').host
try:
    URI('http://a b')
except URISyntaxException, e:
    print 'bad'`,
    `https host.test 8443 8443 /a b/c /a%20b/c q=1&2 q=1%262 top me:pw me:pw@host.test:8443 https://me:pw@host.test:8443/a%20b/c?q=1%262#top
None -1 False http://x/b True x
bad
`,
  ],
  [
    'collections implement Java interfaces, and system properties are per run',
    `from java.util import Set, List, Map, HashSet, ArrayList, HashMap
from java.lang import System
print isinstance(HashSet(), Set), isinstance(ArrayList(), List), isinstance(HashMap(), Map), isinstance(set(), Set), isinstance([], Set)
print System.getProperty('https.protocols'), System.setProperty('https.protocols', 'TLSv1.2'), System.getProperty('https.protocols'), System.clearProperty('https.protocols'), System.getProperty('https.protocols', 'none')
System.setProperty('left', 'over')`,
    `True True True True False
None None TLSv1.2 TLSv1.2 none
`,
  ],
  [
    'properties of another run are not visible',
    `from java.lang import System
print System.getProperty('left')`,
    `None
`,
  ],
  [
    'a socket is a base class without objects',
    `import socket
class Tunnel(socket.socket):
    name = 'tunnel'
print Tunnel.name, socket.SocketType is socket.socket
for make in [socket.socket, Tunnel]:
    try:
        make()
    except NotImplementedError, e:
        print e`,
    `tunnel True
socket.socket is not supported: scripts can access the network only by HTTP requests
socket.socket is not supported: scripts can access the network only by HTTP requests
`,
  ],
];

const python = startPython();
afterAll(python.stop);

describe('the standard library that plugins use', () => {
  test.each(corpus)('%s', (_, script, output) => {
    const { error, output: printed } = python.run(script);
    expect({ error, printed }).toEqual({ error: null, printed: output });
  });
});
