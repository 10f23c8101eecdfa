import { createMask } from '@slipway/script-protocol';
import { expect, test } from 'vitest';
import { maskedSecrets } from './masked-secrets.ts';

const maskFor = (secret: string) => createMask(maskedSecrets({ secrets: [secret], sessionKey: 'key-of-the-session' }));

test('the lines of a secret are masked, and the values of its YAML', () => {
  const mask = maskFor('login:\n  password: "word-of-ann"\n  user: ann\n-----BEGIN KEY-----\nMHcCAQEEIKey');
  expect(mask('MHcCAQEEIKey, word-of-ann, ann')).toBe('********, ********, ann');
});

test('of a kubeconfig, only the secrets are masked', () => {
  const mask = maskFor(
    [
      ...['apiVersion: v1', 'kind: Config', 'current-context: production'],
      ...['clusters: [{ name: c, cluster: { server: "https://api.test" } }]'],
      ...['contexts: [{ name: production, context: { cluster: c, user: u } }]'],
      ...['users: [{ name: u, user: { token: token-of-ann } }]'],
    ].join('\n'),
  );
  const log = 'apiVersion: v1, production, https://api.test, ';
  expect(mask(`${log}token-of-ann`)).toBe(`${log}********`);
});
