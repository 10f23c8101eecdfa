import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

/** Scripts that read and write XML, with the output of CPython 2.7. */
const corpus: readonly (readonly [says: string, script: string, output: string])[] = [
  [
    'elements are found',
    `import xml.etree.ElementTree as ET
from StringIO import StringIO
x = '''<?xml version="1.0"?>
<!-- c --><jobs n="2" a='&lt;1&#65;'>
 <job id="1"><name>one</name><state/>tail &amp; more</job>
 <job id="2"><name>two</name><sub><name>deep</name></sub></job><![CDATA[<raw>]]>
</jobs>'''
r = ET.fromstring(x)
print r.tag, sorted(r.attrib.items()), len(r), repr(r.text), r[0].get('id'), r[1].find('name').text, r.get('x', 'd'), r[-1].tag, [c.get('id') for c in r], r.find('job/state').tail
print [e.text for e in r.findall('.//name')], [e.get('id') for e in r.findall("job[@id='2']")], r.findtext('job/name'), r.findtext('nope'), r.findtext('nope', 'x'), r.find('nope'), [e.text for e in r.iter('name')], [e.tag for e in r.iter()], [e.text for e in r.getiterator('name')]
print [e.get('id') for e in r.findall('job[2]')], [e.get('id') for e in r.findall('job[last()]')], [e.get('id') for e in r.findall("job[name='two']")], [e.get('id') for e in r.findall('job[sub]')], [e.tag for e in r.findall('*')], [e.tag for e in r.findall('./job/*')], [e.tag for e in r.findall('.//name/..')], len(r.findall('.')), len(r.findall('.//job[@id]'))
print ET.tostring(r)
print repr(''.join(r.itertext()))
`,
    `jobs [('a', '<1A'), ('n', '2')] 2 '\\n ' 1 two d job ['1', '2'] tail & more
['one', 'two', 'deep'] ['2'] one None x None ['one', 'two', 'deep'] ['jobs', 'job', 'name', 'state', 'job', 'name', 'sub', 'name'] ['one', 'two', 'deep']
['2'] ['2'] ['2'] ['2'] ['job', 'job'] ['name', 'state', 'name', 'sub'] ['job', 'job', 'sub'] 1 2
<jobs a="&lt;1A" n="2">
 <job id="1"><name>one</name><state />tail &amp; more</job>
 <job id="2"><name>two</name><sub><name>deep</name></sub></job>&lt;raw&gt;
</jobs>
'\\n onetail & more\\n twodeep<raw>\\n'
`,
  ],
  [
    'namespaces are part of names',
    `import xml.etree.ElementTree as ET
from StringIO import StringIO
n = ET.fromstring('<a:r xmlns:a="http://x/y" xmlns="http://d" a:k="v"><b/><a:c xml:lang="de"/></a:r>')
print n.tag, n.attrib, [e.tag for e in n], n.find('{http://d}b').tag, n.find('p:c', {'p': 'http://x/y'}).attrib
print ET.tostring(n)
ET.register_namespace('q', 'http://x/y')
print ET.tostring(n)`,
    `{http://x/y}r {'{http://x/y}k': 'v'} ['{http://d}b', '{http://x/y}c'] {http://d}b {'{http://www.w3.org/XML/1998/namespace}lang': 'de'}
<ns0:r xmlns:ns0="http://x/y" xmlns:ns1="http://d" ns0:k="v"><ns1:b /><ns0:c xml:lang="de" /></ns0:r>
<q:r xmlns:ns1="http://d" xmlns:q="http://x/y" q:k="v"><ns1:b /><q:c xml:lang="de" /></q:r>
`,
  ],
  [
    'elements are created and written',
    `import xml.etree.ElementTree as ET
from StringIO import StringIO
e = ET.Element('root', {'z': '1'}, b='2')
c = ET.SubElement(e, 'child', name='n"<')
c.text = u'\\u00e9 & <'
c.tail = 'T'
e.append(ET.Element('last'))
e.insert(0, ET.Element('first'))
print ET.tostring(e), ET.tostring(e, 'utf-8') == ET.tostring(e, encoding='utf-8'), ET.tostring(ET.Element('x'), 'UTF-8')
e.remove(c); c.set('k', 'v'); c.text = None
print len(e), sorted(c.items()), ET.tostring(c), bool(e), bool(c), ET.iselement(e), e[0:1][0].tag
ET.dump(c)`,
    `<root b="2" z="1"><first /><child name="n&quot;&lt;">&#233; &amp; &lt;</child>T<last /></root> True <?xml version='1.0' encoding='UTF-8'?>
<x />
2 [('k', 'v'), ('name', 'n"<')] <child k="v" name="n&quot;&lt;" />T True False True first
<child k="v" name="n&quot;&lt;" />T
`,
  ],
  [
    'trees are read from files and written to files',
    `import xml.etree.ElementTree as ET
from StringIO import StringIO
t = ET.parse(StringIO('<a><b>1</b></a>'))
print t.getroot().tag, t.find('b').text, t.findtext('b'), [x.tag for x in t.iter()]
out = StringIO(); t.write(out); print out.getvalue()`,
    `a 1 1 ['a', 'b']
<a><b>1</b></a>
`,
  ],
  [
    'invalid XML is rejected with its position',
    `import xml.etree.ElementTree as ET
from StringIO import StringIO
from xml.etree.ElementTree import ParseError
for bad in ['<a>', '<a></b>', 'text', '', '<a/><b/>', '<a b=1/>', '<a>&nope;</a>', '<a x="1" x="2"/>', '<p:a/>', '<a>\\n <b></a>']:
    try:
        ET.fromstring(bad)
        print 'read', bad
    except ParseError, err:
        print type(err).__name__, isinstance(err, SyntaxError), str(err)`,
    `ParseError True no element found: line 1, column 3
ParseError True mismatched tag: line 1, column 5
ParseError True syntax error: line 1, column 0
ParseError True no element found: line 1, column 0
ParseError True junk after document element: line 1, column 4
ParseError True not well-formed (invalid token): line 1, column 5
ParseError True undefined entity: line 1, column 3
ParseError True duplicate attribute: line 1, column 9
ParseError True unbound prefix: line 1, column 0
ParseError True mismatched tag: line 2, column 6
`,
  ],
  [
    'texts are escaped',
    `from xml.sax.saxutils import escape, unescape, quoteattr
print escape('a<b>&"', {'"': '&quot;'}), unescape('&lt;&amp;lt;&quot;', {'&quot;': '"'})
print quoteattr('say "x"\\n'), quoteattr('"\\'<'), quoteattr('plain')`,
    `a&lt;b&gt;&amp;&quot; <&lt;"
'say "x"&#10;' "&quot;'&lt;" "plain"
`,
  ],
];

const python = startPython();
afterAll(python.stop);

describe('XML', () => {
  test.each(corpus)('%s', (_, script, output) => {
    const { error, output: printed } = python.run(script);
    expect({ error, printed }).toEqual({ error: null, printed: output });
  });
});
