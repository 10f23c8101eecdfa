// include: vault/client.js
change('POST', secretPath('destroy'), { versions: versionsOf(version) });
print(`Destroyed the versions ${version} of ${path}`);
