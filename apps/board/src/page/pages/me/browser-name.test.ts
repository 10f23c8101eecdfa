import { expect, test } from 'vitest';
import { browserName } from './browser-name.ts';

const engine = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${engine} Chrome/150.0.0.0 Safari/537.36 Edg/150.0`, 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Linux; Android 16) ${engine} Chrome/150.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1', 'Safari on iOS'],
  ['curl/8.9.1', 'curl/8.9.1'],
  ['Firefox', 'Firefox'],
])('%s is %s', (agent, name) => {
  expect(browserName(agent)).toBe(name);
});
