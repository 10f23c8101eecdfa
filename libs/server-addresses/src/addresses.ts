/** Before the hosts, the hosts, and what comes after them. A password may hold an `@` that is not encoded. */
const addressPattern = /^([a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/is;

/**
 * The servers of an address, one URL for each, in their order: `redis://:p@a:1,b:2/0` has `redis://:p@a:1/0` and
 * `redis://:p@b:2/0`. As for PostgreSQL's own clients the hosts may stand in `host=a,b&port=1,2` instead. Null where it is
 * no address.
 */
export function parseUrls(address: string): readonly URL[] | null {
  const [, prefix = '', hosts = '', suffix = ''] = addressPattern.exec(address) ?? [];
  const urls = hosts.split(',').flatMap((host) => {
    const text = `${prefix}${host}${suffix}`;
    return URL.canParse(text) ? expandQueryHosts(new URL(text)) : [null];
  });
  return urls.includes(null) ? null : urls.filter((url) => url !== null);
}

/** The hosts that the query names: folders of sockets stay there, names of machines come to their place in front. */
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

/** A URL without a user cannot be given a port before it has a host. */
function withHost(url: URL, host: string, port: string): URL | null {
  const href = url.href.replace(/^([^:]+:\/\/(?:[^/?#]*@)?)[^/?#]*/, (_, prefix: string) => {
    return `${prefix}${host || 'localhost'}${port === '' ? '' : `:${port}`}`;
  });
  return URL.canParse(href) ? new URL(href) : null;
}
