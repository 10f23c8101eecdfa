import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleCorpus } from '../../../../test/harness/test-length.ts';
import { expectNoHost, startTestRunner, type TestRunner } from '../testing.ts';
import { runHostile } from './testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner();
});
afterAll(() => running.stop());

/** Malicious scripts with requests: their results, and the number of their requests. */
const python: readonly (readonly [says: string, script: string, output: string, requests: number])[] = [
  [
    'headers with the names of internal members',
    `r = HttpRequest({'url': 'http://a.test'}).get('/')
print r.headers['__PROTO__'], r.headers['Constructor'], r.headers.get('tostring'), 'HASOWNPROPERTY' in r.headers, 'tp$getattr' in r.headers`,
    'p c t True False\n',
    1,
  ],
  [
    'attributes with the names of internal members',
    `r = HttpRequest({'url': 'http://a.test'}).get('/')
for name in ['$d', 'tp$getattr', '__proto__', 'constructor', 'content', 'ob$type']:
    setattr(r, name, name)
print r.status, getattr(r, '$d'), r.getHeaders()['x-id'], [getattr(r, n, None) for n in ['$r', 'mp$lookup', 'tp$name']]`,
    '200 $d 7 [None, None, None]\n',
    1,
  ],
  [
    'members of an effect in a body',
    `import json, requests
r = requests.post('http://a.test', json={'does': 'sleep', 'place': 9, '__proto__': 1}, headers={'does': 'sleep'})
print r.status_code`,
    '200\n',
    1,
  ],
  [
    'a body that cannot be converted to a string',
    `class T(object):
    def __str__(self):
        raise KeyError('no')
class R(object):
    def read(self):
        return self
import requests, urllib2
for call in [lambda: requests.get('http://a.test', headers={'a': T()}), lambda: requests.post('http://a.test', data=R()), lambda: urllib2.urlopen(T()), lambda: requests.get(T())]:
    try:
        call()
    except (KeyError, RuntimeError, TypeError), e:
        print isinstance(e, KeyError), isinstance(e, RuntimeError)`,
    'True False\nFalse True\nFalse False\nTrue False\n',
    0,
  ],
  [
    'requests of an uninitialized subclass',
    `import requests, urllib2, httplib
for kind, call in [(requests.Session, 'get'), (HttpRequest, 'get'), (httplib.HTTPConnection, 'getresponse'), (urllib2.Request, 'get_full_url')]:
    class Own(kind):
        def __init__(self):
            pass
    try:
        getattr(Own(), call)('http://a.test')
    except Exception, e:
        print 'refused'
`,
    'refused\nrefused\nrefused\nrefused\n',
    0,
  ],
  [
    'an endless body',
    `import requests
for kwargs in [{'data': 'x' * 2000000}, {'headers': {'a': 'x' * 200000}}, {'headers': dict(('h%d' % n, 'x') for n in range(300))}]:
    try:
        requests.post('http://a.test', **kwargs)
    except ValueError, e:
        print e`,
    `the body of a request can have at most 1000000 characters
the value of a header can have at most 100000 characters
a request can have at most 200 headers
`,
    0,
  ],
  [
    'a handler around the end of the run',
    `seen = []
try:
    HttpRequest({'url': 'http://a.test'}).get('/')
    seen.append(1)
except:
    seen.append(2)
finally:
    seen.append(3)
print seen`,
    '[1, 3]\n',
    1,
  ],
  [
    'internal names of the sandbox',
    `import requests, urllib2, sys
print [n for n in ['effects', 'send', 'httpConnection', '__ask', '__effects', 'givenConnections'] if n in dir(requests) + dir(urllib2) + dir(sys) + dir(HttpRequest)]
try:
    requests.__builtins__
except AttributeError:
    print 'none'`,
    '[]\nnone\n',
    0,
  ],
  [
    'changes of shared classes',
    `import requests, urllib2
for kind in [requests.Session, urllib2.Request, HttpRequest, requests.exceptions.HTTPError]:
    try:
        kind.get = 1
    except TypeError:
        print 'refused'`,
    'refused\nrefused\nrefused\nrefused\n',
    0,
  ],
];

describe('a malicious request in Python', () => {
  test.each(sampleCorpus(python))('has no effect by %s', async (_, script, output, requests) => {
    const done = await runHostile(running, 'python', script);
    expect([done.answer.error, done.answer.output, done.effects.length]).toEqual([null, output, requests]);
    expectNoHost(done.answer);
  });

  test('leaves no data for the next run of the same script', async () => {
    const script = 'import requests\nprint getattr(requests, "seen", None)\nrequests.seen = HttpRequest';
    for (const printed of ['None\n', 'None\n'])
      expect((await runHostile(running, 'python', script)).answer.output).toBe(printed);
  });
});
