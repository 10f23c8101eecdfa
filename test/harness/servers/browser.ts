/** An answer as a browser sees it. */
export interface Seen {
  readonly status: number;
  readonly url: string;
  /** where it is sent; null: nowhere */
  readonly location: string | null;
  readonly text: string;
}

/** A browser that stores cookies by host, and follows redirects on request. */
export interface Browser {
  /** One request. */
  visit(url: string, headers?: Readonly<Record<string, string>>): Promise<Seen>;
  /** Follows redirects until `until` stops, or there is none. */
  go(url: string, until?: (location: string) => boolean): Promise<Seen>;
  /** What it keeps for a host, by name. */
  cookies(url: string): Readonly<Record<string, string>>;
}

export function openBrowser(): Browser {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: string) => {
    const { host } = new URL(url);
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    return jar;
  };
  const visit: Browser['visit'] = async (url, headers = {}) => {
    const jar = jarOf(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { ...(cookie && { cookie }), ...headers } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    const location = response.headers.get('location');
    const place = location === null ? null : new URL(location, url).href;
    return { status: response.status, url, location: place, text: await response.text() };
  };
  const go: Browser['go'] = async (url, until = () => false) => {
    const seen = await visit(url);
    return seen.location === null || until(seen.location) ? seen : await go(seen.location, until);
  };
  return { visit, go, cookies: (url) => Object.fromEntries(jarOf(url)) };
}
