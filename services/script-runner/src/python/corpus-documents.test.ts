import { afterAll, expect, test } from 'vitest';
import { startPython } from './testing.ts';

const python = startPython();
afterAll(python.stop);

const yamlText = `
name: x
n: 7
f: 1.5
yes_: yes
none: ~
date: 2020-01-02
1: one
base: &b {a: 1, c: [1, 2]}
more:
  <<: *b
  d: 3
same: *b
t: |
  line 1
  line 2
hex: 0x1f
oct: 010
str: "5"
`;

test.each<[says: string, script: string, output: string]>([
  [
    'YAML is imported by both names',
    `from org.yaml.snakeyaml import Yaml, DumperOptions
import yaml
o = DumperOptions()
o.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK)
print Yaml().load("env: dev"), yaml.safe_load("env: dev"), repr(Yaml(o).dump({'k': 'v'}))`,
    "{'env': 'dev'} {'env': 'dev'} 'k: v\\n'\n",
  ],
  [
    'YAML 1.1 is plain Python',
    `import yaml
d = yaml.safe_load('''${yamlText}''')
for k in sorted(d, key=str):
    print k, repr(d[k])
print d['same'] is d['base'], yaml.load('', Loader=yaml.FullLoader), list(yaml.load_all('a: 1\\n---\\nb: 2\\n'))`,
    `1 'one'
base {'a': 1, 'c': [1, 2]}
date datetime.date(2020, 1, 2)
f 1.5
hex 31
more {'a': 1, 'c': [1, 2], 'd': 3}
n 7
name 'x'
none None
oct 8
same {'a': 1, 'c': [1, 2]}
str '5'
t 'line 1\\nline 2\\n'
yes_ True
True None [{'a': 1}, {'b': 2}]
`,
  ],
  [
    'YAML is written, with its keys sorted',
    `import yaml, StringIO
print yaml.dump({'a': {'x': None, 'y': True}, 'c': 'yes', 1: 'n', 'm': 'a\\nb\\n', 'f': 1.5}, default_flow_style=False),
print yaml.safe_dump([1, {'a': 2}], default_flow_style=True),
out = StringIO.StringIO()
yaml.dump({'b': 1}, out)
print out.getvalue(),
print yaml.safe_load(yaml.dump({'b': [1, {'c': u'\\xe9'}]}))['b'][0]`,
    "1: 'n'\na:\n  x: null\n  'y': true\nc: 'yes'\nf: 1.5\nm: |\n  a\n  b\n[1, {a: 2}]\nb: 1\n1\n",
  ],
  [
    'invalid YAML is rejected with a message of one line',
    `import yaml
for bad in ['a: [', 'a: b: c', '*x', 'a: !!python/object:os.system {}', '[' * 200]:
    try:
        print yaml.safe_load(bad)
    except yaml.YAMLError, e:
        print '\\n' in str(e),
try:
    yaml.dump(object())
except yaml.YAMLError, e:
    print e`,
    'False False False False False cannot represent an object: object\n',
  ],
  [
    'aliases do not make a document grow',
    `import yaml
lines = ['a0: &a0 [x, x]'] + ['a%d: &a%d [*a%d, *a%d]' % (n, n, n - 1, n - 1) for n in range(1, 40)]
d = yaml.safe_load('\\n'.join(lines))
print len(d), d['a39'][0] is d['a39'][1]`,
    '40 True\n',
  ],
  [
    'JSONPath finds values',
    `from com.xebialabs.xlrelease.plugin.webhook import JsonPathResult
doc = '{"lastBuild": {"number": 7}, "jobs": [{"id": 3, "name": "a b", "ok": true}, {"id": 4, "name": "c"}], "x-y": null}'
for path in ['lastBuild.number', '$.jobs[-1:].id', '$.jobs[*].id', '$..id', "$['lastBuild']['number']", '$.none', '$.jobs[?(@.id == 4)].name', "$.jobs[?(@.name == 'a b' && @.ok == true)].id", '$.jobs[?(@.ok)].id', '$.x-y', '$.jobs[0:1].name', '$.jobs[0,1].id', '$.jobs[-1].id', '$.lastBuild.*', '$.jobs.length()']:
    print JsonPathResult(doc, path).get(),
print JsonPathResult(doc, '$.jobs[0]').get()['name'], JsonPathResult('[1, 2]', '$').get()
for bad in [(doc, '$.a['), (doc, '$.a[?(x)]'), (doc, '$..'), ('{', '$')]:
    try:
        JsonPathResult(*bad)
    except ValueError, e:
        print e`,
    `7 4 [3, 4] [3, 4] 7 None c 3 3 None a b [3, 4] 4 7 2 a b [1, 2]
'$.a[' is not a path that is supported
'$.a[?(x)]' is not a path that is supported
'$..' is not a path that is supported
JsonPathResult() expects JSON
`,
  ],
  [
    'XPath finds nodes',
    `from com.xebialabs.xlrelease.plugin.webhook import XmlPathResult
xml = '<?xml version="1.0"?><info v="1"><version>5.1</version><list><i k="a">1</i><i k="b">2 <b>x</b></i></list><n:z xmlns:n="u">q</n:z></info>'
print [XmlPathResult(xml, path).get() for path in ['/info/version', '/info/@v', '//i[2]', "//i[@k='a']", 'count(//i)', '//i/@k', '/info/list/i[last()]/text()', '/none', '//n:z', "//i[b='x']/@k", "//i[contains(@k,'b')]/b", "//i[@k='b' and b='x']/b/..//b", 'string(//version)', '/info/version/text()']]
try:
    XmlPathResult(xml, '//i[')
except ValueError, e:
    print e`,
    `['5.1', '1', '2 x', '1', '2', 'a', '2 ', '', 'q', 'b', 'x', 'x', '5.1', '5.1']
'//i[' is not a path that is supported
`,
  ],
  [
    'all HTTP statuses have names',
    `import requests
print requests.codes.ok, requests.codes.OK, requests.codes['teapot'], requests.codes['nothing'], getattr(requests.codes, 'continue'), requests.status_codes.codes.locked, requests.codes.get('gone'), requests.codes.unprocessable_entity, requests.codes.NO_CONTENT
try:
    requests.codes.nothing
except AttributeError, e:
    print 'none'`,
    '200 200 418 None 100 423 410 422 204\nnone\n',
  ],
])('%s', (_, script, output) => {
  const answer = python.run(script);
  expect([answer.error, answer.output]).toEqual([null, output]);
});

