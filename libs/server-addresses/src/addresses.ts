/** The parts of an address: before the hosts, the hosts, and after them. A password can contain an unencoded `@`. */
const addressPattern = /^([a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/is;

/**
 * Returns one URL for each server of an address, in order: `redis://:p@a:1,b:2/0` becomes `redis://:p@a:1/0` and
 * `redis://:p@b:2/0`. As in PostgreSQL's own clients, `host=a,b&port=1,2` in the query can name the hosts instead.
 * Returns null for an invalid address.
 */
export function parseUrls(address: string): readonly URL[] | null {
  const [, prefix = '', hosts = '', suffix = ''] = addressPattern.exec(address) ?? [];
  const urls = hosts.split(',').flatMap((host) => {
    const text = `${prefix}${host}${suffix}`;
    return URL.canParse(text) ? expandQueryHosts(new URL(text)) : [null];
  });
  return urls.includes(null) ? null : urls.filter((url) => url !== null);
}

/** Expands the hosts in the query. A socket folder stays in the query, and a host name becomes the host of the URL. */
function expandQueryHosts(url: URL): readonly (URL | null)[] {
  const hosts = url.searchParams.get('host')?.split(',');
  if (hosts === undefined) return [url];
  const ports = url.searchParams.get('port')?.split(',') ?? [];
  return hosts.map((host, index) => {
    const hostUrl = new URL(url);
    const port = ports[index] ?? ports[0];
    hostUrl.searchParams.delete('port');
    hostUrl.searchParams.set('host', host);
    if (!host.startsWith('/')) hostUrl.searchParams.delete('host');
    return withHost(hostUrl, host.startsWith('/') ? hostUrl.hostname : host, port ?? hostUrl.port);
  });
}

/** The port of a URL without a user cannot be set before its host. */
function withHost(url: URL, host: string, port: string): URL | null {
  const href = url.href.replace(/^([^:]+:\/\/(?:[^/?#]*@)?)[^/?#]*/, (_, prefix: string) => {
    return `${prefix}${host || 'localhost'}${port === '' ? '' : `:${port}`}`;
  });
  return URL.canParse(href) ? new URL(href) : null;
}
