// include: vault/client.js

/** Returns the settings of the engine in the property `data`. */
function engineSettings() {
  if ((data ?? '').trim() === '') return {};
  const settings = [];
  try {
    settings.push(JSON.parse(data));
  } catch {
    throw new Error('data: the value is not JSON');
  }
  const [found] = settings;
  if (typeof found !== 'object' || found === null || Array.isArray(found))
    throw new Error('data: the value is not a JSON object');
  return found;
}

/** Enables the key-value engine with a version. */
function enableEngine(version) {
  const { options, ...settings } = engineSettings();
  change('POST', `/v1/sys/mounts/${encodedPath(mount_point)}`, {
    type: 'kv',
    ...settings,
    options: { version, ...options },
  });
  output = `Enabled the engine ${mount_point}`;
  print(output);
}
