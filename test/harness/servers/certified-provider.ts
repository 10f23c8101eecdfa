import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider';

/** An account at the provider. */
export type Account = Readonly<Record<string, unknown>> & { readonly sub: string };

/**
 * The certified OpenID provider of the package `oidc-provider`, which authenticates each login as the account that was
 * set last.
 */
export interface CertifiedProvider {
  readonly issuer: string;
  /** Sets the account of the next logins. */
  setAccount(account: Account): void;
  /** Stops or restarts the responses of the provider. */
  setOffline(isOffline: boolean): Promise<void>;
  stop(): Promise<void>;
}

export const client = { id: 'slipway', secret: 'a secret of the client' };

/** The storage of the provider, in memory. */
function storage() {
  const stored = new Map<string, AdapterPayload>();
  return class implements Adapter {
    readonly kind: string;
    constructor(kind: string) {
      this.kind = kind;
    }
    async upsert(id: string, payload: AdapterPayload) {
      stored.set(`${this.kind} ${id}`, payload);
    }
    async find(id: string) {
      return stored.get(`${this.kind} ${id}`);
    }
    async findByUid(uid: string) {
      return [...stored.values()].find((payload) => payload.uid === uid);
    }
    async findByUserCode() {
      return undefined;
    }
    async consume(id: string) {
      const payload = stored.get(`${this.kind} ${id}`);
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
    }
    async destroy(id: string) {
      stored.delete(`${this.kind} ${id}`);
    }
    async revokeByGrantId(grantId: string) {
      for (const [id, payload] of stored) if (payload.grantId === grantId) stored.delete(id);
    }
  };
}

const newKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kty: 'RSA' as const,
  alg: 'RS256',
  use: 'sig' as const,
});

const configuration = (redirectUri: string, accounts: Map<string, Account>) => ({
  clients: [
    {
      ...{ client_id: client.id, client_secret: client.secret },
      ...{ redirect_uris: [redirectUri], post_logout_redirect_uris: [new URL('.', redirectUri).href] },
    },
  ],
  claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'groups'], email: ['email'] },
  findAccount: (_: unknown, sub: string) => ({
    accountId: sub,
    claims: () => ({ ...accounts.get(sub), sub }),
  }),
  interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
  features: { devInteractions: { enabled: false } },
  pkce: { required: () => true },
  cookies: { keys: ['a key of the cookies'] },
  adapter: storage(),
  jwks: { keys: [newKey()] },
  ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
});

/** Starts the provider on loopback, for one client with one redirect URI. */
export async function startCertifiedProvider(redirectUri: string): Promise<CertifiedProvider> {
  const accounts = new Map<string, Account>();
  let current: Account = { sub: 'nobody' };
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, configuration(redirectUri, accounts));
  const serve = provider.callback();

  async function completeInteraction(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params, session } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({
      accountId: session?.accountId ?? current.sub,
      clientId: String(params.client_id),
    });
    grant.addOIDCScope(String(params.scope));
    const grantId = await grant.save();
    const result = { login: { accountId: current.sub }, consent: { grantId } };
    await provider.interactionFinished(request, response, result);
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/interaction/')) void completeInteraction(request, response);
    else serve(request, response);
  });
  return {
    issuer,
    setAccount: (account) => {
      accounts.set(account.sub, account);
      current = account;
    },
    setOffline: async (isOffline) => {
      if (isOffline) {
        server.close();
        server.closeAllConnections();
        await once(server, 'close');
      } else {
        server.listen(port, '127.0.0.1');
        await once(server, 'listening');
      }
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
