import { z } from 'zod';
import { line, type Read, rule, secretRule } from './setting.ts';

const text = (pattern: RegExp) => z.string().regex(pattern);

/** Whether an address is protected: it uses encryption, or is on this machine. */
const isSafe = (url: string): boolean =>
  !URL.canParse(url) ||
  new URL(url).protocol === 'https:' ||
  /^(127\.[\d.]+|localhost|\[::1\])$/.test(new URL(url).hostname);
const isPlainAddress = (url: string): boolean =>
  !URL.canParse(url) || !/[?#@]/.test(url.slice(new URL(url).protocol.length));

const claim = (subject: string, fallback: string) =>
  text(/^[^\p{Cc}\s]{1,255}$/u)
    .default(fallback)
    .meta(rule(`must be the claim with ${subject}: names separated by dots`, fallback));

export const oidcVariables = {
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .refine(isSafe)
    .refine(isPlainAddress)
    .optional()
    .meta(
      rule(
        'must be the https address of an OpenID provider, and is required by all other OIDC_ variables',
        'https://login.acme.example/realms/main',
      ),
    ),
  OIDC_CLIENT_ID: line.optional().meta(rule('must be set together with OIDC_ISSUER', 'slipway')),
  OIDC_CLIENT_SECRET: line
    .optional()
    .meta(secretRule('must be the client secret of the provider, set together with OIDC_ISSUER', '$(cat secret)')),
  OIDC_SCOPES: text(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/)
    .refine((scopes) => scopes.split(' ').includes('openid'))
    .default('openid profile email')
    .meta(rule('must be scopes separated by spaces, including openid', 'openid profile email groups')),
  OIDC_USER_NAME_CLAIM: claim('the user name', 'preferred_username'),
  OIDC_FULL_NAME_CLAIM: claim('the full name', 'name'),
  OIDC_EMAIL_CLAIM: claim('the email address', 'email'),
  OIDC_ROLES_CLAIM: claim('the groups', 'groups'),
  OIDC_API_AUDIENCE: line.optional().meta(rule('must be the audience of access tokens for the API', 'slipway-api')),
};

export const oidcDependencies = [
  ['OIDC_ISSUER', ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_API_AUDIENCE']],
  ['OIDC_CLIENT_ID', ['OIDC_ISSUER']],
  ['OIDC_CLIENT_SECRET', ['OIDC_ISSUER']],
  ['PUBLIC_URL', ['OIDC_ISSUER']],
] as const;

/** The settings of logins with an OpenID provider; undefined if they are disabled. */
export function oidcSettings(read: Read<typeof oidcVariables> & { readonly PUBLIC_URL?: string | undefined }) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = read;
  const { OIDC_CLIENT_SECRET: clientSecret, PUBLIC_URL: publicUrl } = read;
  if (issuer === undefined || clientId === undefined) return undefined;
  if (clientSecret === undefined || publicUrl === undefined) return undefined;
  return {
    issuer,
    clientId,
    clientSecret,
    redirectUri: `${publicUrl.replace(/\/$/, '')}/oidc-login`,
    scopes: read.OIDC_SCOPES,
    claims: {
      username: read.OIDC_USER_NAME_CLAIM,
      fullName: read.OIDC_FULL_NAME_CLAIM,
      email: read.OIDC_EMAIL_CLAIM,
      groups: read.OIDC_ROLES_CLAIM,
    },
    /** The audience of access tokens for the API; undefined: access tokens are rejected. */
    apiAudience: read.OIDC_API_AUDIENCE,
  };
}

export type OidcSettings = Readonly<NonNullable<ReturnType<typeof oidcSettings>>>;
