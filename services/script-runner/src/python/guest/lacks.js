/** What scripts ask for and do not get: why not, and by which names, so that an operator sees what plugins lack. */
const reasons = {
  files: 'scripts have no files',
  network: 'scripts have no network but for requests by HTTP',
  process: 'scripts have no operating system',
  java: 'there is no Java behind scripts',
};
const unsupported = {
  files: ['glob', 'shutil', 'zipfile', 'tarfile', 'pickle', 'cPickle', 'shelve', 'sqlite3'],
  network: ['ftplib', 'smtplib', 'telnetlib', 'xmlrpclib', 'paramiko'],
  process: ['subprocess', 'signal', 'ctypes', 'threading', 'thread', 'multiprocessing', 'commands', 'getpass', 'pwd'],
  java: ['java', 'javax', 'org', 'com'],
};

const mostLacks = 20;
const nameable = /^[\w.]{1,100}$/;
let lacks = new Set();
py.forgetLacks = () => {
  lacks = new Set();
};
/** The unavailable names that the script has used; undefined if there are none. */
py.lacks = () => {
  const all = [...lacks, ...py.lackedMethods()];
  return all.length > 0 ? all.slice(0, mostLacks) : undefined;
};
py.lack = (name) => {
  if (lacks.size < mostLacks && nameable.test(name)) lacks.add(name);
};

/** Why nothing of this name can be imported. */
py.whyNot = (name) => {
  const root = name.split('.')[0];
  const found = Object.entries(unsupported).find(([, names]) => names.includes(root));
  return found === undefined ? undefined : reasons[found[0]];
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
  py.lack(name);
  const why = py.whyNot(name);
  refuseAs(
    'ImportError',
    `No module named ${name}: ${why ? `not supported, since ${why}` : 'not among the modules that scripts can import'}`,
  );
};

/** Throws that a module lacks what was to be imported from it, or, as an AttributeError, touched. */
py.refuseMember = (module, member, type = 'ImportError') => {
  py.lack(`${module}.${member}`);
  const why = py.whyNot(module);
  const reason = why ? `: ${module}.${member} is not supported, since ${why}` : '';
  refuseAs(
    type,
    type === 'ImportError' ? `cannot import name ${member}${reason}` : `${module} has no ${member}${reason}`,
  );
};

/** Raises that something is not supported, and why. */
py.refuse = (name, why) => {
  py.lack(name);
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
