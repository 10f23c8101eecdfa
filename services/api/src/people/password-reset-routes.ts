import { randomBytes } from 'node:crypto';
import { requestPasswordReset, resetPassword } from '@slipway/application/people';
import { invalidPasswordReset } from '@slipway/domain/mails';
import { message } from '@slipway/domain/messages';
import { Invalid, NotFound } from '@slipway/domain/model';
import { requirePassword } from '@slipway/domain/people';
import { findPasswordReset } from '@slipway/persistence/people';
import { resetPurpose } from '@slipway/persistence/secrets';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { createRateLimiter } from '../dependencies/rate-limiter.ts';
import { refuseOtherSites } from '../http/client/origin.ts';
import type { PlainRequest, PlainRoute } from '../http/plain-route.ts';
import { emptyReply, jsonReply, type Reply } from '../http/reply.ts';
import type { LoginAttempt } from './activity-log.ts';
import { passwordsFor } from './confirm-credentials.ts';
import { credentialText, readCredentialBody } from './credential-body.ts';
import { type LoginRateLimiter, networkOf } from './login-rate-limiter.ts';
import type { ResetMails } from './reset-mails.ts';
import { startSession } from './sessions.ts';
import { hashSecret, isSameHash } from './tokens.ts';

interface ResetDeps extends Pick<Deps, 'database' | 'config' | 'login' | 'logger' | 'seal'> {
  readonly resetMails: Pick<ResetMails, 'now'>;
  readonly rateLimiter: LoginRateLimiter;
  /** called for each wrong link */
  readonly recordAttempt: (attempt: LoginAttempt) => void;
}

const requestBody = z.object({ user: credentialText(255) });
/** The rules of passwords apply after the check of the link, with their own errors. */
const resetBody = z.object({ password: z.string().max(1024) });
const bodyExpected = (example: string) => () => new Invalid(message('login.bodyExpected', { example }));

/** The maximum number of requests for links from one network. */
const requestLimit = { points: 10, windowMs: 15 * 60_000, refusal: message('passwordReset.tooMany') };
/** The name under which the rate limiter counts wrong links. No user has this name (permissions.md, Users). */
const limiterName = 'reset:';

function createResetKey({ seal }: Pick<ResetDeps, 'seal'>) {
  const id = `PasswordReset${randomBytes(16).toString('hex')}`;
  const secret = randomBytes(32).toString('base64url');
  return { id, hash: hashSecret(secret), sealedSecret: seal.seal(resetPurpose(id), secret) };
}

/** Parses the text of a link: the id and the secret. Returns null for any other text. */
function parseResetText(text: string) {
  const [, id, secret] = /^(PasswordReset[0-9a-f]{32})\.([\w-]{43})$/.exec(text) ?? [];
  return id === undefined || secret === undefined ? null : { id, hash: hashSecret(secret) };
}

/** Accepts a request for a link. The response does not wait, so it is the same at the same time for unknown users. */
async function requestLink(
  deps: ResetDeps,
  consume: (network: string) => void,
  { message: incoming, client }: PlainRequest,
): Promise<Reply> {
  refuseOtherSites(incoming.headers, client.ownHosts);
  const { user } = await readCredentialBody(incoming, requestBody, bodyExpected('{"user": "…"}'));
  consume(networkOf(client.address));
  requestPasswordReset(deps, user.trim(), client.address, () => createResetKey(deps)).then(
    deps.resetMails.now,
    (error: unknown) => deps.logger.warn({ error }, 'a link for a new password could not be created'),
  );
  return emptyReply(202);
}

/** Sets the password of the user of a link, and starts a session. A wrong link counts as a failed login. */
async function setPassword(deps: ResetDeps, { message: incoming, client, path: text }: PlainRequest): Promise<Reply> {
  refuseOtherSites(incoming.headers, client.ownHosts);
  const { password } = await readCredentialBody(incoming, resetBody, bodyExpected('{"password": "…"}'));
  const { address } = client;
  const attempt = deps.rateLimiter.begin({ username: limiterName, address, digest: hashSecret(text) });
  try {
    const link = parseResetText(text);
    const found = link === null ? null : await findPasswordReset(deps.database, link.id);
    if (link === null || !isSameHash(found?.hash ?? null, link.hash) || found === null) throw invalidPasswordReset();
    const passwords = passwordsFor(deps, { username: found.username, address });
    requirePassword(password, passwords.minLength);
    const username = await resetPassword(deps, { ...link, passwordHash: await passwords.hash(password), address });
    attempt.succeed();
    return { ...jsonReply({ username }), headers: await startSession(deps, incoming, client, username) };
  } catch (error) {
    if (error instanceof NotFound) {
      attempt.fail();
      deps.recordAttempt({ action: 'LOGIN_FAILED', username: null, address, by: 'reset' });
    } else attempt.cancel();
    throw error;
  }
}

/** Routes that reset a password without a login, outside the REST API. */
export function passwordResetRoutes(deps: ResetDeps): readonly PlainRoute[] {
  const { consume } = createRateLimiter(requestLimit, Date.now);
  return [
    { method: 'POST', path: '/password-resets', answer: (request) => requestLink(deps, consume, request) },
    {
      method: 'POST',
      path: '/password-resets/*path',
      hidesPath: true,
      answer: (request) => setPassword(deps, request),
    },
  ];
}
