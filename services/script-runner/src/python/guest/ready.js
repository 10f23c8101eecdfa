/** Names that scripts of the family use without importing them. Nothing is made of them before one is touched. */
const from = (module, name) => () => py.importModule(module).$d[name];
const module = (name) => () => py.importModule(name);
const form = (name) => [name, () => py.memberOfModule('com.xebialabs.xlrelease.api.v1.forms', name)];

const sources = new Map([
  ['sys', module('sys')],
  ['re', module('re')],
  ['datetime', from('datetime', 'datetime')],
  ['timedelta', from('datetime', 'timedelta')],
  ['Set', from('sets', 'Set')],
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
      py.takeFile('bytes');
      return py.ByteArray;
    },
  ],
  ...['HttpRequest', 'HttpResponse', 'CredentialsFallback', 'XLRequest'].map((name) => [
    name,
    () => py.memberOfModule(`xlrelease.${name}`, name),
  ]),
  ...['Variable', 'Comment', 'Condition', 'CreateRelease', 'StartRelease'].map(form),
]);

let made = new Map();
py.forgetReady = () => {
  made = new Map();
};
const readyName = (name) => {
  if (!made.has(name)) made.set(name, sources.get(name)());
  return made.get(name);
};

const find = Sk.misceval.loadname;
/** What neither the script nor Python has by this name. */
Sk.misceval.loadname = (name, names) => {
  const isMissing = names[name] === undefined && Sk.builtins[name] === undefined;
  return isMissing && sources.has(name) ? readyName(name) : find(name, names);
};
