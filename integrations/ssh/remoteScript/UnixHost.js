// include: remoteScript/client.js
const { address, port } = configuration;
const settings = Object.fromEntries(
  [
    ...['username', 'password', 'privateKey', 'passphrase', 'hostKey', 'hostKeyCheck'],
    ...['connectionType', 'sudoUsername', 'suUsername', 'suPassword'],
  ].map((name) => [name, setting(name, configuration[name])]),
);
const { server, login } = loginFor({ ...settings, address, port, sudo: false }, { id: newId() });
perform('check', server, login);
