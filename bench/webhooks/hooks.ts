// Creates a webhook endpoint for each authentication method, with the credentials of its sender.
import { createHmac } from 'node:crypto';
import { jarOf, synthetic } from '../../libs/plugins/src/testing.ts';
import type { Http } from '../measure/http.ts';
import { pushEvent } from './push-event.ts';

/** An endpoint and the headers of its sender. */
export interface Hook {
  readonly name: string;
  /** relative to the product's address */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Method {
  readonly name: string;
  readonly authentication: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

const secret = 'the secret of the bench';
const signature = `sha256=${createHmac('sha256', secret).update(pushEvent).digest('hex')}`;
const javascript = `// language: javascript
const given = headers['X-Token'];
authenticated = given === '${secret}' && payload.repository.full_name.startsWith('acme/');`;
const python = `import hmac, hashlib
given = headers['X-Hub-Signature-256']
expected = 'sha256=' + hmac.new('${secret}', rawBody, hashlib.sha256).hexdigest()
authenticated = hmac.compare_digest(str(given), expected)`;
const comparisonFunctions = `if headers['X-Token'] == '${secret}' and payload['repository']['full_name'].startswith('acme/'):
    authenticated = True`;
const packaged = `from com.xebialabs.deployit.util import PasswordEncrypter
secret = PasswordEncrypter.getInstance().ensureDecrypted(config.secret)
authenticated = endpoint.title != '' and headers['X-Token'] == secret and payload['ref'] == 'refs/heads/main'
`;
const inline = (authenticationScript: string) => ({ type: 'events.JythonScriptAuthentication', authenticationScript });
const token = { 'x-token': secret };

const methods: readonly Method[] = [
  { name: 'none', authentication: { type: 'events.NoAuthentication' }, headers: {} },
  {
    name: 'token in a header',
    authentication: { type: 'events.TokenAuthentication', header: 'X-Token', token: secret },
    headers: token,
  },
  {
    name: 'HMAC with SHA-256',
    authentication: { type: 'events.SignatureAuthentication', secret },
    headers: { 'x-hub-signature-256': signature },
  },
  {
    name: 'Basic',
    authentication: { type: 'events.BasicAuthentication', username: 'bench', password: secret },
    headers: { authorization: `Basic ${Buffer.from(`bench:${secret}`).toString('base64')}` },
  },
  { name: 'inline JavaScript', authentication: inline(javascript), headers: token },
  { name: 'inline Python', authentication: inline(comparisonFunctions), headers: token },
  { name: 'inline Python, HMAC', authentication: inline(python), headers: { 'x-hub-signature-256': signature } },
  { name: 'Python of a plugin', authentication: { type: 'bench.Token', secret }, headers: token },
];

/** Installs the plugin of the last authentication method. */
export async function installPlugin(origin: string): Promise<void> {
  const property = '<property name="secret" kind="string" required="true" password="true"/>';
  const jar = await jarOf({
    'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\nPlugin-Name: bench\nPlugin-Version: 1\n',
    'synthetic.xml': synthetic(
      `<type type="bench.Token" extends="events.CustomJythonAuthentication">${property}</type>`,
    ),
    'bench/Token.py': packaged,
  });
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(jar)]), 'bench.jar');
  const authorization = `Basic ${Buffer.from('admin:admin').toString('base64')}`;
  const answer = await fetch(`${origin}/api/v1/plugins`, { method: 'POST', headers: { authorization }, body });
  if (answer.status !== 200) throw new Error(`the plugin was answered ${answer.status}: ${await answer.text()}`);
}

/** Creates one endpoint for each authentication method. */
export async function makeHooks(http: Http): Promise<readonly Hook[]> {
  const hooks: Hook[] = [];
  for (const [index, { name, authentication, headers }] of methods.entries()) {
    const path = `bench/${index}`;
    const fields = { type: 'events.PostWebhookEndpoint', title: name, path, authentication };
    await http.request('POST', '/config', fields);
    hooks.push({ name, path: `/webhooks/${path}`, headers: { 'content-type': 'application/json', ...headers } });
  }
  return hooks;
}
