import type { CredentialCheck } from '@slipway/application/plans';
import type { Actor } from '@slipway/persistence/audit';
import type { Deps } from '../dependencies/deps.ts';
import { confirmLogin, confirmPassword } from './confirm-password.ts';
import { looksLikeToken } from './tokens/token-text.ts';

const field = 'scriptUserPassword';

/** Verifies a run-as user like a login from that address, with the same limits. */
export const createCredentialCheck = (deps: Pick<Deps, 'login' | 'tokenLogin'>, actor: Actor): CredentialCheck => {
  const address = actor.address ?? '';
  return {
    password: (username, password) =>
      confirmPassword(deps, { username, password, address, field, expected: 'the password of scriptUsername' }),
    token: async (text) => {
      if (!looksLikeToken(text)) return null;
      const expected = 'a personal access token that holds, or scriptUsername with its password';
      const { identity, id } = await confirmLogin(field, expected, () => deps.tokenLogin(text, address));
      return { username: identity.username, tokenId: id };
    },
  };
};
