import { parseDocument } from 'yaml';
import { z } from 'zod';
import { PlaceRefused } from '../place.ts';

/** The access of the current context of a kubeconfig. */
export interface KubeconfigAccess {
  readonly url: string;
  /** null: the context names none */
  readonly namespace: string | null;
  /** empty: none */
  readonly token: string;
  /** in PEM; null: the public authorities */
  readonly caCertificate: string | null;
  /** in PEM; null: none */
  readonly clientCertificate: string | null;
  readonly clientKey: string | null;
  readonly verify: boolean;
}

const text = z.string().nullish();
const other = z.unknown().optional();
const cluster = z.object({
  server: z.string(),
  'certificate-authority': text,
  'certificate-authority-data': text,
  'insecure-skip-tls-verify': z.boolean().nullish(),
  'proxy-url': text,
  'tls-server-name': text,
});
const user = z.object({
  token: text,
  tokenFile: text,
  'client-certificate': text,
  'client-certificate-data': text,
  'client-key': text,
  'client-key-data': text,
  username: text,
  exec: other,
  'auth-provider': other,
  as: other,
  'as-uid': other,
  'as-groups': other,
  'as-user-extra': other,
});
const context = z.object({ cluster: z.string(), user: z.string(), namespace: text });
const schema = z.object({
  'current-context': z.string().min(1),
  clusters: z.array(z.object({ name: z.string(), cluster })),
  users: z.array(z.object({ name: z.string(), user })),
  contexts: z.array(z.object({ name: z.string(), context })),
});

/** The members that name a file of another machine, and what replaces them. */
const files = {
  'certificate-authority': 'certificate-authority-data',
  tokenFile: 'token',
  'client-certificate': 'client-certificate-data',
  'client-key': 'client-key-data',
} as const;
/** Members that would run a program, or that requests of this product do not support. */
const unsupported = [
  ...['exec', 'auth-provider', 'username', 'proxy-url', 'tls-server-name'],
  // Without these members, requests would have the permissions of another user.
  ...['as', 'as-uid', 'as-groups', 'as-user-extra'],
];

const maxLength = 1_000_000;

/**
 * Reads the cluster and the user of the current context of a kubeconfig. Throws PlaceRefused for a text of another form,
 * for a member that names a file, and for `exec` and `auth-provider`, which would run a program.
 */
export function parseKubeconfig(kubeconfig: string): KubeconfigAccess {
  const parsed = schema.safeParse(readYaml(kubeconfig));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new PlaceRefused(`the kubeconfig is invalid at '${issue?.path.join('.') ?? ''}'`);
  }
  const config = parsed.data;
  const chosen = find(config.contexts, 'context', config['current-context']).context;
  const { cluster: server } = find(config.clusters, 'cluster', chosen.cluster);
  const { user: access } = find(config.users, 'user', chosen.user);
  requireSupported({ ...server, ...access });
  return {
    url: server.server,
    namespace: chosen.namespace || null,
    token: access.token?.trim() ?? '',
    caCertificate: decode(server['certificate-authority-data']),
    clientCertificate: decode(access['client-certificate-data']),
    clientKey: decode(access['client-key-data']),
    verify: server['insecure-skip-tls-verify'] !== true,
  };
}

/** Returns the secrets in a kubeconfig; null: the text is not a valid kubeconfig. */
export function secretsInKubeconfig(content: string): readonly string[] | null {
  if (!content.includes('current-context')) return null;
  try {
    const { token, clientKey } = parseKubeconfig(content);
    const lines = (clientKey ?? '').split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('-----'));
    return [token, Buffer.from(clientKey ?? '').toString('base64'), ...lines].filter((secret) => secret !== '');
  } catch {
    return null;
  }
}

function readYaml(content: string): unknown {
  if (content.length > maxLength) throw new PlaceRefused(`the kubeconfig is longer than ${maxLength} characters`);
  const document = parseDocument(content, { logLevel: 'silent' });
  try {
    if (document.errors.length === 0) return document.toJS({ maxAliasCount: 10 });
  } catch {
    // Too many aliases.
  }
  throw new PlaceRefused('the kubeconfig is not YAML');
}

function find<T extends { readonly name: string }>(items: readonly T[], kind: string, name: string): T {
  const found = items.find((item) => item.name === name);
  if (found === undefined) throw new PlaceRefused(`the kubeconfig has no ${kind} '${name}'`);
  return found;
}

function requireSupported(members: Readonly<Record<string, unknown>>): void {
  for (const [member, replacement] of Object.entries(files))
    if (members[member] && !members[replacement])
      throw new PlaceRefused(`the kubeconfig names a file in '${member}': use '${replacement}'`);
  for (const member of unsupported)
    if (members[member]) throw new PlaceRefused(`the kubeconfig uses '${member}', which is not supported`);
}

const decode = (data: string | null | undefined): string | null =>
  data ? Buffer.from(data, 'base64').toString() : null;
