import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

/** Scripts with paths, memory files, rows and arrays, and the output of CPython 2.7. */
const corpus: readonly (readonly [says: string, script: string, output: string])[] = [
  [
    'paths are strings',
    `import os
from os.path import join, splitext
print os.path.join('a', 'b', '/c', 'd'), join('a/', ''), splitext('a/b.tar.gz'), splitext('.bashrc'), splitext('a.b/c'), os.path.basename('/a/b/'), os.path.dirname('/a/b'), os.path.split('/a'), os.path.split('//a//b//'), os.path.dirname('//a')
print os.path.normpath('/a/../../b//c/.'), os.path.normpath('../a/..'), os.path.isabs('/a'), os.path.commonprefix(['/usr/lib', '/usr/local']), os.path.exists('/nothing/there'), os.sep, repr(os.linesep)`,
    `/c/d a/ ('a/b.tar', '.gz') ('.bashrc', '') ('a.b/c', '')  /a ('/', 'a') ('//a//b', '') //
/b/c .. True /usr/l False / '\\n'
`,
  ],
  [
    'the environment contains only variables that the script has set',
    `import os
os.environ['ONLY_HERE'] = 'y'
print os.environ['ONLY_HERE'], os.getenv('NOT_THERE'), os.getenv('NOT_THERE', 5), 'ONLY_HERE' in os.environ, os.environ.get('NOT_THERE')`,
    `y None 5 True None
`,
  ],
  [
    'files are in memory',
    `import os, tempfile
f = tempfile.NamedTemporaryFile(suffix='.txt')
f.write('one\\ntwo\\n')
f.flush()
f.seek(0)
print repr(f.read()), os.path.exists(f.name), f.name.endswith('.txt'), f.name.startswith(tempfile.gettempdir()), open(f.name).readlines()
f.close()
print os.path.exists(f.name)
fd, path = tempfile.mkstemp()
os.write(fd, 'abc')
os.close(fd)
with open(path, 'a') as out:
    out.write('def')
for line in open(path):
    print line, os.path.getsize(path), os.path.isfile(path)
os.remove(path)
folder = tempfile.mkdtemp()
with open(os.path.join(folder, 'x.json'), 'w') as out:
    out.write('1')
print os.listdir(folder), os.path.isdir(folder)
try:
    open(path)
except IOError, e:
    print str(e)[:9]`,
    `'one\\ntwo\\n' True True True ['one\\n', 'two\\n']
False
abcdef 6 True
['x.json'] True
[Errno 2]
`,
  ],
  [
    'rows are parsed',
    `import csv
from StringIO import StringIO
print list(csv.reader(['a,b,"c ""q"" d"', '1,, x', '"multi', 'line",2', '', '"a"b,"c",'])), list(csv.reader(StringIO('a;b\\r\\n1;2\\r\\n'), delimiter=';')), list(csv.reader(['a, b'], skipinitialspace=True)), list(csv.reader(["'a,b',c"], quotechar="'"))
for row in csv.DictReader(StringIO('n,v\\na,1\\n\\nb,2,3\\nc\\n')):
    print sorted(row.items())
r = csv.reader('x\\ty\\n'.split('\\n'), delimiter='\\t', dialect='excel', quotechar='"', quoting=csv.QUOTE_MINIMAL)
print r.next(), r.line_num, list(csv.reader(['1,"a"'], quoting=csv.QUOTE_NONNUMERIC)), csv.DictReader(['a,b']).fieldnames, list(csv.reader(['a\\\\,b,c'], escapechar='\\\\'))`,
    `[['a', 'b', 'c "q" d'], ['1', '', ' x'], ['multiline', '2'], [], ['ab', 'c', '']] [['a', 'b'], ['1', '2']] [['a', 'b']] [['a,b', 'c']]
[('n', 'a'), ('v', '1')]
[(None, ['3']), ('n', 'b'), ('v', '2')]
[('n', 'c'), ('v', None)]
['x', 'y'] 1 [[1.0, 'a']] ['a', 'b'] [['a,b', 'c']]
`,
  ],
  [
    'rows are written',
    `import csv
from StringIO import StringIO
o = StringIO()
w = csv.writer(o)
w.writerow(['a', 1, 2.5, None, 'x,y', 'q"q', 'l\\nm', ''])
w.writerow([''])
w.writerows([[1], ['b']])
csv.writer(o, delimiter=';', quoting=csv.QUOTE_ALL, lineterminator='\\n').writerow(['a', 1])
csv.writer(o, quoting=csv.QUOTE_NONNUMERIC).writerow(['a', 1, 1.0])
d = csv.DictWriter(o, fieldnames=['k', 'v'], restval='-', extrasaction='ignore')
d.writeheader()
d.writerow({'k': 1, 'z': 2})
print repr(o.getvalue())
try:
    csv.DictWriter(o, ['k']).writerow({'z': 2})
except ValueError, e:
    print e`,
    `'a,1,2.5,,"x,y","q""q","l\\nm",\\r\\n""\\r\\n1\\r\\nb\\r\\n"a";"1"\\n"a",1,1.0\\r\\nk,v\\r\\n1,-\\r\\n'
dict contains fields not in fieldnames: 'z'
`,
  ],
  [
    'dialects are classes and names',
    `import csv
class Pipe(csv.excel):
    delimiter = '|'
print list(csv.reader(['a|b'], Pipe)), list(csv.reader(['a|b'], dialect=Pipe())), csv.list_dialects()
csv.register_dialect('semi', delimiter=';')
print list(csv.reader(['a;b'], 'semi'))
for wrong in [lambda: csv.reader([], 'nope'), lambda: csv.reader([], delimiter='ab')]:
    try:
        wrong()
    except (csv.Error, TypeError), e:
        print e`,
    `[['a', 'b']] [['a', 'b']] ['excel-tab', 'excel']
[['a', 'b']]
unknown dialect
"delimiter" must be an 1-character string
`,
  ],
  [
    'arrays contain numbers of one type',
    `from array import array
a = array('i', [1, 2, 3])
a.append(4)
a.extend([5])
print a, len(a), a[1], a[1:3] == array('i', [2, 3]), a.tolist(), a.typecode, a.itemsize, sum(a), array('c', 'abc'), array('c', 'abc').tostring(), array('b'), array('d', [1]), repr(array('h', [1, 258]).tostring()), array('B', 'ab')
for wrong in [('i', ['x']), ('b', [200]), ('q', [])]:
    try:
        array(*wrong)
    except (TypeError, OverflowError, ValueError), e:
        print type(e).__name__`,
    `array('i', [1, 2, 3, 4, 5]) 5 2 True [1, 2, 3, 4, 5] i 4 15 array('c', 'abc') abc array('b') array('d', [1.0]) '\\x01\\x00\\x02\\x01' array('B', [97, 98])
TypeError
OverflowError
ValueError
`,
  ],
  [
    'the module sets has the old set types',
    `from sets import Set, ImmutableSet
import sets
s = Set([1])
s.add(2)
print s, len(s), 2 in s, sorted(s | Set([9])), sorted(list(s - Set([1]))), ImmutableSet(['a']), sets.Set(), {ImmutableSet([1]): 2}[ImmutableSet([1])], isinstance(s, sets.Set)`,
    `Set([1, 2]) 2 True [1, 2, 9] [2] ImmutableSet(['a']) Set([]) 2 True
`,
  ],
  [
    'the list of certificates of the product can be copied into a file',
    `import os, tempfile
from com.xebialabs.xlr.ssl import LoaderUtil
from java.nio.file import Files, Paths, StandardCopyOption
bundle = LoaderUtil.getResourceBySelfClassLoader('requests/cacert.pem')
number, path = tempfile.mkstemp()
number.close()
Files.copy(bundle.openStream(), Paths.get(path), StandardCopyOption.REPLACE_EXISTING)
os.environ['REQUESTS_CA_BUNDLE'] = path
print os.path.isfile(path), os.path.getsize(path) > 0, bool(bundle), bundle, LoaderUtil.getResourceBySelfClassLoader('acme/none.json')
os.close(number)
print number > 2, isinstance(number, int)`,
    `True True True file:/requests/cacert.pem None
True True
`,
  ],
  [
    'files have Java paths',
    `from java.nio.file import Files, Path, Paths, StandardCopyOption, NoSuchFileException, FileAlreadyExistsException
path = Files.createTempFile('note', '.txt')
Files.write(path, 'abc')
copy = path.getParent().resolve('copy.txt')
print Files.copy(path, copy), Files.size(copy), Files.readAllBytes(copy), Files.exists(copy), open(copy.toString()).read()
for wrong in [lambda: Files.copy(path, copy), lambda: Files.delete(Paths.get('/tmp', 'none')), lambda: Files.size(Paths.get('/etc/passwd'))]:
    try:
        wrong()
    except (NoSuchFileException, FileAlreadyExistsException, NotImplementedError), e:
        print type(e).__name__, e
Files.copy(path, copy, StandardCopyOption.REPLACE_EXISTING)
print Files.deleteIfExists(copy), Files.deleteIfExists(copy), Files.notExists(copy), Paths.get('a', 'b/', 'c'), Paths.get('/a/b').getFileName(), Paths.get('a').toAbsolutePath(), Paths.get('a') == Paths.get('a')`,
    `/tmp/copy.txt 3 abc True abc
FileAlreadyExistsException /tmp/copy.txt
NoSuchFileException /tmp/none
NotImplementedError java.nio.file.Files.size is not supported: scripts have no files
True False True a/b/c b /a True
`,
  ],
  [
    'bytes are changed in place',
    `b = bytearray('abc')
b.append(100)
b.extend('e')
print repr(b), str(b), len(b), b[0], b[1:3], [x for x in b], b == 'abcde', b == bytearray('abcde'), b.decode('utf-8'), len(bytearray(2)), bytearray([1, 255])[1], repr(bytearray() + 'x')
b[0] = 65
b[1:2] = 'XY'
print b, isinstance(b, bytearray), 98 in b
for wrong in [lambda: bytearray([256]), lambda: bytearray([[]])]:
    try:
        wrong()
    except (ValueError, TypeError), e:
        print type(e).__name__`,
    `bytearray(b'abcde') abcde 5 97 bc [97, 98, 99, 100, 101] True True abcde 2 255 bytearray(b'x')
AXYcde True False
ValueError
TypeError
`,
  ],
];

const python = startPython();
afterAll(python.stop);

describe('os, tempfile, csv, array and sets', () => {
  test.each(corpus)('%s', (_, script, output) => {
    const { error, output: printed } = python.run(script);
    expect({ error, printed }).toEqual({ error: null, printed: output });
  });
});
