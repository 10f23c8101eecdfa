import { afterAll, expect, test } from 'vitest';
import { startPython } from './testing.ts';

const python = startPython();
afterAll(python.stop);

test.each([
  [
    'the functions of codecs equal the string methods',
    `import codecs, tempfile, os
print codecs.encode('hi', 'hex'), codecs.decode('6869', 'hex'), repr(codecs.BOM_UTF8)
path = os.path.join(tempfile.mkdtemp(), 'a.txt')
with codecs.open(path, 'w', 'utf-8') as out:
    out.write(u'a b')
print codecs.open(path, 'r', encoding='utf-8').read()`,
    "6869 hi '\\xef\\xbb\\xbf'\na b\n",
  ],
  [
    'versions are ordered by their numbers',
    `from distutils.version import LooseVersion as V
print V('1.10.0') > V('1.9'), V('1.0') == V('1.0'), V('2.0') < '10', V('1.0') < V('1.0.1'), V('1.5.1b2').version, str(V('7.2'))
print [str(one) for one in sorted(map(V, ['10.1', '9.0', '9.0.1']))], V('1.0') >= V('1.1'), V('1.0') != V('1.1')`,
    "True True True True [1, 5, 1, 'b', 2] 7.2\n['9.0', '9.0.1', '10.1'] False True\n",
  ],
])('%s', (_, script, output) => {
  expect(python.run(script)).toMatchObject({ error: null, output });
});
