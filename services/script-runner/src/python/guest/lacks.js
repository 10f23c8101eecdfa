/** What scripts ask for and do not get: why not, and by which names, so that an operator sees what plugins lack. */
const reasons = {
  files: 'scripts have no files',
  network: 'scripts have no network',
  process: 'scripts have no operating system',
  java: 'there is no Java behind scripts',
};
const unsupported = {
  files: ['io', 'glob', 'shutil', 'zipfile', 'tarfile', 'pickle', 'cPickle', 'shelve', 'sqlite3'],
  network: [
    'socket',
    'ssl',
    'httplib',
    'urllib2',
    'requests',
    'ftplib',
    'smtplib',
    'telnetlib',
    'xmlrpclib',
    'paramiko',
    'xlrelease',
  ],
  process: [
    'subprocess',
    'signal',
    'ctypes',
    'threading',
    'thread',
    'multiprocessing',
    'platform',
    'commands',
    'getpass',
    'pwd',
  ],
  java: ['java', 'javax', 'org', 'com'],
};

const mostLacks = 20;
const nameable = /^[\w.]{1,100}$/;
let lacks = new Set();
py.forgetLacks = () => {
  lacks = new Set();
};
/** Names that the script has asked for in vain; undefined where there are none. */
py.lacks = () => (lacks.size > 0 ? [...lacks] : undefined);
py.lack = (name) => {
  if (lacks.size < mostLacks && nameable.test(name)) lacks.add(name);
};

/** Why nothing of this name can be imported. */
py.whyNot = (name) => {
  const root = name.split('.')[0];
  const found = Object.entries(unsupported).find(([, names]) => names.includes(root));
  return found === undefined ? undefined : reasons[found[0]];
};

/** Throws the ImportError of a module that scripts cannot have. */
py.refuseModule = (name) => {
  py.lack(name);
  const why = py.whyNot(name);
  py.raise(
    'ImportError',
    `No module named ${name}: ${why ? `not supported, since ${why}` : 'not among the modules that scripts can import'}`,
  );
};

/** Throws that a module lacks what was to be imported from it, or, as an AttributeError, touched. */
py.refuseMember = (module, member, type = 'ImportError') => {
  py.lack(`${module}.${member}`);
  const why = py.whyNot(module);
  const reason = why ? `: ${module}.${member} is not supported, since ${why}` : '';
  py.raise(
    type,
    type === 'ImportError' ? `cannot import name ${member}${reason}` : `${module} has no ${member}${reason}`,
  );
};

/** Raises that something is not supported, and why. */
py.refuse = (name, why) => {
  py.lack(name);
  py.raise('NotImplementedError', `${name} is not supported: ${why}`);
};
