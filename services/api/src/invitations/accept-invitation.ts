import { productName } from '@slipway/api-schema/system';
import { acceptInvitation, requireAcceptable } from '@slipway/application/people';
import { message } from '@slipway/domain/messages';
import { Invalid, NotFound } from '@slipway/domain/model';
import { invalidInvitation, requirePassword } from '@slipway/domain/people';
import { findInvitation, type Invitation } from '@slipway/persistence/people';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { refuseOtherSites } from '../http/client/origin.ts';
import type { PlainRequest, PlainRoute } from '../http/plain-route.ts';
import { jsonReply, type Reply } from '../http/reply.ts';
import type { LoginAttempt } from '../people/activity-log.ts';
import { passwordsFor } from '../people/confirm-credentials.ts';
import { credentialText, readCredentialBody } from '../people/credential-body.ts';
import type { LoginRateLimiter } from '../people/login-rate-limiter.ts';
import { startSession } from '../people/sessions.ts';
import { hashSecret, isSameHash } from '../people/tokens.ts';
import { type InvitationLink, parseInvitation } from './invitation-secret.ts';

interface InvitationDeps extends Pick<Deps, 'engine' | 'database' | 'config' | 'login'> {
  readonly rateLimiter: LoginRateLimiter;
  /** Called for each wrong link. */
  readonly recordAttempt: (attempt: LoginAttempt) => void;
}

const openBody = z.object({ invitation: credentialText(200) });
/** The rules of passwords apply after the check of the link, with their own errors. */
const acceptBody = openBody.extend({ password: z.string().max(1024) });

/** The name under which the rate limiter counts links. No user has this name (permissions.md, Users). */
const limiterName = 'invitation:';

interface OpenInvitation extends InvitationLink {
  readonly invitation: Invitation;
}

/** Finds the invitation of a link. Throws the same NotFound for each invitation that cannot be accepted. */
async function findByLink(deps: InvitationDeps, text: string): Promise<OpenInvitation> {
  const link = parseInvitation(text);
  if (link === null) throw invalidInvitation();
  const invitation = await findInvitation(deps.database, link.id);
  if (!isSameHash(invitation?.hash ?? null, link.hash) || invitation === null) throw invalidInvitation();
  await requireAcceptable(deps, invitation);
  return { ...link, invitation };
}

/**
 * Runs `work` with the invitation of a link. A wrong link counts as a failed login from the address of the client. Throws
 * NotFound, TooManyRequests, and the errors of `work`.
 */
async function withInvitation<T>(
  deps: InvitationDeps,
  text: string,
  address: string,
  work: (invitation: OpenInvitation) => Promise<T>,
): Promise<T> {
  const attempt = deps.rateLimiter.begin({ username: limiterName, address, digest: hashSecret(text) });
  try {
    const result = await work(await findByLink(deps, text));
    attempt.succeed();
    return result;
  } catch (error) {
    if (error instanceof NotFound) {
      attempt.fail();
      deps.recordAttempt({ action: 'LOGIN_FAILED', username: null, address, by: 'invitation' });
    } else attempt.cancel();
    throw error;
  }
}

const bodyExpected = (example: string) => new Invalid(message('login.bodyExpected', { example }));

/** Returns the user of an invitation, for the page that accepts it. */
async function openInvitation(deps: InvitationDeps, { message: incoming, client }: PlainRequest): Promise<Reply> {
  refuseOtherSites(incoming.headers, client.ownHosts);
  const refusal = () => bodyExpected('{"invitation": "…"}');
  const { invitation: text } = await readCredentialBody(incoming, openBody, refusal);
  return await withInvitation(deps, text, client.address, async ({ invitation: { username, fullName } }) =>
    jsonReply({ product: productName, username, ...(fullName !== null && { fullName }) }),
  );
}

/** Creates the user of an invitation with the chosen password, and starts a session. */
async function accept(deps: InvitationDeps, { message: incoming, client }: PlainRequest): Promise<Reply> {
  refuseOtherSites(incoming.headers, client.ownHosts);
  const refusal = () => bodyExpected('{"invitation": "…", "password": "…"}');
  const { invitation: text, password } = await readCredentialBody(incoming, acceptBody, refusal);
  const { address } = client;
  return await withInvitation(deps, text, address, async ({ id, hash, invitation: { username } }) => {
    const passwords = passwordsFor(deps, { username, address });
    requirePassword(password, passwords.minLength);
    const acceptance = { id, hash, passwordHash: await passwords.hash(password), address };
    const accepted = await acceptInvitation(deps, acceptance);
    return { ...jsonReply({ username: accepted }), headers: await startSession(deps, incoming, client, accepted) };
  });
}

/** Routes that open and accept an invitation without a login, outside the REST API. Both have its secret in the body. */
export const acceptInvitationRoutes = (deps: InvitationDeps): readonly PlainRoute[] => [
  { method: 'POST', path: '/invitation/open', answer: (request) => openInvitation(deps, request) },
  { method: 'POST', path: '/invitation/accept', answer: (request) => accept(deps, request) },
];
