import { afterAll, expect, test } from 'vitest';
import { startPython } from './testing.ts';

const python = startPython();
afterAll(python.stop);

/** Modules of the standard library that plugins use, with their output in Python 2. */
test.each<[says: string, script: string, output: string]>([
  [
    'context managers are made from generators',
    `import contextlib
@contextlib.contextmanager
def tag(label, *more):
    print '<%s>' % label,
    yield label.upper()
    print '</%s>' % label
with tag('a') as x:
    print x,
try:
    with tag('b', 1):
        raise ValueError('v')
except ValueError, e:
    print 'caught', e
class Door(object):
    def close(self):
        print 'closed',
with contextlib.closing(Door()) as door:
    print type(door).__name__,
with contextlib.nested(tag('m'), tag('n')) as both:
    print both,`,
    "<a> A </a>\n<b> caught v\nDoor closed <m> <n> ('M', 'N') </n>\n</m>\n",
  ],
  [
    'difflib compares sequences',
    `import difflib
s = difflib.SequenceMatcher(None, 'private Thread currentThread;', 'private volatile Thread currentThread;')
print round(s.ratio(), 3), s.get_opcodes()
print difflib.get_close_matches('appel', ['ape', 'apple', 'peach', 'puppy'])
print difflib.SequenceMatcher(lambda x: x == ' ', ' abcd', 'abcd abcd').find_longest_match(0, 5, 0, 9)
a = ['one\\n', 'two\\n', 'three\\n', 'four\\n', 'five\\n', 'six\\n']
b = ['one\\n', 'two\\n', 'tree\\n', 'four\\n', 'five\\n', 'six\\n', 'seven\\n']
print ''.join(difflib.unified_diff(a, b, 'x', 'y', n=1)),
print ''.join(difflib.context_diff(a, b, 'x', 'y', n=1)), list(difflib.unified_diff(a, a))`,
    `0.866 [('equal', 0, 6, 0, 6), ('insert', 6, 6, 6, 15), ('equal', 6, 29, 15, 38)]
['apple', 'ape']
(1, 0, 4)
--- x
+++ y
@@ -2,3 +2,3 @@
 two
-three
+tree
 four
@@ -6 +6,2 @@
 six
+seven
*** x
--- y
***************
*** 2,4 ****
  two
! three
  four
--- 2,4 ----
  two
! tree
  four
***************
*** 6 ****
--- 6,7 ----
  six
+ seven
[]
`,
  ],
  [
    'characters have normal forms and categories',
    `import unicodedata
print unicodedata.normalize('NFKD', u'caf\\xe9').encode('ascii', 'ignore'), unicodedata.category(u'a'), unicodedata.digit(u'7'), unicodedata.numeric(u'\\u0663'), unicodedata.combining(u'\\u0301')
try:
    unicodedata.digit(u'x')
except ValueError as e:
    print e, unicodedata.digit(u'x', -1)`,
    'cafe Ll 7 3.0 230\nnot a digit -1\n',
  ],
  [
    'checksums are signed, and can be continued',
    "import binascii\nprint binascii.crc32('hello'), binascii.crc32('123456789') & 0xffffffff, binascii.crc32('6789', binascii.crc32('12345')) & 0xffffffff",
    '907060870 3421780262 3421780262\n',
  ],
  [
    'weeks are those of ISO 8601',
    `from datetime import date, datetime
print date(2016, 1, 3).isocalendar(), datetime(2018, 12, 31, 5).isocalendar(), date(2020, 12, 31).isocalendar()[1], date(2010, 1, 3).isocalendar()`,
    '(2015, 53, 7) (2019, 1, 1) 53 (2009, 53, 7)\n',
  ],
  [
    'INI files are read and written',
    `import ConfigParser, StringIO
c = ConfigParser.SafeConfigParser({'home': '/srv'})
c.readfp(StringIO.StringIO('''# comment
[server]
Host: example.org
port = 80 ; note
path = %(home)s/www
on = yes
text = a
  b

[empty]
'''))
print c.sections(), c.get('server', 'HOST'), c.getint('server', 'port') + 1, c.get('server', 'path'), c.getboolean('server', 'on'), repr(c.get('server', 'text'))
print c.has_option('server', 'PORT'), c.has_section('no'), c.options('empty'), c.get('server', 'path', True), c.get('server', 'path', 0, {'home': 'x'}), c.items('empty')
c.add_section('new')
c.set('new', 'k', 'v')
c.remove_section('server')
out = StringIO.StringIO()
c.write(out)
print repr(out.getvalue())
bad = [lambda: c.get('no', 'x'), lambda: c.get('new', 'x'), lambda: c.add_section('new'), lambda: c.readfp(StringIO.StringIO('a=1')), lambda: c.readfp(StringIO.StringIO('[a]\\nx'))]
for call in bad:
    try:
        call()
    except ConfigParser.Error, e:
        print type(e).__name__,
class Exact(ConfigParser.ConfigParser):
    def optionxform(self, option):
        return option
m = Exact(allow_no_value=True)
m.readfp(StringIO.StringIO('[a]\\nKey\\nB=%s'))
print m.items('a', raw=True), m.get('a', 'Key'), m.remove_option('a', 'B'), m.options('a')`,
    `['server', 'empty'] example.org 81 /srv/www True 'a\\nb'
True False ['home'] %(home)s/www x/www [('home', '/srv')]
'[DEFAULT]\\nhome = /srv\\n\\n[empty]\\n\\n[new]\\nk = v\\n\\n'
NoSectionError NoOptionError DuplicateSectionError MissingSectionHeaderError ParsingError [('Key', None), ('B', '%s')] None True ['Key']
`,
  ],
  [
    'documents are parsed to nodes',
    `from xml.dom import minidom
import xml.dom.minidom, xml.parsers.expat
d = minidom.parseString('<?xml version="1.0"?><!-- top --><r a="1" xmlns:n="u"><!-- c --><i k="x">one</i> <i k="y"/><n:z>q &amp; w</n:z></r>')
r = d.documentElement
print r.tagName, r.getAttribute('a'), repr(r.getAttribute('none')), r.hasAttribute('a'), r.attributes.keys(), r.attributes['a'].value, len(r.childNodes)
for i in d.getElementsByTagName('i'):
    print i.nodeName, i.getAttribute('k'), i.firstChild and i.firstChild.data, i.nodeType == minidom.Node.ELEMENT_NODE
print d.getElementsByTagName('n:z')[0].childNodes[0].nodeValue, d.getElementsByTagNameNS('u', 'z')[0].localName, r.firstChild.nodeType == r.COMMENT_NODE
print r.toxml()
i = d.getElementsByTagName('i')[0]
i.firstChild.data = 'two <'
i.setAttribute('k', 'a"b')
r.removeChild(d.getElementsByTagName('i')[1])
print i.toxml(), i.parentNode is r, repr(i.nextSibling.nodeValue), i.ownerDocument is d
for bad in ['<a><b></a>', '<a>&none;</a>', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>']:
    try:
        minidom.parseString(bad)
    except xml.parsers.expat.ExpatError, e:
        print e`,
    `r 1 '' True ['a', 'xmlns:n'] 1 5
i x one True
i y None True
q & w z True
<r a="1" xmlns:n="u"><!-- c --><i k="x">one</i> <i k="y"/><n:z>q &amp; w</n:z></r>
<i k="a&quot;b">two &lt;</i> True ' ' True
mismatched tag: line 1, column 8
undefined entity: line 1, column 3
a document with definitions of its own is not supported: line 1, column 28
`,
  ],
  [
    'documents are created from nodes',
    `from xml.dom.minidom import Document, getDOMImplementation
import xml.dom
doc = Document()
root = doc.createElement('root')
doc.appendChild(root)
item = doc.createElement('item')
item.setAttribute('id', '1')
item.appendChild(doc.createTextNode('te'))
item.appendChild(doc.createTextNode('xt'))
item.normalize()
root.appendChild(item)
root.insertBefore(doc.createElement('empty'), item)
print doc.toprettyxml(indent='  '),
print doc.toxml(), doc.toxml('utf-8')[:38], root.cloneNode(True).toxml() == root.toxml(), root.lastChild.previousSibling.tagName
for call in [lambda: root.removeChild(doc), lambda: item.appendChild(root)]:
    try:
        call()
    except xml.dom.DOMException, e:
        print e
print getDOMImplementation().createDocument(None, 'a', None).documentElement.tagName`,
    `<?xml version="1.0" ?>
<root>
  <empty/>
  <item id="1">text</item>
</root>
<?xml version="1.0" ?><root><empty/><item id="1">text</item></root> <?xml version="1.0" encoding="utf-8"?> True empty
the node is not a child
a node cannot be put into itself
a
`,
  ],
])('%s', (_, script, output) => {
  const answer = python.run(script);
  expect([answer.error, answer.output]).toEqual([null, output]);
});
