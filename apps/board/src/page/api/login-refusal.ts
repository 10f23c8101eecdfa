/** Why the identity provider refused the login of this browser; null: it did not. Returns it once. */
export function takeLoginRefusal(): string | null {
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
