/** Names that scripts use without importing them. A value is created when a script first uses it. */
const memberOf = (module, name) => () => py.importModule(module).$d[name];
const module = (name) => () => py.importModule(name);
const apiForm = (name) => [name, () => py.memberOfModule('com.xebialabs.xlrelease.api.v1.forms', name)];

const sources = new Map([
  ['sys', module('sys')],
  ['re', module('re')],
  ['datetime', memberOf('datetime', 'datetime')],
  ['timedelta', memberOf('datetime', 'timedelta')],
  ['Set', memberOf('sets', 'Set')],
  [
    'logger',
    () => {
      py.importModule('org.slf4j');
      return py.javaLogger(py.text('script'));
    },
  ],
  [
    'bytearray',
    () => {
      py.loadFile('bytes');
      return py.ByteArray;
    },
  ],
  ...['HttpRequest', 'HttpResponse', 'CredentialsFallback', 'XLRequest'].map((name) => [
    name,
    () => py.memberOfModule(`xlrelease.${name}`, name),
  ]),
  ...['Variable', 'Comment', 'Condition', 'CreateRelease', 'StartRelease'].map(apiForm),
]);

let cached = new Map();
py.resetPreloaded = () => {
  cached = new Map();
};
const preloaded = (name) => {
  if (!cached.has(name)) cached.set(name, sources.get(name)());
  return cached.get(name);
};

const loadName = Sk.misceval.loadname;
/** Loads a name that neither the script nor Python defines. */
Sk.misceval.loadname = (name, names) => {
  const isMissing = names[name] === undefined && Sk.builtins[name] === undefined;
  return isMissing && sources.has(name) ? preloaded(name) : loadName(name, names);
};
