/** What scripts ask for and do not get: why not, and by which names, so that an operator sees what plugins lack. */
const reasons = {
  files: 'scripts have no files',
  network: 'scripts have no network but for requests by HTTP',
  process: 'scripts have no operating system',
  java: 'there is no Java behind scripts',
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

/** Why nothing of this name can be imported. */
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
/** Whether it is what one of the next two throws. */
py.isRefusal = (thrown) => refusals.has(thrown);

/** Throws the ImportError of a module that scripts cannot have. */
py.refuseModule = (name) => {
  py.recordMissingName(name);
  const why = py.unsupportedReason(name);
  refuseAs(
    'ImportError',
    `No module named ${name}: ${why ? `not supported, since ${why}` : 'not among the modules that scripts can import'}`,
  );
};

/** Throws that a module lacks what was to be imported from it, or, as an AttributeError, touched. */
py.refuseMember = (module, member, type = 'ImportError') => {
  py.recordMissingName(`${module}.${member}`);
  const why = py.unsupportedReason(module);
  const reason = why ? `: ${module}.${member} is not supported, since ${why}` : '';
  refuseAs(
    type,
    type === 'ImportError' ? `cannot import name ${member}${reason}` : `${module} has no ${member}${reason}`,
  );
};

/** Raises that something is not supported, and why. */
py.refuse = (name, why) => {
  py.recordMissingName(name);
  py.raise('NotImplementedError', `${name} is not supported: ${why}`);
};

const { BaseException } = Sk.builtin;
const isDeep = (thrown) => thrown instanceof RangeError && /call stack/i.test(thrown.message);
/**
 * The result of an effect. A script without effects gets an error with this name, and one with wrong arguments the
 * reason.
 */
py.effect = (name, ask) => {
  try {
    return ask(py.effects);
  } catch (thrown) {
    if (thrown instanceof BaseException || isDeep(thrown)) throw thrown;
    if (thrown.name === 'NotSupported')
      py.refuse(name, 'scripts that are run for this purpose may not send requests or wait');
    return py.raise('ValueError', thrown.message);
  }
};

/** A function that only reports why it is unavailable. */
py.refusing = (name, why) =>
  Object.assign(
    py.defineOpen(name, () => py.refuse(name, why)),
    { $refuses: why },
  );
