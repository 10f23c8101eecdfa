import { describe, expect, test } from 'vitest';
import { parseKubeconfig } from './kubeconfig.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const kubeconfig = (changes: { readonly cluster?: string; readonly user?: string; readonly current?: string } = {}) => `
apiVersion: v1
kind: Config
current-context: ${changes.current ?? 'prod'}
clusters:
- name: other
  cluster: { server: "https://other.example" }
- name: prod-cluster
  cluster: { server: "https://prod.example:6443"${changes.cluster ?? ''} }
users:
- name: deployer
  user: { ${changes.user ?? 'token: "abc"'} }
contexts:
- name: prod
  context: { cluster: prod-cluster, user: deployer, namespace: jobs }
- name: broken
  context: { cluster: missing, user: deployer }
`;

describe('a kubeconfig', () => {
  test('gives the cluster and the user of its current context', () => {
    expect(parseKubeconfig(kubeconfig())).toEqual({
      ...{ url: 'https://prod.example:6443', namespace: 'jobs', token: 'abc', verify: true },
      ...{ caCertificate: null, clientCertificate: null, clientKey: null },
    });
  });

  test('gives decoded certificates, and whether the server is verified', () => {
    const user = `client-certificate-data: ${base64('CERT')}, client-key-data: ${base64('KEY')}`;
    const cluster = `, certificate-authority-data: ${base64('CA')}, insecure-skip-tls-verify: true`;
    expect(parseKubeconfig(kubeconfig({ user, cluster }))).toMatchObject({
      ...{ token: '', caCertificate: 'CA', clientCertificate: 'CERT', clientKey: 'KEY', verify: false },
    });
  });

  test('can be JSON', () => {
    const json = JSON.stringify({
      'current-context': 'a',
      clusters: [{ name: 'c', cluster: { server: 'https://c.example' } }],
      users: [{ name: 'u', user: { token: 't' } }],
      contexts: [{ name: 'a', context: { cluster: 'c', user: 'u' } }],
    });
    expect(parseKubeconfig(json)).toMatchObject({ url: 'https://c.example', namespace: null, token: 't' });
  });

  test.each([
    ['exec: { command: aws }', `the kubeconfig uses 'exec', which is not supported`],
    ['auth-provider: { name: gcp }', `the kubeconfig uses 'auth-provider', which is not supported`],
    ['username: ann, password: x', `the kubeconfig uses 'username', which is not supported`],
    ['token: a, as: admin', `the kubeconfig uses 'as', which is not supported`],
    ['token: a, as-groups: [b]', `the kubeconfig uses 'as-groups', which is not supported`],
    ['tokenFile: /run/token', `the kubeconfig names a file in 'tokenFile': use 'token'`],
    ['client-key: /k.pem', `the kubeconfig names a file in 'client-key': use 'client-key-data'`],
  ])('with the user %s is refused', (user, reason) => {
    expect(() => parseKubeconfig(kubeconfig({ user }))).toThrow(reason);
  });

  test.each([
    ['', `the kubeconfig is invalid at ''`],
    ['a: [', 'the kubeconfig is not YAML'],
    [kubeconfig({ current: '""' }), `the kubeconfig is invalid at 'current-context'`],
    [kubeconfig({ current: 'none' }), `the kubeconfig has no context 'none'`],
    [kubeconfig({ current: 'broken' }), `the kubeconfig has no cluster 'missing'`],
    [kubeconfig({ cluster: ', certificate-authority: /ca.pem' }), `names a file in 'certificate-authority'`],
    [kubeconfig({ cluster: ', proxy-url: "http://p"' }), `uses 'proxy-url'`],
    ['x'.repeat(1_000_001), 'the kubeconfig is longer than 1000000 characters'],
  ])('of another form is refused: %.30s', (text, reason) => {
    expect(() => parseKubeconfig(text)).toThrow(reason);
  });
});
