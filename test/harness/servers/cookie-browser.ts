/** A response in a browser. */
export interface BrowserResponse {
  readonly status: number;
  readonly url: string;
  /** the redirect target, or null */
  readonly location: string | null;
  readonly text: string;
}

/** A browser that stores cookies by host, and follows redirects on request. */
export interface Browser {
  /** Sends one request. */
  request(url: string, headers?: Readonly<Record<string, string>>): Promise<BrowserResponse>;
  /** Follows redirects until `shouldStop` returns true or there is no redirect. */
  followRedirects(url: string, shouldStop?: (location: string) => boolean): Promise<BrowserResponse>;
  /** Returns the stored cookies of a host, by name. */
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
  const request: Browser['request'] = async (url, headers = {}) => {
    const jar = jarOf(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { ...(cookie && { cookie }), ...headers } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    const location = response.headers.get('location');
    const redirectUrl = location === null ? null : new URL(location, url).href;
    return { status: response.status, url, location: redirectUrl, text: await response.text() };
  };
  const followRedirects: Browser['followRedirects'] = async (url, shouldStop = () => false) => {
    const lastResponse = await request(url);
    return lastResponse.location === null || shouldStop(lastResponse.location)
      ? lastResponse
      : await followRedirects(lastResponse.location, shouldStop);
  };
  return { request, followRedirects, cookies: (url) => Object.fromEntries(jarOf(url)) };
}
