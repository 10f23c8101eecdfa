// include: vault/client.js
change('POST', secretPath('undelete'), { versions: versionsOf(version) });
print(`Restored the versions ${version} of ${path}`);
