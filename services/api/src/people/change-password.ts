import { updateUsers } from '@slipway/application/people';
import type { Deps } from '../dependencies/deps.ts';
import type { RouteRequest } from '../http/route.ts';
import { passwordsFor } from './confirm-credentials.ts';

interface PasswordChange {
  readonly currentPassword?: string | undefined;
  readonly newPassword: string;
}

/**
 * Changes the password of a user: of the caller with the current one, of others with the permission. Throws Forbidden,
 * NotFound, Invalid, Conflict, TooManyRequests, Overloaded.
 */
export async function changePassword(
  deps: Deps,
  request: Pick<RouteRequest<never, unknown, PasswordChange>, 'caller' | 'actor' | 'body'>,
  username: string,
): Promise<void> {
  const { newPassword: password, currentPassword: previousPassword } = request.body;
  const update = { username, body: { password, previousPassword }, ownPassword: 'currentPassword' } as const;
  await updateUsers(deps, request, [update], passwordsFor(deps, request.actor));
}
