/**
 * Unavailable modules and methods, and the reasons. Their use is recorded, so that administrators see what a plugin
 * lacks.
 */
const reasons = {
  files: 'scripts have no files',
  network: 'scripts can access the network only by HTTP requests',
  process: 'scripts have no operating system',
  java: 'scripts do not run on Java',
};
const unsupportedModules = {
  files: ['glob', 'shutil', 'zipfile', 'tarfile', 'pickle', 'cPickle', 'shelve', 'sqlite3'],
  network: ['ftplib', 'smtplib', 'telnetlib', 'xmlrpclib', 'paramiko'],
  process: ['subprocess', 'signal', 'ctypes', 'threading', 'thread', 'multiprocessing', 'commands', 'getpass', 'pwd'],
  java: ['java', 'javax', 'org', 'com'],
};

const maxLacks = 20;
const isReportable = /^[\w.]{1,100}$/;
let missingNames = new Set();
py.resetMissingNames = () => {
  missingNames = new Set();
};
/** The unavailable names that the script has used; undefined if there are none. */
py.missingNames = () => {
  const all = [...missingNames, ...py.missingMethods()];
  return all.length > 0 ? all.slice(0, maxLacks) : undefined;
};
py.recordMissingName = (name) => {
  if (missingNames.size < maxLacks && isReportable.test(name)) missingNames.add(name);
};

/** Returns the reason why a module with this name cannot be imported; undefined for unknown names. */
py.unsupportedReason = (name) => {
  const root = name.split('.')[0];
  const group = Object.entries(unsupportedModules).find(([, names]) => names.includes(root));
  return group === undefined ? undefined : reasons[group[0]];
};

const refusals = new WeakSet();
const refuseAs = (type, message) => {
  const error = new Sk.builtin[type](message);
  refusals.add(error);
  throw error;
};
/** Whether `refuseModule` or `refuseMember` has thrown this error. */
py.isRefusal = (thrown) => refusals.has(thrown);

/** Throws the ImportError of an unavailable module. */
py.refuseModule = (name) => {
  py.recordMissingName(name);
  const why = py.unsupportedReason(name);
  refuseAs(
    'ImportError',
    `No module named ${name}: ${why ? `not supported, since ${why}` : 'not among the modules that scripts can import'}`,
  );
};

/**
 * Throws the ImportError of a missing member of a module; an AttributeError if the script accesses it as an attribute.
 */
py.refuseMember = (module, member, type = 'ImportError') => {
  py.recordMissingName(`${module}.${member}`);
  const why = py.unsupportedReason(module);
  const reason = why ? `: ${module}.${member} is not supported, since ${why}` : '';
  refuseAs(
    type,
    type === 'ImportError' ? `cannot import name ${member}${reason}` : `${module} has no ${member}${reason}`,
  );
};

/** Raises a NotImplementedError with the reason. */
py.refuse = (name, why) => {
  py.recordMissingName(name);
  py.raise('NotImplementedError', `${name} is not supported: ${why}`);
};

const { BaseException } = Sk.builtin;
const isDeep = (thrown) => thrown instanceof RangeError && /call stack/i.test(thrown.message);
/**
 * Returns the result of an effect. If the purpose of the script allows no effects, the error has this name; for wrong
 * arguments, it has the reason.
 */
py.effect = (name, ask) => {
  try {
    return ask(py.effects);
  } catch (thrown) {
    if (thrown instanceof BaseException || isDeep(thrown)) throw thrown;
    if (thrown.name === 'NotSupported') py.refuse(name, 'scripts of this kind cannot send requests or wait');
    return py.raise('ValueError', thrown.message);
  }
};

/** Returns a function that only raises the reason why it is unavailable. */
py.refusing = (name, why) =>
  Object.assign(
    py.defineOpen(name, () => py.refuse(name, why)),
    { $refuses: why },
  );
