// include: vault/client.js
change('POST', secretPath('delete'), { versions: versionsOf(version) });
print(`Deleted the versions ${version} of ${path}`);
