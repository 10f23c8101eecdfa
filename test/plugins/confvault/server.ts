import { type CountingServer, startCountingServer } from '../servers/counting-server.ts';
import { json, parseForm, parseJson } from '../servers/routes.ts';

export const client = { clientId: 'releases', clientSecret: 'vault-client-secret', scope: 'keys' };

/** A configuration store. It accepts the tokens that it issues for client credentials. */
export interface Vault extends CountingServer {
  readonly keys: Map<string, Readonly<Record<string, string>>>;
  /** Revokes all of its tokens. */
  revoke(): void;
}

export async function startVault(): Promise<Vault> {
  const keys = new Map<string, Readonly<Record<string, string>>>([
    ['prod/db', { user: 'app', password: 'database-secret' }],
  ]);
  let tokens = 0;
  const valid = new Set<string>();
  const isClient = (authorization = '', form: URLSearchParams) => {
    const basic = `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`;
    const inForm = form.get('client_id') === client.clientId && form.get('client_secret') === client.clientSecret;
    return form.get('grant_type') === 'client_credentials' && (authorization === basic || inForm);
  };
  const server = await startCountingServer(
    {
      'POST /oauth/token': (received) => {
        if (!isClient(received.headers.authorization, parseForm(received)))
          return json({ error: 'invalid_client' }, 401);
        tokens += 1;
        valid.add(`vault-token-${tokens}`);
        return json({ access_token: `vault-token-${tokens}`, token_type: 'Bearer', expires_in: 3600 });
      },
      'GET /v1/ready': () => json({ ready: true }),
      'GET /v1/keys/:folder/:name': ({ params }) => {
        const data = keys.get(`${params.folder}/${params.name}`);
        return data ? json({ data }) : json({ error: 'not found' }, 404);
      },
      'PUT /v1/keys/:folder/:name': (received) => {
        const { folder, name } = received.params;
        keys.set(`${folder}/${name}`, parseJson<{ data: Readonly<Record<string, string>> }>(received).data);
        return json({ version: 1 });
      },
    },
    ({ path, headers }) =>
      path === '/oauth/token' || valid.has((headers.authorization ?? '').replace('Bearer ', ''))
        ? null
        : json({ error: 'invalid_token' }, 401),
  );
  return { ...server, keys, revoke: () => valid.clear() };
}
