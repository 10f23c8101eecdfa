import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Language, recordingFiles, sandboxFile } from '../sandbox/language.ts';
import { bundle, interpreter } from './interpreter.ts';

const sandboxCode = (name: string): string => readFileSync(new URL(`./sandbox/${name}.js`, import.meta.url), 'utf8');

const skulptModules = ['collections', 'itertools', 'math', 'operator', 'random'].map((name) => `src/lib/${name}.js`);

/**
 * skulpt seeds its random numbers from the clock. Two simultaneous runs would get equal numbers, and the clock of a run
 * may be constant.
 */
function withSeededRandom(random: string): string {
  const byClock = 'new Date().getTime()';
  if (!random.includes(byClock)) throw new Error(`this version of skulpt has no '${byClock}'`);
  return random.replace(byClock, () => 'Math.floor(Sk.random()*4294967296)');
}

/** Returns the modules of skulpt that scripts may use. Its bundle contains hundreds. */
function standardLibrary(): string {
  const text = bundle('skulpt-stdlib.js');
  const all: { files: Record<string, string> } = JSON.parse(text.slice(text.indexOf('=') + 1).replace(/;?\s*$/, ''));
  const files = Object.fromEntries(skulptModules.map((name) => [name, all.files[name]]));
  files['src/lib/random.js'] = withSeededRandom(files['src/lib/random.js'] ?? '');
  return `Sk.builtinFiles = ${JSON.stringify({ files })};`;
}

const sandboxFiles = [
  'bridge',
  'missing-names',
  'stdlib',
  'values',
  'types/tuples',
  'compiler/blocks',
  'compiler/flow',
  'compiler/loops',
  'compiler/generators',
  'compiler/scopes',
  'compiler/statements',
  'compiler/functions',
  'prepare',
  'evaluation',
  'builtin-patches',
  'types/numbers',
  'types/objects',
  'codecs',
  'types/formatting',
  'types/format-method',
  'types/texts',
  'imports/names',
  'imports/unavailable-names',
  'imports/imports',
  'imports/jar-modules',
  'names',
  'date-values',
  'references',
  'throwables',
  'release',
  'preloaded-names',
  'modules/json',
  'modules/hashing',
  'modules/base64',
  'modules/traceback',
  'modules/sys',
  'modules/logging',
  'modules/functools',
  'modules/string',
  'modules/urls',
  'modules/copy',
  'modules/re',
  'modules/re-objects',
  'modules/calendar',
  'modules/time',
  'modules/timedelta',
  'modules/datetime',
  'modules/time-of-day',
  'modules/data',
  'inspection',
  'run',
];

/** Files with Java classes that other files of the standard library use. */
const javaParts =
  'calendar dates file numbers/big-decimal numbers/big-integer numbers/message-format ' +
  'numbers/number-formats numbers/numbers properties texts/builders texts/matcher texts/strings ' +
  'time-classes time-clock util/arrays util/collections util/identifiers util/optional ' +
  'util/scanning util/sorted zones';

/**
 * The files of the standard library with their modules. A file is evaluated when a script first imports one of its
 * modules.
 */