test('dates of objects are strings with the methods of java.util.Date', () => {
  const id = 'Applications/Release1';
  const release = { id, type: 'rel.Release', title: 'R', phases: [], startDate: '2026-12-31T10:00:00.000+00:00' };
  const variables = { releaseVariables: [], globalVariables: [], folderVariables: [] };
  const snapshot = { release, phaseId: null, taskId: null, folder: null, ...variables };
  const script = `from java.util import Date
from java.text import SimpleDateFormat
d = release.startDate
print d, d.getTime(), d.time, release.getStartDate().getHours(), d.after(Date(0)), Date(0) < d, d < Date(0), d == '2026-12-31T10:00:00.000+00:00'
print SimpleDateFormat('yyyy').format(d), d[:10], d.replace('T', ' ')[:16], d.equals(Date(d.getTime()))
release.dueDate = Date(d.getTime() + 1000)
print release.getDueDate().getTime() - d.getTime()`;
  const answer = python.run(script, { purpose: 'failureHandler', snapshot });
  expect([answer.error, answer.output]).toEqual([
    null,
    `2026-12-31T10:00:00.000+00:00 1798711200000 1798711200000 10 True True False True
2026 2026-12-31 2026-12-31 10:00 True
1000
`,
  ]);
});

test('times in other zones', () => {
  const script = `from java.text import SimpleDateFormat
from java.util import Date, TimeZone, Calendar
f = SimpleDateFormat("yyyy-MM-dd HH:mm z Z X XXX")
for name in ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'PST', 'GMT+2', 'GMT-05:30', 'UTC', 'No/Such']:
    zone = TimeZone.getTimeZone(name)
    f.setTimeZone(zone)
    print zone.getID(), f.format(Date(1798797600000)), f.format(Date(1782900000000))[11:20]
p = SimpleDateFormat('yyyy-MM-dd HH:mm')
p.setTimeZone(TimeZone.getTimeZone('Europe/Berlin'))
print [p.parse(text).getTime() for text in ['2026-07-01 12:00', '2026-03-29 02:30', '2026-10-25 02:30', '2026-12-01 00:00']]
c = Calendar.getInstance(TimeZone.getTimeZone('Europe/Berlin'))
c.setTime(Date(1774731600000))
print c.get(Calendar.HOUR_OF_DAY), c.get(Calendar.DATE),
c.add(Calendar.DATE, 1)
print c.get(Calendar.HOUR_OF_DAY), c.getTimeInMillis(),
c.add(Calendar.HOUR, 24)
zone = c.getTimeZone()
print c.get(Calendar.HOUR_OF_DAY), zone.getID(), zone.useDaylightTime(), zone.inDaylightTime(Date(1782900000000)), zone.getRawOffset(), zone.getOffset(1782900000000)`;
  const answer = python.run(script);
  expect([answer.error, answer.output]).toEqual([
    null,
    `Europe/Berlin 2027-01-01 11:00 CET +0100 +01 +01:00 12:00 CES
America/New_York 2027-01-01 05:00 EST -0500 -05 -05:00 06:00 EDT
Asia/Kolkata 2027-01-01 15:30 GMT+05:30 +0530 +05 +05:30 15:30 GMT
PST 2027-01-01 02:00 PST -0800 -08 -08:00 03:00 PDT
GMT+02:00 2027-01-01 12:00 GMT+02:00 +0200 +02 +02:00 12:00 GMT
GMT-05:30 2027-01-01 04:30 GMT-05:30 -0530 -05 -05:30 04:30 GMT
UTC 2027-01-01 10:00 UTC +0000 Z Z 10:00 UTC
GMT 2027-01-01 10:00 UTC +0000 Z Z 10:00 UTC
[1782900000000, 1774747800000, 1792891800000, 1796079600000]
22 28 22 1774814400000 22 Europe/Berlin True True 3600000 7200000
`,
  ]);
});
