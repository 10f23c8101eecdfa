// include: vault/client.js
change('POST', `/v1/${encodedPath(mount_point)}/config`, {
  ...(max_versions > 0 && { max_versions }),
  cas_required: cas_required === true,
  ...(delete_version_after && { delete_version_after }),
});
print(`Configured the engine ${mount_point}`);