const stdlib: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(javaParts.split(' ').map((file) => [`java/${file}`, []])),
  'java/texts/charset': ['java.nio.charset'],
  'java/concurrent': ['java.util.concurrent'],
  'java/numbers/decimals': ['java.math'],
  'java/io': ['java.io'],
  'java/lang': ['java.lang'],
  'java/net': ['java.net'],
  'java/nio': ['com.xebialabs.xlr.ssl', 'java.nio.file'],
  'java/texts/regex': ['java.util.regex'],
  'java/security': ['java.security', 'javax.crypto', 'javax.crypto.spec', 'javax.xml.bind'],
  'java/text': ['java.text'],
  'java/time': ['java.time'],
  'java/time-formats': ['java.time.format'],
  'java/time-units': ['java.time.temporal'],
  'java/util': ['java.util'],
  'documents/config-parser': ['ConfigParser'],
  'documents/csv': ['csv'],
  'documents/csv-reader': [],
  'documents/json-path': [],
  'documents/path-results': ['com.xebialabs.xlrelease.plugin.webhook'],
  'documents/yaml': ['yaml', 'org.yaml.snakeyaml', 'org.yaml.snakeyaml.constructor'],
  'xml/dom-tree': [],
  'xml/dom-writer': [],
  'xml/element': ['xml.etree.ElementTree', 'xml.etree.cElementTree'],
  'xml/element-parser': [],
  'xml/element-path': [],
  'xml/element-writer': [],
  'xml/minidom': ['xml.dom', 'xml.dom.minidom', 'xml.parsers.expat'],
  'xml/saxutils': ['xml.sax.saxutils'],
  domain: [
    'com.xebialabs.deployit.exception',
    'com.xebialabs.deployit.plugin.api.reflect',
    'com.xebialabs.xlrelease.api',
    'com.xebialabs.xlrelease.api.v1',
    'com.xebialabs.xlrelease.api.v1.forms',
    'com.xebialabs.xlrelease.api.v1.views',
    'com.xebialabs.xlrelease.domain',
    'com.xebialabs.xlrelease.domain.configuration',
    'com.xebialabs.xlrelease.domain.folder',
    'com.xebialabs.xlrelease.domain.recover',
    'com.xebialabs.xlrelease.domain.status',
    'com.xebialabs.xlrelease.domain.variables',
  ],
  array: ['array'],
  bytes: [],
  codecs: ['codecs'],
  contextlib: ['contextlib'],
  decimal: ['decimal'],
  'decimal-arithmetic': [],
  difflib: ['difflib'],
  'matching-blocks': [],
  files: [],
  os: ['os', 'os.path', 'posixpath'],
  runtime: ['__builtin__', 'exceptions', 'imp', 'importlib', 'warnings'],
  slf4j: ['org.slf4j'],
  'http/apache': ['org.apache.http.client.methods'],
  'http/apache-clients': [
    'org.apache.http',
    'org.apache.http.auth',
    'org.apache.http.client.config',
    'org.apache.http.conn.ssl',
    'org.apache.http.impl.client',
    'org.apache.http.ssl',
  ],
  'http/apache-entities': [
    'org.apache.commons.codec.binary',
    'org.apache.http.client.entity',
    'org.apache.http.entity',
    'org.apache.http.message',
    'org.apache.http.util',
  ],
  'http/classes': [],
  'http/cookies': ['cookielib'],
  'http/xlrelease': [
    'xlrelease.CredentialsFallback',
    'xlrelease.HttpRequest',
    'xlrelease.HttpResponse',
    'xlrelease.XLRequest',
  ],
  'http/httplib': ['httplib'],
  'http/messages': [],
  'http/network': ['socket', 'ssl'],
  'http/openers': [],
  'http/requests': [
    'requests',
    'requests.adapters',
    'requests.auth',
    'requests.packages',
    'requests.packages.urllib3',
    'requests.packages.urllib3.exceptions',
    'requests.sessions',
    'requests.status_codes',
    'urllib3',
    'urllib3.exceptions',
  ],
  'http/requests-bodies': [],
  'http/requests-codes': [],
  'http/requests-errors': ['requests.exceptions', 'requests.models'],
  'http/transport': [],
  'http/urllib2': ['urllib2'],
  'standard/abstract': ['abc', 'weakref'],
  'standard/inspect': ['inspect', 'platform'],
  'standard/io': ['io'],
  'standard/sets': ['sets'],
  'standard/versions': ['distutils.version'],
  tempfile: ['tempfile'],
  unicodedata: ['unicodedata'],
};
const libraries = createRequire(import.meta.url);
/** Third-party libraries that files of the standard library use. Each defines one global. */
const thirdPartyFiles = [
  { file: 'js-yaml', modules: [], code: readFileSync(libraries.resolve('js-yaml/browser'), 'utf8') },
];
const stdlibFiles = [
  ...thirdPartyFiles,
  ...Object.entries(stdlib).map(([file, modules]) => ({ file, modules, code: sandboxCode(`stdlib/${file}`) })),
];

/** The files of the sandbox share only one name, `py`. */
const wrapFile = (name: string): Language['bootstrap'][number] => ({
  file: `python/${name}.js`,
  code: `((py) => {${sandboxCode(name)}\n})(globalThis.py);`,
});

/**
 * Python 2: skulpt with extensions. An isolate is reused for the same script of the same owner. Each run has new
 * globals, modules and objects. Runs share types that Python cannot change, compiled code and compiled patterns.
 */
export const python: Language = {
  name: 'python',
  runs: 'text',
  bootstrap: [
    ...['effects.js', 'line-times.js'].map(sandboxFile),
    { file: 'skulpt.js', code: interpreter() },
    { file: 'library.js', code: standardLibrary() },
    // Runs before the code that deletes `__ask`: an import can also end a run.
    { file: 'python/asking.js', code: 'globalThis.__end = globalThis.__ask;' },
    ...recordingFiles,
    sandboxFile('hashing-64-bit.js'),
    sandboxFile('hashing.js'),
    sandboxFile('output-limit.js'),
    {
      file: 'python/begin.js',
      code: `globalThis.py = { hashes: __hashes, endWith: __end, effects: __effects, fitting: __outputLimit };
        for (const name of ['__hashes', '__end', '__effects', '__outputLimit']) delete globalThis[name];`,
    },
    { file: 'python/stdlib-files.js', code: `globalThis.__stdlib = ${JSON.stringify(stdlibFiles)};` },
    ...sandboxFiles.map(wrapFile),
    { file: 'python/end.js', code: 'delete globalThis.py;' },
  ],
};
