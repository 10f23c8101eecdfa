import { createHash, createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

type Json = Readonly<Record<string, unknown>>;

/** A deviation of a faulty provider. */
export interface ProviderFault {
  /** Replaces claims of the ID token; undefined removes a claim. */
  readonly claims?: Json;
  /** the algorithm in the header of the ID token; `none` leaves the signature empty */
  readonly alg?: 'RS256' | 'HS256' | 'none';
  /** signs with an unpublished key, under the id of the published one */
  readonly foreignKey?: boolean;
  /** signs with the key before the last rotation */
  readonly formerKey?: boolean;
  /** overrides parameters of the redirect to the client; null removes a parameter */
  readonly answer?: Readonly<Record<string, string | null>>;
  /** overrides members of the discovery document */
  readonly description?: Json;
}

/** An OpenID provider with configurable faults. */
export interface FaultyProvider {
  readonly issuer: string;
  /** Sets the current fault. */
  setFault(fault: ProviderFault): void;
  /** Replaces its key by a new one. */
  rotate(): void;
  /** Returns a token with these claims, signed with the current key. */
  token(claims: Json, fault?: ProviderFault): string;
  /** Returns the number of requests for its keys. */
  keyRequestCount(): number;
  stop(): Promise<void>;
}

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const newKey = () => ({ kid: randomUUID(), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) });
const unpublishedKey = newKey();

function signed(
  claims: Json,
  { alg = 'RS256', foreignKey = false }: ProviderFault,
  key: typeof unpublishedKey,
): string {
  const head = `${base64({ alg, kid: key.kid, typ: 'JWT' })}.${base64(claims)}`;
  if (alg === 'none') return `${head}.`;
  const pem = key.publicKey.export({ type: 'spki', format: 'pem' });
  const signature =
    alg === 'HS256'
      ? createHmac('sha256', pem).update(head).digest()
      : sign('sha256', Buffer.from(head), (foreignKey ? unpublishedKey : key).privateKey);
  return `${head}.${signature.toString('base64url')}`;
}

const describe = (issuer: string): Json => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  authorization_response_iss_parameter_supported: true,
});

/** Starts the provider on loopback, for the client `slipway`. Each login is the user `mallory`. */
export async function startFaultyProvider(): Promise<FaultyProvider> {
  let current: ProviderFault = {};
  let key = newKey();
  let former = key;
  let keyRequests = 0;
  const nonces = new Map<string, string>();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;

  function idToken(code: string): Json {
    const accessToken = randomUUID();
    const now = Math.floor(Date.now() / 1000);
    const half = createHash('sha256').update(accessToken).digest().subarray(0, 16);
    const validClaims = { iss: issuer, aud: 'slipway', sub: '1', nonce: nonces.get(code), iat: now, exp: now + 300 };
    const profileClaims = { preferred_username: 'mallory', name: 'M', email: 'm@acme.example', groups: [] };
    const claims = { ...validClaims, ...profileClaims, at_hash: half.toString('base64url'), ...current.claims };
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      id_token: signed(claims, current, current.formerKey ? former : key),
    };
  }
  function authorize(query: URLSearchParams): string {
    const code = randomUUID();
    nonces.set(code, query.get('nonce') ?? '');
    const redirect = new URL(query.get('redirect_uri') ?? '');
    const answer = { code, state: query.get('state') ?? '', iss: issuer, ...current.answer };
    for (const [name, value] of Object.entries(answer)) if (value !== null) redirect.searchParams.set(name, value);
    return redirect.href;
  }
  server.on('request', async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer);
    let body = '';
    for await (const text of request.setEncoding('utf8')) body += text;
    const json = (value: unknown) =>
      void response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
    if (pathname === '/authorize') response.writeHead(302, { location: authorize(searchParams) }).end();
    else if (pathname === '/token') json(idToken(new URLSearchParams(body).get('code') ?? ''));
    else if (pathname === '/keys') {
      keyRequests += 1;
      json({ keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: key.kid, alg: 'RS256', use: 'sig' }] });
    } else json({ ...describe(issuer), ...current.description });
  });
  return {
    issuer,
    setFault: (fault) => {
      current = fault;
    },
    rotate: () => {
      former = key;
      key = newKey();
    },
    token: (claims, fault = {}) => signed(claims, fault, key),
    keyRequestCount: () => keyRequests,
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
