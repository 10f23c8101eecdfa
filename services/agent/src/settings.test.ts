import { expect, test } from 'vitest';
import { parseSettings } from './settings.ts';

const required = { SLIPWAY_URL: 'https://slipway.test/', SLIPWAY_TOKEN: 'token-of-the-agent' };

test('an agent needs an address and a token', () => {
  expect(parseSettings({ ...required, AGENT_LABELS: 'linux, helm,', AGENT_NAME: 'one', AGENT_DIR: '/a' })).toEqual({
    ...{ url: 'https://slipway.test', token: 'token-of-the-agent', name: 'one', labels: ['linux', 'helm'] },
    ...{ engine: 'podman', network: undefined, slots: 4, dir: '/a' },
  });
});

test.each([
  ['SLIPWAY_URL', 'ftp://x'],
  ['SLIPWAY_TOKEN', 'a b secret-word'],
  ['AGENT_LABELS', 'a b'],
  ['AGENT_ENGINE', 'sh'],
  ['AGENT_NETWORK', '--privileged'],
  ['AGENT_SLOTS', '0'],
])('an invalid %s is named without its value', (name, value) => {
  expect(() => parseSettings({ ...required, [name]: value })).toThrow(new RegExp(`^${name} must(?!.*secret-word)`));
});
