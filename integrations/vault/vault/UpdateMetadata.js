// include: vault/client.js
change('POST', secretPath('metadata'), {
  ...(max_versions > 0 && { max_versions }),
  ...(cas_required === true && { cas_required }),
  ...(delete_version_after && { delete_version_after }),
  ...(Object.keys(custom_metadata ?? {}).length > 0 && { custom_metadata }),
});
print(`Changed the metadata of ${path}`);
