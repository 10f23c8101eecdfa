/**
 * The permissions of the page at the root, and of each other document that a browser shows: it loads its own files, and sends
 * requests to its own server. No text can become script, since the policy allows no policy of trusted types.
 */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');
