/** Before the hosts, the hosts, and what comes after them. A password may hold an `@` that is not encoded. */
const parts = /^([a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/is;

/**
 * The servers of an address, one URL for each, in their order: `redis://:p@a:1,b:2/0` has `redis://:p@a:1/0` and
 * `redis://:p@b:2/0`. As for PostgreSQL's own clients the hosts may stand in `host=a,b&port=1,2` instead. Null where it is
 * no address.
 */
export function urlsOf(address: string): readonly URL[] | null {
  const [, before = '', hosts = '', after = ''] = parts.exec(address) ?? [];
  const urls = hosts.split(',').flatMap((host) => {
    const text = `${before}${host}${after}`;
    return URL.canParse(text) ? inQuery(new URL(text)) : [null];
  });
  return urls.includes(null) ? null : urls.filter((url) => url !== null);
}

/** The hosts that the query names: folders of sockets stay there, names of machines come to their place in front. */
function inQuery(url: URL): readonly (URL | null)[] {
  const hosts = url.searchParams.get('host')?.split(',');
  if (hosts === undefined) return [url];
  const ports = url.searchParams.get('port')?.split(',') ?? [];
  return hosts.map((host, index) => {
    const one = new URL(url);
    const port = ports[index] ?? ports[0];
    one.searchParams.delete('port');
    one.searchParams.set('host', host);
    if (!host.startsWith('/')) one.searchParams.delete('host');
    return withHost(one, host.startsWith('/') ? one.hostname : host, port ?? one.port);
  });
}

/** A URL without a user cannot be given a port before it has a host. */
function withHost(url: URL, host: string, port: string): URL | null {
  const named = url.href.replace(/^([^:]+:\/\/(?:[^/?#]*@)?)[^/?#]*/, (_, before: string) => {
    return `${before}${host || 'localhost'}${port === '' ? '' : `:${port}`}`;
  });
  return URL.canParse(named) ? new URL(named) : null;
}
