/** Why the login at the identity provider was refused from which this browser was led back; null: none was. Tells it once. */
export function takeRefusedLogin(): string | null {
  const [, sentence] = /(?:^|; )slipway-refused-login=([^;]+)/.exec(document.cookie) ?? [];
  if (sentence === undefined) return null;
  // biome-ignore lint/suspicious/noDocumentCookie: browsers have the Cookie Store only where there is TLS
  document.cookie = 'slipway-refused-login=; Path=/; Max-Age=0';
  try {
    return decodeURIComponent(sentence);
  } catch {
    return null;
  }
}
