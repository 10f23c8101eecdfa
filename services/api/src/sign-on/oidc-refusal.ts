import { errors } from 'jose';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';

/** The provider, or the product, rejects a user: the message is for the user. */
export class SignOnRefused extends Error {
  override readonly name = 'SignOnRefused';
}

/** The provider is unavailable. The message is for the operator only. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable';
}

const claimMessages = new Map([
  ['iss', 'the token is of another issuer'],
  ['aud', 'the token is for another application'],
  ['azp', 'the token is for another application'],
  ['nonce', 'the token is of another login than this one'],
  ['exp', 'the token has expired'],
  ['nbf', 'the token is not valid yet: do the clocks agree?'],
]);

const errorMessages = new Map([
  ['access_denied', 'the provider refused your login'],
  ['login_required', 'the provider requires you to log in there first'],
  ['invalid_grant', 'the code of the provider was used before, or is too old: log in again'],
  ['invalid_client', 'the provider does not accept OIDC_CLIENT_ID with OIDC_CLIENT_SECRET'],
]);

const signatureMessages = new Map([
  ['ERR_JWKS_NO_MATCHING_KEY', 'the token is signed by a key that the provider does not have (any more)'],
  ['ERR_JWS_SIGNATURE_VERIFICATION_FAILED', 'the signature of the token is wrong'],
  ['ERR_JOSE_ALG_NOT_ALLOWED', 'the token is not signed by RS256'],
]);

/** An OAuth error is a short word (RFC 6749, section 5.2); other external text is not repeated. */
const safeErrorCode = (errorCode: string): string => (/^[a-z_]{1,40}$/.test(errorCode) ? errorCode : 'an error');

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** The sentence for a claim that a message of the library names, such as `unexpected JWT "aud" (audience) claim value`. */
const sentenceFor = (message: string): string | undefined => claimMessages.get(/"(\w+)" /.exec(message)?.[1] ?? '');

function joseRefusal(error: errors.JOSEError): Error {
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired) {
    return new SignOnRefused(claimMessages.get(error.claim) ?? `the claim ${error.claim} of the token is wrong`);
  }
  if (error instanceof errors.JWKSTimeout || error.code === 'ERR_JOSE_GENERIC') {
    return new ProviderUnreachable(error.message);
  }
  return new SignOnRefused(signatureMessages.get(error.code) ?? 'the token is malformed');
}

/** Errors without a verifiable response of the provider. */
const unreachableCodes = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_PARSE_ERROR',
]);

/** What the library's message about an answer mentions, and the sentence for it. */
const responseMessages: readonly (readonly [string, string])[] = [
  ['"alg"', 'the token is not signed by RS256'],
  ['"state"', 'the answer is to another login than this one: log in again'],
  ['response parameter "iss"', 'the answer is of another provider'],
  ['"iss" (issuer) response parameter', 'the answer is of another provider'],
];

function clientRefusal(error: ClientError): Error {
  const reason = messageOf(error.cause);
  if (unreachableCodes.has(error.code ?? '')) return new ProviderUnreachable(`${error.message} ${reason}`.trim());
  const [, sentence] = responseMessages.find(([part]) => reason.includes(part)) ?? [];
  return new SignOnRefused(sentence ?? sentenceFor(reason) ?? 'the answer of the provider is malformed');
}

/** What went wrong at the provider, as SignOnRefused or ProviderUnreachable; an error of ours as it is. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    const errorCode = safeErrorCode(error.error);
    return new SignOnRefused(errorMessages.get(errorCode) ?? `the provider answered ${errorCode}`);
  }
  if (error instanceof ClientError) return clientRefusal(error);
  if (error instanceof errors.JOSEError) return joseRefusal(error);
  if (error instanceof TypeError && error.message === 'fetch failed') {
    return new ProviderUnreachable(messageOf(error.cause) || error.message);
  }
  return error;
}
