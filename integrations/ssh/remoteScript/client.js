// Orders for the operations of SSH (integrations/ssh/host), and the states of a remote script.

/** Returns a property of the task, or of its host; null if both are empty. */
function setting(name, ownValue, source) {
  if (ownValue !== null && ownValue !== undefined && ownValue !== '') return ownValue;
  const value = source?.[name];
  return value === undefined || value === '' ? null : value;
}

/** Returns a required setting. Throws an error that names it. */
function required(name, value) {
  if (value === null) throw new Error(`${name}: a value is required, in the task or in its host`);
  return value;
}

/** Returns the user that runs the script. */
function remoteUserOf({ connectionType, sudoUsername, sudo, suUsername, suPassword, password }) {
  switch (connectionType ?? 'SCP') {
    case 'SCP':
    case 'SFTP':
      return sudo === true ? { kind: 'sudo', name: 'root', password: null } : { kind: 'login' };
    case 'SUDO':
      return { kind: 'sudo', name: sudoUsername ?? 'root', password: null };
    case 'INTERACTIVE_SUDO':
      return { kind: 'sudo', name: sudoUsername ?? 'root', password: required('password', password) };
    case 'SU':
      return { kind: 'su', name: suUsername ?? 'root', password: required('suPassword', suPassword) };
    default:
      throw new Error(`connectionType: ${connectionType} is not supported`);
  }
}

/** Returns the address of an operation, and the part of its order that describes the login. */
function loginFor(settings, { id, seenHostKey }) {
  if (!(settings.password || settings.privateKey)) throw new Error('password or privateKey: a value is required');
  const { username, password, privateKey, passphrase, hostKey, hostKeyCheck } = settings;
  const address = required('address', settings.address);
  if (!/^[\w.:[\]-]+$/.test(address)) throw new Error('address: expected the name or address of a machine');
  const name = address.includes(':') && !address.startsWith('[') ? `[${address}]` : address;
  return {
    server: `ssh://${name}:${settings.port ?? 22}`,
    login: {
      username: required('username', username),
      ...{ password, privateKey, passphrase },
      hostKey: hostKey ?? seenHostKey ?? '',
      trustsFirst: hostKeyCheck === 'trust on first use',
      user: remoteUserOf(settings),
      id,
    },
  };
}

/** Returns an identifier that no other user of the remote machine can guess. */
function newId() {
  return Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join('');
}

/** Performs an operation, which another attempt can repeat. Throws an error with its reason. */
function perform(operation, server, order) {
  const options = { json: order, headers: { 'Idempotency-Key': order.id }, connection: null };
  const response = http.request('POST', `${server}/${operation}`, options);
  if (response.ok) return response.json();
  throw new Error(response.json().message);
}
